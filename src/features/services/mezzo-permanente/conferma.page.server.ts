/** The confirmation of a declaration that was sent, for who sent it. */
import type { AstroGlobal } from 'astro';
import { PortalError } from '../../../platform/errors.ts';
import { readForm } from '../../../platform/page.server.ts';
import { type Conferma, confermaDi } from '../../cases/modulo/modulo.conferma.server.ts';
import { praticaMia } from '../../cases/pratica/mie.server.ts';
import type { DichiarazioneMostrata } from './mezzo.contract.ts';
import { indirizzo } from './passi.ts';
import { apriPasso } from './passo.page.server.ts';

/** @returns what to show, or where to go @throws PortalError `not_found` when somebody else sent it */
export async function paginaConferma(
  astro: AstroGlobal,
): Promise<{ dichiarazione: DichiarazioneMostrata; conferma: Conferma } | Response> {
  const form = await readForm(astro);
  const aperta = await apriPasso(astro, 'conferma');
  if (aperta instanceof Response) return aperta;
  const { dichiarazione } = aperta;
  const pratica = await praticaMia(astro.locals.ctx, dichiarazione.pratica?.id ?? '');
  if (!pratica) throw new PortalError('not_found');
  const conferma = await confermaDi(astro, pratica, { form, pagina: indirizzo('conferma', dichiarazione.Id) });
  return conferma instanceof Response ? conferma : { dichiarazione, conferma };
}
