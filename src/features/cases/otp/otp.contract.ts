/** The call by which anybody confirms an e-mail address: it sends a six-digit code, and checks the code that was typed. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { otpSchema } from '../../../platform/atoms/otp.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { CODICE_SENT, CODICE_VALID } from './codice.ts';

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
    fails: ['send_failed'],
  }),
};
