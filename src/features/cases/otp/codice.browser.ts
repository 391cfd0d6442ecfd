/** Asks for one-time codes and verifies them in the browser, in forms and in the profile. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CODICE_INVALID, CODICE_MISSING, CODICE_VALID, codiceDigits } from './codice.ts';
import { otpCalls } from './otp.calls.ts';
import { $confirmedEmail } from './otp.store.ts';

/** Sends a code to an address. @throws PortalError, CallError */
export async function requestCodice(email: string): Promise<void> {
  await sendCall(otpCalls.codiceEmail, { email });
}

/** The check that is under way: the sixth digit begins it, and the button pressed right after it waits for the same one. */
let underWay: { of: string; done: Promise<void> } | undefined;

/**
 * Verifies the code that was sent to an address, which becomes the confirmed address of this page. Only the exact words of the answer
 * count: any other answer confirms nothing, whatever its status.
 * @throws PortalError `invalid` on `otp`, CallError
 */
export function confirmCodice(email: string, otp: string): Promise<void> {
  const digits = codiceDigits(otp);
  const of = `${email} ${digits}`;
  if (underWay?.of !== of) {
    const done = verifyDigits(email, digits).finally(() => {
      if (underWay?.done === done) underWay = undefined;
    });
    underWay = { of, done };
  }
  return underWay.done;
}

async function verifyDigits(email: string, otp: string): Promise<void> {
  // An empty one would ask for another code.
  const answer = otp && (await sendCall(otpCalls.codiceEmail, { email, otp }));
  if (answer === CODICE_VALID) return $confirmedEmail.set(email);
  throw new PortalError('invalid', { fields: { otp: [otp ? CODICE_INVALID : CODICE_MISSING] } });
}
