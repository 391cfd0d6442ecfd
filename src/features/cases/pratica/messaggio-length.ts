/** In characters, of a message that a person or a program writes into a case. */
export const MAX_MESSAGGIO_LENGTH = 2000;
