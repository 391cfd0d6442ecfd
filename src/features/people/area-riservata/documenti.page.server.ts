/** The page with the documents of one position. */
import type { AstroGlobal } from 'astro';
import { callOperation, isAnswered } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type ReadOrFailed, readOrFailed } from '../../../platform/page.server.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import { requestAt } from '../../cases/posizione/azioni.ts';
import { encodeCodice } from '../../cases/posizione/codice.ts';
import type { Posizione } from '../../cases/posizione/posizione.checks.ts';
import type { Documento } from '../../cases/posizione/posizione.contract.ts';
import { type DocumentoChoice, readChoice } from '../../cases/scelta-documenti/scelta.page.server.ts';
import type { DelegatedPosizione } from '../deleghe/deleghe.contract.ts';
import { AREA } from './schede.ts';

export type PosizionePage = {
  posizione: Posizione;
  /** Instalments to pay, of a position that the citizen has as a delegate: their own are among their due dates */
  rate: DelegatedPosizione['rate'];
  documenti: ReadOrFailed<Documento[]>;
  /** Tax code of the ente */
  dominioEC: string | undefined;
  /** The form that the citizen came for */
  request: ReturnType<typeof requestAt>;
  /** The total that the documents of the request have to exceed, in cents */
  aboveCents: number | undefined;
  /** Set when documents were chosen for a form that cannot start */
  outcome: DocumentoChoice | null;
};

/** A position that the citizen has as a delegate. */
const readDelegated = async (ctx: CallContext, id: string): Promise<DelegatedPosizione | undefined> =>
  isAnswered(ctx.house, 'posizioneDelegata') ? callOperation('posizioneDelegata', { id }, ctx) : undefined;

/**
 * @returns what to show, or the form for the documents that were chosen
 * @throws PortalError `not_found` when there is no such position among the citizen's own
 */
export async function openPosizionePage(astro: AstroGlobal): Promise<PosizionePage | Response> {
  const { ctx } = astro.locals;
  const { idRappresentanza, enteDocumento } = astro.params;
  // Without the position there is nothing to show, so a failure here fails the page.
  const own = await callOperation('listaPosizioni', {}, ctx);
  const ownPosizione = own.find((p) => p.idRappresentanza === idRappresentanza && p.ente === enteDocumento);
  const delegated = ownPosizione ? undefined : await readDelegated(ctx, idRappresentanza ?? '');
  const posizione = ownPosizione ?? delegated;
  if (!posizione || posizione.ente !== enteDocumento) throw new PortalError('not_found');
  const request = requestAt(ctx.house.services, astro.url.searchParams.get('servizio'));
  const outcome = request ? await readChoice(astro, request.slug) : null;
  if (outcome instanceof Response) return outcome;
  const codice = encodeCodice(posizione.codice_utente);
  const [documenti, allEnti, aboveCents] = await Promise.all([
    readOrFailed(astro, AREA, () => callOperation('documentiPosizione', { id: posizione.Id, codice }, ctx)),
    enti(ctx.house),
    request?.aboveCents?.(ctx, posizione.ente),
  ]);
  const dominioEC = allEnti.find((e) => e.id === posizione.ente)?.codice_fiscale;
  // The page takes the colours and the footer of the ente, unless the host belongs to another.
  astro.locals.ente = await enteOfPage(ctx.house, ctx.host, posizione.ente);
  return {
    posizione,
    rate: delegated?.rate ?? [],
    documenti,
    dominioEC,
    request,
    aboveCents,
    outcome,
  };
}
