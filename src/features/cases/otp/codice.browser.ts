/** One-time codes as the browser asks for them and verifies them, in forms and in the profile. */
import { send } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CODICE_NON_VALIDO, CODICE_VALIDO, operations, SCRIVI_CODICE } from './otp.contract.ts';

/** Asks for a code at an address. @throws PortalError, CallError */
export async function chiediCodice(email: string): Promise<void> {
  await send(operations.codiceEmail, { email });
}

/**
 * Proves an address with the code that was sent there. Only the exact answer counts: anything else, whatever its status, is not a
 * confirmation.
 * @throws PortalError `invalid` on `otp`, CallError
 */
export async function confermaCodice(email: string, otp: string): Promise<void> {
  // As it is copied from a mail, "123 456". An empty code would ask for another one.
  const cifre = otp.replace(/\s/g, '');
  const risposta = cifre && (await send(operations.codiceEmail, { email, otp: cifre }));
  if (risposta === CODICE_VALIDO) return;
  throw new PortalError('invalid', { fields: { otp: [cifre ? CODICE_NON_VALIDO : SCRIVI_CODICE] } });
}
