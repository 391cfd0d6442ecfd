/** Handlers of the payment calls: lists of services, check, payment, outcome; also lets a citizen give up an open payment. */
import type { Ctx } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { PaymentError, type Payments } from '../../../platform/payments.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import type { Pagamento } from '../../../store/tables.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import {
  aggiornaVivi,
  apriCarrello,
  type Preparata,
  type Pronta,
  prepara,
  pronta,
  scriviApertura,
} from './apertura.server.ts';
import { serviziDi, tuttiIServizi } from './avvisi.db.ts';
import { avvisoPagabile, puoRinunciare, servizioDa, sulFilo, trovaAvviso } from './avvisi.server.ts';
import { scadenzeCalendario } from './calendario.server.ts';
import type { ServizioPagamento } from './campi.ts';
import { VIVI } from './esiti.ts';
import { esitoDi } from './esito.server.ts';
import { riferisci } from './guasti.server.ts';
import { tentativo, tentativoSconosciuto } from './lettura.server.ts';
import { mieiPagamenti } from './miei.server.ts';
import { notificaMooney } from './notifica.server.ts';
import type { Esito, operations, Servizio } from './paga-online.contract.ts';
import { ricevutaPagamento, ricevutaRedirect } from './ricevuta.server.ts';
import { PAROLE, rifiuto } from './rifiuti.ts';
import { senzaIndovinare } from './sconosciuti.server.ts';
import { preparaSpontaneo, type Spontaneo, scriviSpontaneo } from './spontaneo.server.ts';
import { applica } from './tentativi.server.ts';
import { controlla, riscontra } from './verifica.server.ts';

export const handlers: Handlers<typeof operations> = {
  entiPagamento: async ({ elenco }, ctx) => {
    const offrono = new Set<string>();
    for (const riga of await tuttiIServizi(ctx.db))
      if (servizioDa(riga).elenchi.includes(elenco)) offrono.add(riga.ente);
    return (await enti(ctx.house))
      .filter((e) => offrono.has(e.id))
      .map((e) => ({ codice: e.id, nome: e.nome, codice_fiscale: e.codice_fiscale }));
  },

  serviziPagamento: async ({ elenco, ente }, ctx) => {
    const servizi = (await serviziDi(ctx.db, ente)).map(servizioDa).filter((s) => s.elenchi.includes(elenco));
    return servizi.map((s) => inElenco(s, elenco));
  },

  controllaAvviso: async (cercato, ctx) => {
    const pagabile = () => senzaIndovinare(ctx, () => avvisoPagabile(ctx, cercato));
    const subito = await pagabile().catch((error: unknown) => {
      if (error instanceof PortalError && error.reason === 'PAGAMENTO_IN_CORSO') return undefined;
      throw error;
    });
    if (subito && !subito.attesa) return sulFilo(subito);
    // What stands in the way may be over since the provider was last asked.
    await aggiornaVivi(ctx, await trovaAvviso(ctx, cercato));
    return sulFilo(await pagabile());
  },

  pagaConPagopa: {
    prepare: async ({ altri = [], emailDebitore, conferma, ...primo }, ctx, brake) => {
      const cercati = [primo, ...altri];
      const richiesta = { fornitore: 'pagopa', cercati, email: emailDebitore, conferma } as const;
      return prepara(ctx, richiesta, () => apriCarrello(ctx, richiesta, brake));
    },
    run: async (_input, ctx, preparata: Preparata<Pronta>) => scriviApertura(ctx, pronta(preparata)),
  },

  pagaSpontaneo: {
    prepare: async (input, ctx, brake) =>
      prepara(ctx, { fornitore: 'pagopa', spontaneo: input }, () => preparaSpontaneo(ctx, input, brake)),
    run: async (_input, ctx, preparata: Preparata<Spontaneo>) => scriviSpontaneo(ctx, pronta(preparata)),
  },

  pagaConMooney: {
    prepare: async ({ emailDebitore, ...avviso }, ctx, brake) => {
      const richiesta = { fornitore: 'mooney', cercati: [avviso], email: emailDebitore } as const;
      return prepara(ctx, richiesta, () => apriCarrello(ctx, richiesta, brake));
    },
    run: async (_input, ctx, preparata: Preparata<Pronta>) => scriviApertura(ctx, pronta(preparata)),
  },

  esitoPagamento: async ({ riferimento }, ctx) => {
    const { pagamento } = await tentativo(ctx, riferimento);
    await riscontra(ctx, pagamento);
    return esitoDi(ctx, riferimento);
  },

  annullaPagamento: async ({ id }, ctx) => rinuncia(ctx, id),

  ricevutaRedirect,
  ricevutaPagamento,
  mieiPagamenti,
  scadenzeCalendario,
  notificaMooney,
};

/** As one list offers it; what a link may leave open is told with the links only. */
function inElenco(servizio: ServizioPagamento, elenco: 'PPA' | 'LINK'): Servizio {
  const { codice, nome, descrizione, campi, importo_cent, min_cent, max_cent, modificabili } = servizio;
  return {
    ...{ codice, nome, campi },
    ...(descrizione !== undefined && { descrizione }),
    ...(importo_cent !== undefined && { importo_cent }),
    ...(min_cent !== undefined && { min_cent }),
    ...(max_cent !== undefined && { max_cent }),
    ...(elenco === 'LINK' && modificabili !== undefined && { modificabili }),
  };
}

/**
 * Ends an open payment at the second provider. A payment of somebody else is not found, whoever knows its reference, unless the
 * caller owes the notice by their login: a stranger's does not stand in their way.
 * @throws PortalError `not_found` · PAGAMENTO_FINITO when it is too late · SERVIZIO_NON_DISPONIBILE
 */
async function rinuncia(ctx: Ctx, id: string): Promise<Esito> {
  const { pagamento, avvisi } = await tentativo(ctx, id);
  if (!(await puoRinunciare(ctx, pagamento, avvisi))) throw tentativoSconosciuto();
  if (pagamento.stato === 'annullato') return esitoDi(ctx, id);
  const provider = ctx.house.payments[pagamento.fornitore];
  if (!provider?.annulla || !VIVI.includes(pagamento.stato)) throw rifiuto('PAGAMENTO_FINITO');
  const finito = await annullato(ctx.house, provider.annulla, pagamento);
  if (finito) await applica({ house: ctx.house, now: ctx.now }, id, { stato: 'annullato', ricevute: [] });
  else await controlla(ctx.house, id);
  const esito = await esitoDi(ctx, id);
  if (!finito && esito.stato !== 'annullato') throw rifiuto('PAGAMENTO_FINITO');
  return esito;
}

/** @returns false when it is too late @throws PortalError SERVIZIO_NON_DISPONIBILE */
async function annullato(
  house: Ctx['house'],
  annulla: NonNullable<Payments['annulla']>,
  { id, rif_fornitore }: Pagamento,
): Promise<boolean> {
  try {
    return await annulla({ riferimento: id, rif: rif_fornitore });
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    // What the provider does not know nobody can pay there.
    if (error.why !== 'away') return error.why === 'unknown';
    riferisci(house, error);
    throw rifiuto('SERVIZIO_NON_DISPONIBILE', { message: PAROLE.nonAnnullabileOra, cause: error });
  }
}
