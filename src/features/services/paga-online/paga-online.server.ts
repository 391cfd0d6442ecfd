/** Handlers of the payment calls: lists of services, check, payment, outcome; also lets a citizen give up an open payment. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { PaymentError, type PaymentsPort } from '../../../platform/payments.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pagamento } from '../../../store/tables.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { listAllServizi, listServizi } from './avvisi.db.ts';
import { canGiveUp, findAvviso, findDominio, findPayableAvviso, parseServizio, wireOfAvviso } from './avvisi.server.ts';
import { limitGuessing } from './avviso-guessing.server.ts';
import { LIVE_STATI } from './esiti.ts';
import { markReturned, readEsito } from './esito.server.ts';
import { reportFault } from './fornitore-fault.server.ts';
import { handleMooneyNotification } from './mooney-notification.server.ts';
import { listOwnPagamenti } from './own-pagamenti.server.ts';
import type { pagaOnlineOperations } from './paga-online.contract.ts';
import {
  type OpenedCarrello,
  openCarrello,
  type PreparedSend,
  prepareOnce,
  refreshLiveTentativi,
  unwrapPrepared,
  writeOpening,
} from './pagamento-opening.server.ts';
import { ricevutaPagamento, ricevutaRedirect } from './ricevuta.server.ts';
import { RIFIUTO_TEXTS, rifiuto } from './rifiuti.ts';
import type { ServizioPagamento } from './servizio-fields.ts';
import type { Esito, Servizio } from './shown.ts';
import { prepareSpontaneo, type Spontaneo, writeSpontaneo } from './spontaneo.server.ts';
import { writeValutazionePagamento } from './tentativi.db.ts';
import { applyEsito } from './tentativi.server.ts';
import { isOwnPagamento, listLeftOpen, readTentativo, unknownTentativo } from './tentativo-read.server.ts';
import { refreshPagamento, updateFromFornitore } from './verifica.server.ts';

export const pagaOnlineHandlers: OperationHandlers<typeof pagaOnlineOperations> = {
  entiPagamento: async ({ elenco }, ctx) => {
    const offering = new Set<string>();
    for (const row of await listAllServizi(ctx.db))
      if (parseServizio(row).elenchi.includes(elenco)) offering.add(row.ente);
    return (await enti(ctx.house))
      .filter((e) => offering.has(e.id))
      .map((e) => ({ codice: e.id, nome: e.nome, codice_fiscale: e.codice_fiscale }));
  },

  serviziPagamento: async ({ elenco, ente }, ctx) => {
    const servizi = (await listServizi(ctx.db, ente)).map(parseServizio).filter((s) => s.elenchi.includes(elenco));
    return servizi.map((s) => listedServizio(s, elenco));
  },

  controllaAvviso: async ({ dominioEC: asked, ...named }, ctx) => {
    // Without a number the schema asks for the ente.
    const dominioEC = asked ?? (await limitGuessing(ctx, () => findDominio(ctx, named.numero_avviso ?? '')));
    const query = { ...named, dominioEC };
    const findPayable = () => limitGuessing(ctx, () => findPayableAvviso(ctx, query));
    const atOnce = await findPayable().catch((error: unknown) => {
      if (error instanceof PortalError && error.reason === 'PAGAMENTO_IN_CORSO') return undefined;
      throw error;
    });
    if (atOnce && !atOnce.pending) return wireOfAvviso(ctx, atOnce);
    // The provider may know by now that what blocks it is over.
    await refreshLiveTentativi(ctx, await findAvviso(ctx, query));
    return wireOfAvviso(ctx, await findPayable());
  },

  pagaConPagopa: {
    prepare: async ({ altri: others = [], emailDebitore, conferma, ...first }, ctx, brake) => {
      const queries = [first, ...others];
      const request = { fornitore: 'pagopa', queries, email: emailDebitore, conferma } as const;
      return prepareOnce(ctx, request, () => openCarrello(ctx, request, brake));
    },
    run: async (_input, ctx, prepared: PreparedSend<OpenedCarrello>) => writeOpening(ctx, unwrapPrepared(prepared)),
  },

  pagaSpontaneo: {
    prepare: async (input, ctx, brake) =>
      prepareOnce(ctx, { fornitore: 'pagopa', spontaneo: input }, () => prepareSpontaneo(ctx, input, brake)),
    run: async (_input, ctx, prepared: PreparedSend<Spontaneo>) => writeSpontaneo(ctx, unwrapPrepared(prepared)),
  },

  pagaConMooney: {
    prepare: async ({ emailDebitore, conferma, ...avviso }, ctx, brake) => {
      const request = { fornitore: 'mooney', queries: [avviso], email: emailDebitore, conferma } as const;
      return prepareOnce(ctx, request, () => openCarrello(ctx, request, brake));
    },
    run: async (_input, ctx, prepared: PreparedSend<OpenedCarrello>) => writeOpening(ctx, unwrapPrepared(prepared)),
  },

  esitoPagamento: async ({ riferimento, ritorno }, ctx) => {
    // Before the provider is asked, so that its answer finds an attempt whose browser came back.
    await markReturned(ctx, riferimento, ritorno);
    const { pagamento } = await readTentativo(ctx, riferimento);
    await refreshPagamento(ctx, pagamento);
    return readEsito(ctx, riferimento);
  },

  pagamentiAperti: async (_input, ctx) => listLeftOpen(ctx),

  annullaPagamento: async ({ id }, ctx) => giveUpPagamento(ctx, id),

  valutaPagamento: async ({ id, stelle, aspetto, testo }, ctx) => {
    const { pagamento } = await readTentativo(ctx, id);
    if (pagamento.stato !== 'pagato' || !isOwnPagamento(ctx, pagamento)) throw unknownTentativo();
    const valutazione = { stelle, aspetto: aspetto ?? null, testo: testo ?? null, quando: ctx.now };
    return { registrata: await writeValutazionePagamento(ctx.db, { pagamento: id, ...valutazione }) };
  },

  ricevutaRedirect,
  ricevutaPagamento,
  mieiPagamenti: listOwnPagamenti,
  notificaMooney: handleMooneyNotification,
};

/** A service as one list offers it. Only the list of links says which fields stay editable. */
function listedServizio(servizio: ServizioPagamento, listKind: 'PPA' | 'LINK'): Servizio {
  const { codice, nome, descrizione, campi, importo_cent, min_cent, max_cent, modificabili } = servizio;
  return {
    codice,
    nome,
    campi,
    ...(descrizione !== undefined && { descrizione }),
    ...(importo_cent !== undefined && { importo_cent }),
    ...(min_cent !== undefined && { min_cent }),
    ...(max_cent !== undefined && { max_cent }),
    ...(listKind === 'LINK' && modificabili !== undefined && { modificabili }),
  };
}

