/** Asks for one-time codes and verifies them in the browser, in forms and in the profile. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CODICE_INVALID, CODICE_MISSING, CODICE_VALID } from './codice.ts';
import { otpCalls } from './otp.calls.ts';
import { $confirmedEmail } from './otp.store.ts';

/** Sends a code to an address. @throws PortalError, CallError */
export async function requestCodice(email: string): Promise<void> {
  await sendCall(otpCalls.codiceEmail, { email });
}

/**
 * Verifies the code that was sent to an address, which becomes the confirmed address of this page. Only the exact words of the answer
 * count: any other answer confirms nothing, whatever its status.
 * @throws PortalError `invalid` on `otp`, CallError
 */
export async function confirmCodice(email: string, otp: string): Promise<void> {
  // A code copied from a mail has a blank, "123 456". An empty one would ask for another code.
  const digits = otp.replace(/\s/g, '');
  const answer = digits && (await sendCall(otpCalls.codiceEmail, { email, otp: digits }));
  if (answer === CODICE_VALID) return $confirmedEmail.set(email);
  throw new PortalError('invalid', { fields: { otp: [digits ? CODICE_INVALID : CODICE_MISSING] } });
}
