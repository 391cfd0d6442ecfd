/** Anyone confirms an e-mail address: a six-digit code is sent there, and typed back here. */
import * as z from 'zod/mini';
import { email } from '../../../platform/atoms/email.ts';
import { otp } from '../../../platform/atoms/otp.ts';
import { facoltativo } from '../../../platform/atoms/testo.ts';
import { operation } from '../../../platform/contract.ts';

/** The exact answers: a code counts as valid only when the second one comes back, letter by letter. */
export const CODICE_INVIATO = 'Codice inviato';
export const CODICE_VALIDO = 'Codice valido';
export const CODICE_NON_VALIDO = 'Codice non valido';
/** Said when nothing was typed. */
export const SCRIVI_CODICE = 'Scrivi il codice che ti abbiamo mandato per e-mail.';

/** How long a code can be typed. */
export const MINUTI = 10;

/** Do two addresses name one mailbox, as the one-time code sees it? */
export function stessa(a: string | undefined, b: string | undefined): boolean {
  return Boolean(a && b) && a?.trim().toLowerCase() === b?.trim().toLowerCase();
}

export const operations = {
  codiceEmail: operation({
    summary: 'Anyone asks for a code at an e-mail address, or (with `otp`) proves to have received it.',
    method: 'POST',
    path: '/api/v1/generic/segnalazione/otp',
    access: 'anyone',
    input: z.object({ email: email(), otp: facoltativo(otp()) }),
    output: z.enum([CODICE_INVIATO, CODICE_VALIDO]),
    status: (output) => (output === CODICE_INVIATO ? 201 : 200),
    bot: 'spent',
  }),
};
