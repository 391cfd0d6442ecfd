/** The page with the documents of one position. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enteDellaPagina, enti } from '../../cases/ente/ente.server.ts';
import { requestAt } from '../../cases/posizione/azioni.ts';
import { codiceInBase64 } from '../../cases/posizione/codice.ts';
import type { Documento } from '../../cases/posizione/posizione.contract.ts';
import type { Posizione } from '../../cases/posizione/posizione.controlli.ts';
import { type Scelta, scelta } from '../../cases/scelta-documenti/scelta.page.server.ts';
import { type Letto, leggi } from './area.page.server.ts';

export type PaginaPosizione = {
  posizione: Posizione;
  documenti: Letto<Documento[]>;
  /** Tax code of the body */
  dominioEC: string | undefined;
  /** The form somebody came for */
  request: ReturnType<typeof requestAt>;
  /** Documents were chosen for a form, and it did not begin */
  esito: Scelta | null;
};

/**
 * @returns what to show, or the form for the documents that were chosen
 * @throws PortalError `not_found` when there is no such position among the citizen's own
 */
export async function paginaPosizione(astro: AstroGlobal): Promise<PaginaPosizione | Response> {
  const { ctx } = astro.locals;
  const { idRappresentanza, enteDocumento } = astro.params;
  // Without the position there is nothing to show: a failure here is the whole page's.
  const mie = await call('listaPosizioni', {}, ctx);
  const posizione = mie.find((p) => p.idRappresentanza === idRappresentanza && p.ente === enteDocumento);
  if (!posizione) throw new PortalError('not_found');
  const chiesto = astro.url.searchParams.get('servizio');
  const esito = await scelta(astro, chiesto);
  if (esito instanceof Response) return esito;
  const codice = codiceInBase64(posizione.codice_utente);
  const [documenti, bodies] = await Promise.all([
    leggi(astro, () => call('documentiPosizione', { id: posizione.Id, codice }, ctx)),
    enti(ctx.house),
  ]);
  // The page takes the colours and the footer of the body, unless it is another body's own host.
  astro.locals.ente = await enteDellaPagina(ctx.house, ctx.host, posizione.ente);
  return {
    posizione,
    documenti,
    dominioEC: bodies.find((e) => e.id === posizione.ente)?.codice_fiscale,
    request: requestAt(ctx.house.services, chiesto),
    esito,
  };
}
