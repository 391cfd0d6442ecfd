import * as z from 'zod/mini';
import { otp as seiCifre } from '../../platform/atoms/otp.ts';
import { send } from '../../platform/client.browser.ts';
import { PortalError } from '../../platform/errors.ts';
import { CODICE_NON_VALIDO, CODICE_VALIDO, operations } from './otp.contract.ts';

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
  // An empty code would ask for another one.
  const forma = z.safeParse(seiCifre(), otp);
  if (!forma.success) throw new PortalError('invalid', { fields: { otp: forma.error.issues.map((i) => i.message) } });
  const risposta = await send(operations.codiceEmail, { email, otp });
  if (risposta !== CODICE_VALIDO) throw new PortalError('invalid', { fields: { otp: [CODICE_NON_VALIDO] } });
}
