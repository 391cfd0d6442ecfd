/** The two buttons of the one-time code on a form without JavaScript. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, type Sent } from '../../../platform/page.server.ts';
import { SCRIVI_CODICE } from './otp.contract.ts';

type Pagina = Pick<AstroGlobal, 'locals'>;
type Scritti = Record<string, string | undefined>;

/** Asks for a code. An answer to a mail that did not leave is fixed on the wire; a citizen reads what to do. */
export async function inviaCodice(astro: Pagina, percorso: string, { email }: Scritti): Promise<Sent<unknown>> {
  const sent = await attempt(astro, percorso, () => call('codiceEmail', { email }, astro.locals.ctx));
  if (sent.ok || sent.error.code !== 'send_failed') return sent;
  const message = 'Non siamo riusciti a inviare il codice. Controlla l’indirizzo e riprova tra poco.';
  return { ok: false, error: new PortalError('send_failed', { message }) };
}

export function verificaCodice(astro: Pagina, percorso: string, { email, otp }: Scritti): Promise<Sent<unknown>> {
  // As it is copied from a mail, "123 456". An empty code would ask for another one.
  const cifre = otp?.replace(/\s/g, '');
  return attempt(astro, percorso, () => {
    if (!cifre) throw new PortalError('invalid', { fields: { otp: [SCRIVI_CODICE] } });
    return call('codiceEmail', { email, otp: cifre }, astro.locals.ctx);
  });
}
