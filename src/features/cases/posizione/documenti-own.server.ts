/** The calls for a citizen's documents; the calendar of due dates reads the list as well. */
import type { CallContext } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { answerFile } from '../allegati/allegati.server.ts';
import { enti } from '../ente/ente.server.ts';
import { nameOf } from '../ente/servizi.ts';
import { chatPath, protocollo } from '../pratica/pratica-names.ts';
import { readActing, shownDelega } from './deleghe.server.ts';
import { listDocumentiInFront, listPosizioniInFront, type OpenedInFront } from './documenti-in-front.server.ts';
import type { OwnDocumento, ownPosizioniOperations } from './documenti-own.contract.ts';
import { findOwnAct, listOwnDocumenti, listOwnDocumento } from './documenti-own.db.ts';
import { type Documento, posizioneOperations } from './posizione.contract.ts';
import { wireOwnDocumenti } from './posizione.server.ts';
import { listOpenPosizioni } from './posizioni-open.server.ts';
import { listOwnRichieste } from './richieste.db.ts';

/** The documents of all positions of the citizen who is logged in, latest first; an empty list without a login. */
export const readOwnDocumenti = async (ctx: CallContext): Promise<OwnDocumento[]> =>
  wireOwn(ctx, await listOwnDocumenti(ctx.db, holderOf(ctx)));

const holderOf = (ctx: CallContext) => ({
  codice_fiscale: ctx.user?.codice_fiscale ?? '',
  today: todayInRome(ctx.now),
});

async function wireOwn(ctx: CallContext, rows: Awaited<ReturnType<typeof listOwnDocumenti>>): Promise<OwnDocumento[]> {
  const [documenti, acting, allEnti] = await Promise.all([
    wireOwnDocumenti(ctx, rows),
    readActing(
      ctx,
      rows.map(({ posizione }) => posizione),
    ),
    enti(ctx.house),
  ]);
  const enteNames = new Map(allEnti.map((e) => [e.id, e.nome]));
  return rows.map(({ ente, posizione, codice_utente, idRappresentanza }, index) => {
    const delega = shownDelega(acting, posizione);
    return {
      ...(documenti[index] as Documento),
      nome_ente: enteNames.get(ente) ?? ente,
      codice_utente,
      idRappresentanza,
      ...(delega && { delega }),
    };
  });
}

function ownDocumentiOf({ posizione, documenti }: OpenedInFront): OwnDocumento[] {
  const { nome_ente, codice_utente, idRappresentanza } = posizione;
  return documenti.map((documento) => ({ ...documento, nome_ente, codice_utente, idRappresentanza }));
}

export const ownPosizioniHandlers: OperationHandlers<typeof ownPosizioniOperations> = {
  posizioniAperte: async (_input, ctx) => {
    if (ctx.house.backEnd.takes(posizioneOperations.listaPosizioni)) return listPosizioniInFront(ctx);
    const open = await listOpenPosizioni(ctx);
    return open.map(({ id: Id, codice_utente, ente, sistema, servizi, per_conto }) => ({
      Id,
      codice_utente,
      ente,
      sistema,
      ...(servizi && { servizi }),
      ...(per_conto && { per_conto }),
    }));
  },
  mieiDocumenti: async (_input, ctx) =>
    ctx.house.backEnd.takes(posizioneOperations.documentiPosizione)
      ? (await listDocumentiInFront(ctx)).flatMap(ownDocumentiOf)
      : readOwnDocumenti(ctx),
  attoDocumento: async ({ id }, ctx) => {
    const row = await findOwnAct(ctx.db, holderOf(ctx), id);
    if (!row) throw new PortalError('not_found');
    return answerFile(ctx, row, { small: false, opens: false });
  },
  mioDocumento: async ({ id }, ctx) => {
    const [documento] = await wireOwn(ctx, await listOwnDocumento(ctx.db, { ...holderOf(ctx), documento: id }));
    if (!documento) throw new PortalError('not_found');
    // A position may have several holders: each sees their own requests.
    const rows = await listOwnRichieste(ctx.db, { documento: id, utente: ctx.user?.id ?? '' });
    const pratiche = rows.map(({ codice, stato, inviata_il, ...pratica }) => ({
      codice,
      stato,
      servizio: nameOf(ctx.house.services, codice),
      protocollo: protocollo(pratica),
      inviata_il: isoInstant(inviata_il),
      chat: chatPath(pratica),
    }));
    return { documento, pratiche };
  },
};
