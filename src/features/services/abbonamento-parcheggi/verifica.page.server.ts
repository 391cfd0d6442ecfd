/** What the page behind the QR code of a permit shows: whether it is valid today, or that there is none. */
import type { AstroGlobal } from 'astro';
import { callWithFields } from '../../../call.server.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import type { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith } from '../../../platform/page.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import type { parcheggiOperations } from './parcheggi.contract.ts';
import { VERIFICA_PATH } from './permesso.ts';

export type PermessoEsito = OperationOutput<(typeof parcheggiOperations)['verificaPermesso']>;

/** The page is that of the ente that gave the permit. */
export async function openVerificaPage(
  astro: AstroGlobal,
): Promise<{ permesso: PermessoEsito } | { error: PortalError }> {
  const { ctx } = astro.locals;
  const asked = { codice: astro.params.codice };
  const found = await attemptSend(astro, VERIFICA_PATH, () => callWithFields('verificaPermesso', asked, ctx));
  if (!found.ok) {
    failWith(astro, found.error);
    return found;
  }
  astro.locals.ente = await enteOfPage(ctx.house, '', found.data.ente);
  return { permesso: found.data };
}
