/** How many files, how large and what for (product rule). Server and browser. */

/** Largest file in bytes, and most files of one send. */
export const MAX_FILE = 10 * 1024 * 1024;
export const MAX_FILES = 10;
/** What a field for files offers to choose from. `.jfif` is how Windows names the JPEGs that it saves from the web. */
export const FILE_ACCEPT = '.pdf,.jpg,.jpeg,.jfif,.png,.heic,.heif,.p7m';
/** Longest note of a file, in characters. */
export const MAX_NOTE = 200;
/** The field of a file's note in a form. */
export const noteField = (id: string): string => `nota_${id}`;

/** Path of the draft of a declaration of advertising devices; its files are counted under it. */
export const dichiarazionePath = (id: string): string => `/servizio/mezzo-permanente/mezzi/${id}`;
export const MAX_DICHIARAZIONE_BYTES = 300 * 1024 * 1024;

/** What a file is for, in words for citizen and office; a file without a category belongs to the request itself. */
export const FILE_CATEGORIE = {
  foto_bozzetti: 'Foto e bozzetti',
  autorizzazione: 'Autorizzazioni',
  // The meaning is from the specification; the name does not show it.
  altri_documenti: 'Altri documenti, per riduzioni o esenzioni',
  titolo_rappresentanza: 'Documento che prova il ruolo',
  documento_identita: 'Documento di identità',
} as const;
export type FileCategoria = keyof typeof FILE_CATEGORIE;
