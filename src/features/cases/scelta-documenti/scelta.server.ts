/** Lists the documents that a request can be about, and says whether the chosen ones fit into one request. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { enti } from '../ente/ente.server.ts';
import { requestAt } from '../posizione/azioni.ts';
import {
  findOpenDocumentiById,
  listOpenWithDocumenti,
  type OpenDocumento,
} from '../posizione/posizioni-open.server.ts';
import { checkAccepted, wireUsableDocumenti } from '../richiesta/documenti.server.ts';
import { documentiFormPath } from '../richiesta/documenti.ts';
import { isSelectable, markApart } from './documenti-together.ts';
import { NO_SERVICE, type SelectableDocumento, type sceltaDocumentiOperations } from './scelta.contract.ts';

export const sceltaDocumentiHandlers: OperationHandlers<typeof sceltaDocumentiOperations> = {
  documentiDaScegliere: async ({ servizio }, ctx) => {
    const { action } = requestFor(ctx, servizio);
    const openPosizioni = await listOpenWithDocumenti(ctx);
    const shown = openPosizioni
      .flatMap((p) => p.documenti)
      .filter((d) => isSelectable(ctx.house.services, d.stato, action));
    const documenti = await asWire(ctx, action, shown);
    const enteNameOf = await enteNames(ctx);
    return openPosizioni.map(({ id, codice_utente, ente, sistema, documenti: ownDocumenti }) => ({
      Id: id,
      ...{ codice_utente, nome_ente: enteNameOf(ente), sistema },
      documenti: documenti.filter((d) => ownDocumenti.some((own) => own.id === d.Id)),
    }));
  },

  scegliDocumenti: async ({ servizio, documenti: ids }, ctx) => {
    const request = requestFor(ctx, servizio);
    const chosen = await findOpenDocumentiById(ctx, [...new Set(ids)]);
    const documenti = markApart(await asWire(ctx, request.action, chosen));
    const [first] = documenti;
    const numeri = documenti.map((d) => d.numero);
    if (!first || documenti.some((d) => d.perche !== null)) return { percorso: null, documenti };
    const refusal = await request.against?.(ctx, chosen);
    if (refusal) throw new PortalError('invalid', { fields: { documenti: [refusal] } });
    return { percorso: documentiFormPath(servizio, first.sistema, numeri), documenti };
  },
};

/** @throws PortalError `invalid` when there is no form on documents with this slug */
function requestFor({ house }: CallContext, slug: string) {
  const request = requestAt(house.services, slug);
  if (!request) throw new PortalError('invalid', { fields: { servizio: [NO_SERVICE] } });
  return request;
}

async function asWire(
  ctx: CallContext,
  action: string,
  opened: readonly OpenDocumento[],
): Promise<SelectableDocumento[]> {
  const documenti = await wireUsableDocumenti(ctx, await checkAccepted(ctx, action, opened));
  const enteNameOf = await enteNames(ctx);
  return documenti.map((d) => ({ ...d, nome_ente: enteNameOf(d.ente) }));
}

async function enteNames({ house }: CallContext): Promise<(id: string) => string> {
  const bodies = await enti(house);
  return (id) => bodies.find((e) => e.id === id)?.nome ?? id;
}
