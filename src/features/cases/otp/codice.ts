/** What server and browser both say and know of the code sent by e-mail. Pure. */

/** The exact answers: a code counts as valid only when the second one comes back, letter by letter. */
export const CODICE_SENT = 'Codice inviato';
export const CODICE_VALID = 'Codice valido';
export const CODICE_INVALID = 'Codice non valido';
/** Said when nothing was typed. */
export const CODICE_MISSING = 'Scrivi il codice che ti abbiamo mandato per e-mail.';

/** How long a code can be typed. */
export const CODICE_MINUTES = 10;

/** Do two addresses name one mailbox, as the one-time code sees it? */
export function isSameMailbox(a: string | undefined, b: string | undefined): boolean {
  return Boolean(a && b) && a?.trim().toLowerCase() === b?.trim().toLowerCase();
}
