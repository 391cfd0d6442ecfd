/** How many files, how large and what for (product rule). Server and browser. */

/** Largest file in bytes, and most files of one send. */
export const MAX_FILE = 10 * 1024 * 1024;
export const MAX_FILES = 10;

/** What a file is for; without one it belongs to the request itself. */
export const categorieFile = [
  'foto_bozzetti',
  'autorizzazione',
  'altri_documenti',
  'documento_identita',
  'titolo_rappresentanza',
] as const;
export type CategoriaFile = (typeof categorieFile)[number];
