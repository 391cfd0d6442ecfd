/** One-time codes as the browser asks for them and verifies them, in forms and in the profile. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CODICE_INVALID, CODICE_MISSING, CODICE_VALID } from './codice.ts';
import { otpCalls } from './otp.calls.ts';
import { $confirmedEmail } from './otp.store.ts';

/** Asks for a code at an address. @throws PortalError, CallError */
export async function requestCodice(email: string): Promise<void> {
  await sendCall(otpCalls.codiceEmail, { email });
}

/**
 * Proves an address with the code that was sent there: from then on it is the confirmed one of this page. Only the exact answer counts: anything else, whatever its status, is not a
 * confirmation.
 * @throws PortalError `invalid` on `otp`, CallError
 */
export async function confirmCodice(email: string, otp: string): Promise<void> {
  // As it is copied from a mail, "123 456". An empty code would ask for another one.
  const digits = otp.replace(/\s/g, '');
  const answer = digits && (await sendCall(otpCalls.codiceEmail, { email, otp: digits }));
  if (answer === CODICE_VALID) return $confirmedEmail.set(email);
  throw new PortalError('invalid', { fields: { otp: [digits ? CODICE_INVALID : CODICE_MISSING] } });
}
