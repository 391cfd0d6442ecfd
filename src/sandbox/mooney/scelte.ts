/** What a tester may let happen to an order, and what the provider then tells of it. */
import type { StatoOrdine } from './ordine.ts';

/**
 * One notification. @property evento which event it tells: the same number is the same event again @property dopo ms
 * from the choice
 * @property stato told instead of the order's own @property versamenti how many payments it tells of; all unless said
 */
export type Avvisata = { evento: number; dopo: number; stato?: StatoOrdine; versamenti?: number };

/**
 * @property da states in which it is offered @property versamenti how often the money is taken
 * @property ritorno which address of the portal the browser goes back to; null: it stays here, as the citizen stands at
 * the shop
 * @property vistaDopo ms until the provider itself knows of it @property lenta ms during which it answers slowly
 */
export type Scelta = {
  bottone: string;
  spiega: string;
  da: readonly StatoOrdine[];
  stato: StatoOrdine;
  versamenti: number;
  negozio?: string;
  notifiche: readonly Avvisata[];
  ritorno: 'ok' | 'cancel' | 'error' | 'pending' | null;
  vistaDopo?: number;
  lenta?: number;
};

const SUBITO: readonly Avvisata[] = [{ evento: 1, dopo: 0 }];
const TABACCHERIA = 'Tabaccheria di prova';
const SECONDI_30 = 30_000;
const MINUTO = 60_000;

export const SCELTE: Readonly<Record<string, Scelta>> = {
  paga: {
    bottone: 'Paga subito',
    spiega: 'Il pagamento riesce e il portale riceve subito la notifica.',
    da: ['CREATED'],
    stato: 'PAID',
    versamenti: 1,
    notifiche: SUBITO,
    ritorno: 'ok',
  },
  tabaccheria: {
    bottone: 'Paga in tabaccheria',
    spiega: 'Ricevi un codice da pagare in un negozio: il pagamento resta in attesa. Si paga poi da questa pagina.',
    da: ['CREATED'],
    stato: 'PENDING',
    versamenti: 0,
    notifiche: SUBITO,
    ritorno: 'pending',
  },
  paga_ora: {
    bottone: 'Paga ora in tabaccheria',
    spiega: 'Paghi in negozio il codice ricevuto.',
    da: ['PENDING'],
    stato: 'PAID',
    versamenti: 1,
    negozio: TABACCHERIA,
    notifiche: SUBITO,
    ritorno: null,
  },
  annulla: {
    bottone: 'Annulla',
    spiega: 'Rinunci a pagare e torni al portale.',
    da: ['CREATED', 'PENDING'],
    stato: 'CANCELLED',
    versamenti: 0,
    notifiche: SUBITO,
    ritorno: 'cancel',
  },
  fallisci: {
    bottone: 'Fallisci',
    spiega: 'Il pagamento non riesce, ad esempio perché la carta è rifiutata.',
    da: ['CREATED'],
    stato: 'FAILED',
    versamenti: 0,
    notifiche: SUBITO,
    ritorno: 'error',
  },
  scade: {
    bottone: 'Fai scadere',
    spiega: 'Il tempo per pagare finisce.',
    da: ['CREATED', 'PENDING'],
    stato: 'EXPIRED',
    versamenti: 0,
    notifiche: SUBITO,
    ritorno: 'error',
  },
  due_volte: {
    bottone: 'Paga due volte',
    spiega: 'Il denaro è preso due volte: arriva due volte la notifica del primo versamento, poi quella del secondo.',
    da: ['CREATED'],
    stato: 'PAID',
    versamenti: 2,
    notifiche: [
      { evento: 1, dopo: 0, versamenti: 1 },
      { evento: 1, dopo: 0, versamenti: 1 },
      { evento: 2, dopo: 0 },
    ],
    ritorno: 'ok',
  },
  ritardo: {
    bottone: 'Paga con notifica in ritardo',
    spiega: 'Il pagamento riesce, ma Mooney stessa lo sa, e lo notifica, dopo 30 secondi.',
    da: ['CREATED'],
    stato: 'PAID',
    versamenti: 1,
    notifiche: [{ evento: 1, dopo: SECONDI_30 }],
    ritorno: 'ok',
    vistaDopo: SECONDI_30,
  },
  disordine: {
    bottone: 'Paga con notifiche ripetute e fuori ordine',
    spiega: 'La notifica del pagamento arriva tre volte, e nel mezzo quella, più vecchia, dell’attesa.',
    da: ['CREATED'],
    stato: 'PAID',
    versamenti: 1,
    notifiche: [
      { evento: 2, dopo: 0 },
      { evento: 2, dopo: 0 },
      { evento: 1, dopo: 2_000, stato: 'PENDING', versamenti: 0 },
      { evento: 2, dopo: 4_000 },
    ],
    ritorno: 'ok',
  },
  lentamente: {
    bottone: 'Paga e rispondi lentamente',
    spiega: 'Il pagamento riesce, ma per un minuto Mooney risponde al portale troppo tardi e non notifica nulla.',
    da: ['CREATED'],
    stato: 'PAID',
    versamenti: 1,
    notifiche: [{ evento: 1, dopo: MINUTO }],
    ritorno: 'ok',
    lenta: MINUTO,
  },
};
