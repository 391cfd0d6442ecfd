/** Anyone confirms an e-mail address: a six-digit code is sent there, and typed back here. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { otpSchema } from '../../../platform/atoms/otp.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

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

export const otpOperations = {
  codiceEmail: defineOperation({
    summary: 'Anyone asks for a code at an e-mail address, or (with `otp`) proves to have received it.',
    method: 'POST',
    path: '/api/v1/generic/segnalazione/otp',
    access: 'anyone',
    input: z.object({ email: emailAddressSchema(), otp: optionalSchema(otpSchema()) }),
    output: z.enum([CODICE_SENT, CODICE_VALID]),
    status: (output) => (output === CODICE_SENT ? 201 : 200),
    bot: 'spent',
  }),
};
