/** How a payment can go at the test page of Checkout. */
import type { CartRequest } from '../../platform/pagopa-wire.ts';
import type { Pagata } from './ricevute.server.ts';

const MINUTE = 60_000;
const subito: Pagata = { volte: 1, dopo: 0, lenta: 0 };
const piuTardi: Pagata = { ...subito, dopo: MINUTE };

type Riga = { nome: string; che: string; ritorno: keyof CartRequest['returnUrls']; paga?: (n: number) => Pagata };

/** @property ritorno where the browser is sent back to @property paga how the nth notice of the cart is paid; left out: it is not */
const TAVOLA = {
  paga: {
    nome: 'Paga',
    che: 'Il pagamento riesce e la ricevuta c’è subito.',
    ritorno: 'returnOkUrl',
    paga: () => subito,
  },
  annulla: { nome: 'Annulla', che: 'Torni al portale senza pagare.', ritorno: 'returnCancelUrl' },
  fallisci: { nome: 'Fallisci', che: 'La banca rifiuta il pagamento.', ritorno: 'returnErrorUrl' },
  tempo_scaduto: {
    nome: 'Fai scadere il tempo',
    che: 'Checkout non sa com’è andata, e non hai pagato.',
    ritorno: 'returnWaitingUrl',
  },
  paga_piu_tardi: {
    nome: 'Paga più tardi',
    che: 'Checkout non sa com’è andata; hai pagato, e la ricevuta arriva dopo un minuto.',
    ritorno: 'returnWaitingUrl',
    paga: () => piuTardi,
  },
  paga_in_parte: {
    nome: 'Paga in parte',
    che: 'La ricevuta del primo avviso c’è subito, le altre arrivano dopo un minuto.',
    ritorno: 'returnOkUrl',
    paga: (n) => (n === 0 ? subito : piuTardi),
  },
  paga_due_volte: {
    nome: 'Paga due volte',
    che: 'Per ogni avviso arrivano due ricevute diverse.',
    ritorno: 'returnOkUrl',
    paga: () => ({ ...subito, volte: 2 }),
  },
  rispondi_lentamente: {
    nome: 'Paga e rispondi lentamente',
    che: 'Il pagamento riesce, ma per un minuto chi chiede la ricevuta aspetta 10 secondi.',
    ritorno: 'returnOkUrl',
    paga: () => ({ ...subito, lenta: MINUTE }),
  },
} as const satisfies Record<string, Riga>;

export type Scelta = keyof typeof TAVOLA;
export const SCELTE: Readonly<Record<Scelta, Riga>> = TAVOLA;

export const isScelta = (value: unknown): value is Scelta => typeof value === 'string' && Object.hasOwn(TAVOLA, value);