/**
 * Ends an open payment at the second provider. To a stranger with its reference it does not exist, unless they are the logged-in debtor, whom
 * it blocks.
 * @throws PortalError `not_found` · PAGAMENTO_FINITO when it is too late · SERVIZIO_NON_DISPONIBILE
 */
async function giveUpPagamento(ctx: CallContext, id: string): Promise<Esito> {
  const { pagamento, avvisi } = await readTentativo(ctx, id);
  if (!(await canGiveUp(ctx, pagamento, avvisi))) throw unknownTentativo();
  if (pagamento.stato === 'annullato') return readEsito(ctx, id);
  const provider = ctx.house.payments[pagamento.fornitore];
  if (!provider?.cancel || !LIVE_STATI.includes(pagamento.stato)) throw rifiuto('PAGAMENTO_FINITO');
  const ended = await cancelAtFornitore(ctx.house, provider.cancel, pagamento);
  if (ended) await applyEsito({ house: ctx.house, now: ctx.now }, id, { stato: 'annullato', ricevute: [] });
  else await updateFromFornitore(ctx.house, id);
  const esito = await readEsito(ctx, id);
  if (!ended && esito.stato !== 'annullato') throw rifiuto('PAGAMENTO_FINITO');
  return esito;
}

/** @returns false when it is too late @throws PortalError SERVIZIO_NON_DISPONIBILE */
async function cancelAtFornitore(
  house: CallContext['house'],
  cancel: NonNullable<PaymentsPort['cancel']>,
  { id, rif_fornitore }: Pagamento,
): Promise<boolean> {
  try {
    return await cancel({ riferimento: id, rif: rif_fornitore });
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // A payment that the provider does not have cannot be paid there.
    if (error.why !== 'away') return error.why === 'unknown';
    reportFault(house, error);
    throw rifiuto('SERVIZIO_NON_DISPONIBILE', { message: RIFIUTO_TEXTS.notCancellableNow, cause: error });
  }
}
