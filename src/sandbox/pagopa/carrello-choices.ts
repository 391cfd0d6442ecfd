/** The outcomes of a payment at the test page of Checkout. */
import type { CartRequest } from '../../platform/pagopa-wire.ts';
import type { PaymentPlan } from './ricevute.server.ts';

const ONE_MINUTE = 60_000;
const PAID_AT_ONCE: PaymentPlan = { receiptCount: 1, delay: 0, slowFor: 0 };
const PAID_LATER: PaymentPlan = { ...PAID_AT_ONCE, delay: ONE_MINUTE };

type ChoiceRow = {
  name: string;
  explanation: string;
  returnKey: keyof CartRequest['returnUrls'];
  pay?: (n: number) => PaymentPlan;
};

/**
 * @property ritorno the address that the browser is sent back to @property paga how the nth notice of the cart is paid;
 * undefined: it is not
 */
const CHOICE_TABLE = {
  paga: {
    name: 'Paga',
    explanation: 'Il pagamento riesce e la ricevuta c’è subito.',
    returnKey: 'returnOkUrl',
    pay: () => PAID_AT_ONCE,
  },
  annulla: { name: 'Annulla', explanation: 'Torni al portale senza pagare.', returnKey: 'returnCancelUrl' },
  fallisci: { name: 'Fallisci', explanation: 'La banca rifiuta il pagamento.', returnKey: 'returnErrorUrl' },
  tempo_scaduto: {
    name: 'Fai scadere il tempo',
    explanation: 'Checkout non sa com’è andata, e non hai pagato.',
    returnKey: 'returnWaitingUrl',
  },
  paga_piu_tardi: {
    name: 'Paga più tardi',
    explanation: 'Checkout non sa com’è andata; hai pagato, e la ricevuta arriva dopo un minuto.',
    returnKey: 'returnWaitingUrl',
    pay: () => PAID_LATER,
  },
  paga_in_parte: {
    name: 'Paga in parte',
    explanation: 'La ricevuta del primo avviso c’è subito, le altre arrivano dopo un minuto.',
    returnKey: 'returnOkUrl',
    pay: (n) => (n === 0 ? PAID_AT_ONCE : PAID_LATER),
  },
  paga_due_volte: {
    name: 'Paga due volte',
    explanation: 'Per ogni avviso arrivano due ricevute diverse.',
    returnKey: 'returnOkUrl',
    pay: () => ({ ...PAID_AT_ONCE, receiptCount: 2 }),
  },
  rispondi_lentamente: {
    name: 'Paga e rispondi lentamente',
    explanation: 'Il pagamento riesce, ma per un minuto chi chiede la ricevuta aspetta 10 secondi.',
    returnKey: 'returnOkUrl',
    pay: () => ({ ...PAID_AT_ONCE, slowFor: ONE_MINUTE }),
  },
} as const satisfies Record<string, ChoiceRow>;

export type CarrelloChoice = keyof typeof CHOICE_TABLE;
export const CARRELLO_CHOICES: Readonly<Record<CarrelloChoice, ChoiceRow>> = CHOICE_TABLE;

export const isCarrelloChoice = (value: unknown): value is CarrelloChoice =>
  typeof value === 'string' && Object.hasOwn(CHOICE_TABLE, value);
