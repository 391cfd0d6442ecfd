/** Words and rules of the code sent by e-mail that server and browser share. Pure. */
import { comparableEmail } from '../../../platform/atoms/email.ts';

/** The exact answers of the call: only the second one means that the code is valid. */
export const CODICE_SENT = 'Codice inviato';
export const CODICE_VALID = 'Codice valido';
export const CODICE_INVALID = 'Codice non valido';
/** The error when no code was typed. */
export const CODICE_MISSING = 'Scrivi il codice che ti abbiamo mandato per e-mail.';
/** The error while the mail server does not answer. */
export const CODICE_AWAY =
  'In questo momento non riusciamo a inviare il codice. Quello che hai scritto è ancora qui: riprova tra qualche minuto.';

/** How long a code is valid. */
export const CODICE_MINUTES = 10;
/** One mailbox gets no other code before this time is over. */
export const CODICE_PAUSE_MINUTES = 1;
/** The digits of a code as it was typed, or pasted from a mail with its blank, "123 456". */
export const codiceDigits = (typed: string): string => typed.replace(/\s/g, '');
/** @returns whether all digits are there, so that the code can be verified without a button */
export const isWholeCodice = (typed: string): boolean => /^\d{6}$/.test(codiceDigits(typed));

/** @returns whether the one-time code counts two addresses as one mailbox */
export function isSameMailbox(a: string | undefined, b: string | undefined): boolean {
  return Boolean(a && b) && comparableEmail(a ?? '') === comparableEmail(b ?? '');
}
