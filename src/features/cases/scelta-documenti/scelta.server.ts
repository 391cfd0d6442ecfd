/** Lists the documents that a request can be about, and says whether the chosen ones fit into one request. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { enti } from '../ente/ente.server.ts';
import { sistemaFields } from '../ente/sistemi.ts';
import { codeOf, powerFor, requestAt } from '../posizione/azioni.ts';
import { listDocumentiInFront } from '../posizione/documenti-in-front.server.ts';
import { type Documento, posizioneOperations } from '../posizione/posizione.contract.ts';
import {
  findOpenDocumentiById,
  listOpenWithDocumenti,
  type OpenDocumento,
} from '../posizione/posizioni-open.server.ts';
import {
  checkAccepted,
  notTakenOnline,
  RICHIESTA_IN_PROGRESS,
  wireUsableDocumenti,
} from '../richiesta/documenti.server.ts';
import { documentiFormPath } from '../richiesta/documenti.ts';
import { isSelectable, markApart } from './documenti-together.ts';
import {
  NO_SERVICE,
  type OpenedPosizione,
  type SelectableDocumento,
  type sceltaDocumentiOperations,
} from './scelta.contract.ts';

export const sceltaDocumentiHandlers: OperationHandlers<typeof sceltaDocumentiOperations> = {
  documentiDaScegliere: async ({ servizio }, ctx) => {
    const { action, aboveCents } = requestFor(ctx, servizio);
    if (ctx.house.backEnd.takes(posizioneOperations.documentiPosizione)) return listInFront(ctx, action);
    const openPosizioni = await listOpenWithDocumenti(ctx);
    const shown = openPosizioni
      .flatMap((p) => p.documenti)
      .filter((d) => isSelectable(ctx.house.services, d.stato, action));
    const documenti = await asWire(ctx, action, shown);
    const enteNameOf = await enteNames(ctx);
    const all = await enti(ctx.house);
    return Promise.all(
      openPosizioni.map(async ({ id, codice_utente, ente, sistema, documenti: ownDocumenti }) => ({
        Id: id,
        codice_utente,
        nome_ente: enteNameOf(ente),
        sistema,
        nome_sistema: sistemaFields(
          all.find((e) => e.id === ente),
          sistema,
        ).nome_sistema,
        documenti: documenti.filter((d) => ownDocumenti.some((own) => own.id === d.Id)),
        soglia_cent: await aboveCents?.(ctx, ente),
      })),
    );
  },

  scegliDocumenti: async ({ servizio, documenti: ids }, ctx) => {
    const request = requestFor(ctx, servizio);
    const wanted = [...new Set(ids)];
    const chosen = ctx.house.backEnd.takes(posizioneOperations.documentiPosizione)
      ? await chosenInFront(ctx, request.action, wanted)
      : await asWire(
          ctx,
          request.action,
          await findOpenDocumentiById(ctx, wanted, powerFor(ctx.house.services, request.action)),
        );
    const documenti = markApart(chosen);
    const [first] = documenti;
    const numeri = documenti.map((d) => d.numero);
    if (!first || documenti.some((d) => d.perche !== null)) return { percorso: null, documenti };
    const refusal = await request.against?.(ctx, chosen);
    if (refusal) throw new PortalError('invalid', { fields: { documenti: [refusal] } });
    return { percorso: documentiFormPath(servizio, first.sistema, numeri), documenti };
  },
};

/** What the back end has, by the actions that it names for each document. */
async function listInFront(ctx: CallContext, action: string): Promise<OpenedPosizione[]> {
  const { services } = ctx.house;
  const [opened, enteNameOf, answering] = await Promise.all([
    listDocumentiInFront(ctx),
    enteNames(ctx),
    entiAnswering(ctx, action),
  ]);
  return opened.map(({ posizione: { Id, codice_utente, ente, sistema, nome_sistema }, documenti }) => ({
    Id,
    codice_utente,
    nome_ente: enteNameOf(ente),
    sistema,
    nome_sistema,
    documenti: documenti
      .filter((d) => isSelectable(services, d.stato, action))
      .map((d) => ({
        ...d,
        nome_ente: enteNameOf(d.ente),
        perche: reasonInFront(d, { action, isAnswering: answering.has(d.ente), enteName: enteNameOf(d.ente) }),
      })),
  }));
}

async function entiAnswering({ house }: CallContext, action: string): Promise<ReadonlySet<string>> {
  const codice = codeOf(house.services, action) ?? '';
  return new Set((await enti(house)).filter(({ categorie }) => categorie.includes(codice)).map(({ id }) => id));
}

function reasonInFront(
  { azioni, richieste }: Documento,
  { action, isAnswering, enteName }: { action: string; isAnswering: boolean; enteName: string },
): string | null {
  if (!isAnswering) return notTakenOnline({ nome: enteName });
  if (richieste.some(({ azione }) => azione === action)) return RICHIESTA_IN_PROGRESS;
  return azioni.includes(action) ? null : 'Per questo documento questa richiesta non si può fare.';
}

/** @throws PortalError `not_found` when one of them is not, or no more, among those of this person */
async function chosenInFront(ctx: CallContext, action: string, ids: readonly string[]): Promise<SelectableDocumento[]> {
  const all = (await listInFront(ctx, action)).flatMap(({ documenti }) => documenti);
  return ids.map((id) => {
    const found = all.find(({ Id }) => Id === id);
    if (!found) throw new PortalError('not_found', { message: 'Non abbiamo trovato questo documento.' });
    return found;
  });
}

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
