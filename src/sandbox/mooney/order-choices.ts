/** The outcomes of an order that a tester can choose, and the notifications that the provider then sends. */
import type { OrderStatus } from './order.ts';

/**
 * One notification. @property evento number of the event: the same number is the same event again @property dopo ms from the
 * choice
 * @property stato reported instead of the order's own @property versamenti how many payments it reports; all by default
 */
export type PlannedNotification = { evento: number; delay: number; status?: OrderStatus; paymentCount?: number };

/**
 * @property da states in which it is offered @property versamenti how often the money is taken
 * @property ritorno the address of the portal to which the browser goes back; null: it stays here, as the citizen is at the shop
 * @property seenAfter ms until the provider itself sees it @property lenta ms during which it answers slowly
 */
export type OrderChoice = {
  button: string;
  explanation: string;
  from: readonly OrderStatus[];
  status: OrderStatus;
  paymentCount: number;
  shop?: string;
  notifications: readonly PlannedNotification[];
  returnTo: 'ok' | 'cancel' | 'error' | 'pending' | null;
  seenAfter?: number;
  slowFor?: number;
};

const TOLD_AT_ONCE: readonly PlannedNotification[] = [{ evento: 1, delay: 0 }];
const TEST_SHOP = 'Tabaccheria di prova';
const HALF_MINUTE = 30_000;
const ONE_MINUTE = 60_000;

export const ORDER_CHOICES: Readonly<Record<string, OrderChoice>> = {
  paga: {
    button: 'Paga subito',
    explanation: 'Il pagamento riesce e il portale riceve subito la notifica.',
    from: ['CREATED'],
    status: 'PAID',
    paymentCount: 1,
    notifications: TOLD_AT_ONCE,
    returnTo: 'ok',
  },
  tabaccheria: {
    button: 'Paga in tabaccheria',
    explanation:
      'Ricevi un codice da pagare in un negozio: il pagamento resta in attesa. Si paga poi da questa pagina.',
    from: ['CREATED'],
    status: 'PENDING',
    paymentCount: 0,
    notifications: TOLD_AT_ONCE,
    returnTo: 'pending',
  },
  paga_ora: {
    button: 'Paga ora in tabaccheria',
    explanation: 'Paghi in negozio il codice ricevuto.',
    from: ['PENDING'],
    status: 'PAID',
    paymentCount: 1,
    shop: TEST_SHOP,
    notifications: TOLD_AT_ONCE,
    returnTo: null,
  },
  annulla: {
    button: 'Annulla',
    explanation: 'Rinunci a pagare e torni al portale.',
    from: ['CREATED', 'PENDING'],
    status: 'CANCELLED',
    paymentCount: 0,
    notifications: TOLD_AT_ONCE,
    returnTo: 'cancel',
  },
  fallisci: {
    button: 'Fallisci',
    explanation: 'Il pagamento non riesce, ad esempio perché la carta è rifiutata.',
    from: ['CREATED'],
    status: 'FAILED',
    paymentCount: 0,
    notifications: TOLD_AT_ONCE,
    returnTo: 'error',
  },
  scade: {
    button: 'Fai scadere',
    explanation: 'Il tempo per pagare finisce.',
    from: ['CREATED', 'PENDING'],
    status: 'EXPIRED',
    paymentCount: 0,
    notifications: TOLD_AT_ONCE,
    returnTo: 'error',
  },
  due_volte: {
    button: 'Paga due volte',
    explanation:
      'Il denaro è preso due volte: arriva due volte la notifica del primo versamento, poi quella del secondo.',
    from: ['CREATED'],
    status: 'PAID',
    paymentCount: 2,
    notifications: [
      { evento: 1, delay: 0, paymentCount: 1 },
      { evento: 1, delay: 0, paymentCount: 1 },
      { evento: 2, delay: 0 },
    ],
    returnTo: 'ok',
  },
  ritardo: {
    button: 'Paga con notifica in ritardo',
    explanation: 'Il pagamento riesce, ma Mooney stessa lo sa, e lo notifica, dopo 30 secondi.',
    from: ['CREATED'],
    status: 'PAID',
    paymentCount: 1,
    notifications: [{ evento: 1, delay: HALF_MINUTE }],
    returnTo: 'ok',
    seenAfter: HALF_MINUTE,
  },
  disordine: {
    button: 'Paga con notifiche ripetute e fuori ordine',
    explanation: 'La notifica del pagamento arriva tre volte, e nel mezzo quella, più vecchia, dell’attesa.',
    from: ['CREATED'],
    status: 'PAID',
    paymentCount: 1,
    notifications: [
      { evento: 2, delay: 0 },
      { evento: 2, delay: 0 },
      { evento: 1, delay: 2_000, status: 'PENDING', paymentCount: 0 },
      { evento: 2, delay: 4_000 },
    ],
    returnTo: 'ok',
  },
  lentamente: {
    button: 'Paga e rispondi lentamente',
    explanation: 'Il pagamento riesce, ma per un minuto Mooney risponde al portale troppo tardi e non notifica nulla.',
    from: ['CREATED'],
    status: 'PAID',
    paymentCount: 1,
    notifications: [{ evento: 1, delay: ONE_MINUTE }],
    returnTo: 'ok',
    slowFor: ONE_MINUTE,
  },
};
