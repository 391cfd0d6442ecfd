/** How many files, how large and what for (product rule). Server and browser. */

/** Largest file in bytes, and most files of one send. */
export const MAX_FILE = 10 * 1024 * 1024;
export const MAX_FILES = 10;

/** What a file is for, in words for citizen and office; without one it belongs to the request itself. */
export const CATEGORIE_FILE = {
  foto_bozzetti: 'Foto e bozzetti',
  autorizzazione: 'Autorizzazioni',
  // The specification's meaning of the name, which nobody would guess.
  altri_documenti: 'Altri documenti, per riduzioni o esenzioni',
  titolo_rappresentanza: 'Documento che prova il ruolo',
  documento_identita: 'Documento di identità',
} as const;
export type CategoriaFile = keyof typeof CATEGORIE_FILE;
