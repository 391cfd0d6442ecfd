/** How many files, how large and what for (product rule). Server and browser. */

/** Largest file in bytes, and most files of one send. */
export const MAX_FILE = 10 * 1024 * 1024;
export const MAX_FILES = 10;

/** Where the drafts of declarations of advertising devices live, one each: what is gone on with, and the bytes of all its files. */
export const dichiarazionePath = (id: string): string => `/servizio/mezzo-permanente/mezzi/${id}`;
export const MAX_DICHIARAZIONE_BYTES = 300 * 1024 * 1024;

/** What a file is for, in words for citizen and office; without one it belongs to the request itself. */
export const FILE_CATEGORIE = {
  foto_bozzetti: 'Foto e bozzetti',
  autorizzazione: 'Autorizzazioni',
  // The specification's meaning of the name, which nobody would guess.
  altri_documenti: 'Altri documenti, per riduzioni o esenzioni',
  titolo_rappresentanza: 'Documento che prova il ruolo',
  documento_identita: 'Documento di identità',
} as const;
export type FileCategoria = keyof typeof FILE_CATEGORIE;
