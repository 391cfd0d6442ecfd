/**
 * The outcome of an attempt to pay: which state follows which, and what the citizen reads in each. Pure; server and browser. A return address
 * proves nothing: `pagato` comes only from the provider's receipt or status (product rule).
 */
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { Fornitore, FornitoreEsito, FornitoreRicevuta } from '../../../platform/payments.ts';

export const pagamentoStati = ['aperto', 'in_verifica', 'pagato', 'non_completato', 'annullato', 'scaduto'] as const;
export type PagamentoStato = (typeof pagamentoStati)[number];

/** Calls answer an attempt without a return as `in_verifica`, too. */
export const esitoStati = ['pagato', 'in_verifica', 'non_completato', 'annullato', 'scaduto'] as const;
export type EsitoStato = (typeof esitoStati)[number];

/**
 * Which states may follow. A receipt wins over everything before it, however late; nothing follows it. An attempt that ended without money is
 * final: the citizen opens another.
 */
export const PAGAMENTO_TRANSITIONS: Readonly<Record<PagamentoStato, readonly PagamentoStato[]>> = {
  aperto: ['in_verifica', 'pagato', 'non_completato', 'annullato', 'scaduto'],
  in_verifica: ['pagato', 'non_completato', 'annullato', 'scaduto'],
  non_completato: ['pagato'],
  annullato: ['pagato'],
  scaduto: ['pagato'],
  pagato: [],
};

export const canBecome = (from: PagamentoStato, to: PagamentoStato): boolean =>
  PAGAMENTO_TRANSITIONS[from].includes(to);

/** What the provider's answer makes of an attempt; undefined: no change. */
export const STATO_FROM_FORNITORE: Readonly<Record<FornitoreEsito['stato'], PagamentoStato | undefined>> = {
  aperto: undefined,
  in_attesa: 'in_verifica',
  pagato: 'pagato',
  annullato: 'annullato',
  scaduto: 'scaduto',
  fallito: 'non_completato',
};

/** States in which the provider is still asked. */
export const LIVE_STATI: readonly PagamentoStato[] = ['aperto', 'in_verifica'];
/** States in which an attempt ended without money. */
export const FAILED_STATI: readonly PagamentoStato[] = ['non_completato', 'annullato', 'scaduto'];

const MINUTE_MS = 60_000;
/** Time to finish a cart that was open in its last moment, and for the receipt to arrive. In ms. */
export const GRACE_MS = 30 * MINUTE_MS;
/** How long the outbox asks for a late receipt; housekeeping asks after it. In ms. */
export const RECEIPT_WAIT_MS = 24 * 60 * MINUTE_MS;
/** Largest difference between the clocks of the portal and of a provider. In ms. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** Tells whether the money of this receipt can belong to this attempt: paid after it was opened and within its time. */
export function canHavePaid(
  { creato, scade }: { creato: number; scade: number },
  { pagato_il, dayOnly }: Pick<FornitoreRicevuta, 'pagato_il' | 'dayOnly'>,
): boolean {
  const [from, to] = [creato - CLOCK_SKEW_MS, scade + GRACE_MS];
  if (dayOnly) return todayInRome(from) <= todayInRome(pagato_il) && todayInRome(pagato_il) <= todayInRome(to);
  return from <= pagato_il && pagato_il <= to;
}

/**
 * Tells whether a receipt pays what was asked for. An ente adds to what a late notice asks for, and tells pagoPA before it tells the portal;
 * the amount of an order at Mooney is ours.
 */
export const coversAsked = (
  { fornitore, importo_cent }: { fornitore: Fornitore; importo_cent: number },
  asked_cent: number,
): boolean => (fornitore === 'pagopa' ? importo_cent >= asked_cent : importo_cent === asked_cent);

/** How a browser came back. It only changes the words while the outcome is not known. */
export const returnKinds = ['ok', 'annullato', 'errore', 'attesa'] as const;
export type ReturnKind = (typeof returnKinds)[number];

export type EsitoText = { title: string; text: string; tone: 'success' | 'warning' | 'danger' | 'info' };

/** State → what the citizen reads. */
export const ESITO_TEXTS: Readonly<Record<EsitoStato, EsitoText>> = {
  pagato: {
    title: 'Pagamento effettuato',
    text: 'Abbiamo la conferma del pagamento. Ti mandiamo la ricevuta per e-mail.',
    tone: 'success',
  },
  in_verifica: {
    title: 'Pagamento in verifica',
    text: 'Non abbiamo ancora la conferma. Controlliamo da soli e ti scriviamo quando c’è una risposta: puoi chiudere questa pagina. Se hai appena pagato, non pagare di nuovo.',
    tone: 'info',
  },
  non_completato: {
    title: 'Pagamento non completato',
    text: 'Il pagamento non è andato a buon fine: nessun importo addebitato. Puoi riprovare quando vuoi.',
    tone: 'danger',
  },
  annullato: {
    title: 'Pagamento annullato',
    text: 'Hai annullato il pagamento: nessun importo addebitato. Puoi riprovare quando vuoi.',
    tone: 'warning',
  },
  scaduto: {
    title: 'Tempo scaduto',
    // No confirmation came; no provider said that it was not paid.
    text: 'Il tempo per pagare è passato e non abbiamo ricevuto nessuna conferma. Se vedi un addebito non pagare di nuovo: contatta l’ente. Altrimenti puoi ricominciare quando vuoi.',
    tone: 'warning',
  },
};

export const shownEsitoStato = (stato: PagamentoStato): EsitoStato => (stato === 'aperto' ? 'in_verifica' : stato);
