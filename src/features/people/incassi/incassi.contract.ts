/** An operator who keeps the books of an ente reads what came in, however it was paid, and downloads it. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { MONEY_STATES } from '../../services/paga-online/money-state.ts';

/**
 * Receipts that somebody has to look at and nobody has decided about: of a notice that was paid before, of one whose provider took the money
 * back, and of one that the portal does not know.
 */
const INCASSI_QUEUES = ['doppi', 'revocati', 'sconosciuti'] as const;
export type IncassiQueue = (typeof INCASSI_QUEUES)[number];

/** How far the money is: at the provider, transferred by a settlement flow, in the bank account by the cash book. */
export const INCASSO_STATI = ['pagato', 'riversato', 'accreditato'] as const;
export type IncassoStato = (typeof INCASSO_STATI)[number];

/** What an office does about a receipt: gave the money back, saw that the provider took it back, has nothing to do, takes a decision back. */
export const DECISIONI = ['rimborsata', 'stornata', 'chiusa', 'riaperta'] as const;
export type DecisioneTipo = (typeof DECISIONI)[number];

/** Whether a payment began in the portal, or anywhere else. */
const INCASSO_CANALI = ['portale', 'altrove'] as const;
export type IncassoCanale = (typeof INCASSO_CANALI)[number];

/** The filter for receipts of which the portal does not know what they are for. */
export const NO_SERVIZIO = 'nessuno';

/** What money came in for, and the item of the ente's accounts under which it goes. */
const servizioItem = {
  /** Code of a service, of a system, or `spontaneo/` and the code of a payment service; null: not known */
  servizio: z.nullable(z.string()),
  servizio_nome: z.string(),
  capitolo: z.nullable(z.string()),
  accertamento: z.nullable(z.string()),
};

const incasso = z
  .object({
    id: z.string(),
    pagato_il: z.string(),
    numero_avviso: z.string(),
    IUV: z.string(),
    causale: z.string(),
    ...servizioItem,
    /** What is the ente's */
    importo_cent: z.int(),
    /** What was paid with it for a stamp, which is the State's: in no sum, and in no settlement flow of the ente */
    bollo_cent: z.int(),
    fornitore: z.enum(['pagopa', 'mooney']),
    /** The provider's own id of the receipt: at pagoPA the IUR of the settlement */
    rif: z.string(),
    /** The bank or shop that took the money, if the provider names it */
    intermediario: z.nullable(z.string()),
    /** The notice had been paid before */
    doppio: z.boolean(),
    /** The portal has the notice or its document */
    conosciuto: z.boolean(),
    /** Paid from this portal; else at a bank, in an app, or by somebody who cannot be told */
    dal_portale: z.boolean(),
    stato: z.enum(INCASSO_STATI),
    /** The provider took the money back, by a settlement flow */
    revocato: z.boolean(),
    /** What the office decided last */
    decisione: z.nullable(z.enum(['rimborsata', 'stornata', 'chiusa'])),
  })
  .register(z.globalRegistry, { id: 'Incasso' });
export type Incasso = z.infer<typeof incasso>;

const incassiSum = { quanti: z.int(), importo_cent: z.int() };

const incassi = z.object({
  ente: z.string(),
  /** First and last day, `YYYY-MM-DD`, in Rome */
  dal: z.string(),
  al: z.string(),
  /** Of all that is asked for, not of this page */
  totale: z.object(incassiSum),
  /** Every day, or every month of a time of more than 62 days, the oldest first; none for a search */
  periodi: z.array(z.object({ periodo: z.string(), ...incassiSum })),
  /** By service, the largest sum first; the filters `servizio` and `capitolo` do not count here */
  servizi: z.array(z.object({ ...servizioItem, ...incassiSum })),
  /** The latest first */
  righe: z.array(incasso),
  /** Where the next page begins; none on the last */
  dopo: z.optional(z.string()),
});
export type Incassi = z.infer<typeof incassi>;

/** One thing that happened to the money of a notice. `importo_cent` is negative for money that went back. */
const evento = z.object({
  kind: z.enum(['tentativo', 'ricevuta', 'riversamento', 'storno', 'accredito', ...DECISIONI]),
  quando: z.string(),
  importo_cent: z.nullable(z.int()),
  /** The provider, the flow, the bank's number, or the person of the office */
  di: z.string(),
  /** The state of an attempt, the id of a receipt, or what the office wrote */
  nota: z.string(),
});
export type IncassoEvento = z.infer<typeof evento>;

const incassoWithHistory = z.object({
  ente: z.string(),
  incasso,
  /** What the journal says of its notice */
  avviso: z.enum(MONEY_STATES),
  /** The case that the notice belongs to, in the office's address */
  pratica: z.nullable(z.string()),
  /** Of its notice, the oldest first */
  storia: z.array(evento),
});
export type IncassoWithHistory = z.infer<typeof incassoWithHistory>;

const incassiFilters = {
  /** An ente whose books the operator reads; without it the first of them */
  ente: optionalSchema(z.string().check(z.maxLength(100, 'Questo ente non esiste.'))),
  /** Without days the current month; at most 366 */
  dal: optionalSchema(dateSchema('Scrivi il primo giorno, ad esempio 01/11/2026.')),
  al: optionalSchema(dateSchema('Scrivi l’ultimo giorno, ad esempio 30/11/2026.')),
  fornitore: optionalSchema(z.enum(['pagopa', 'mooney'], 'Scegli un fornitore dell’elenco.')),
  canale: optionalSchema(z.enum(INCASSO_CANALI, 'Scegli un canale dell’elenco.')),
  /** A code of {@link servizioItem}, or `nessuno` */
  servizio: optionalSchema(z.string().check(z.maxLength(100, 'Scegli un servizio dell’elenco.'))),
  /** An item of the ente's accounts */
  capitolo: optionalSchema(z.string().check(z.maxLength(40, 'Scegli un capitolo dell’elenco.'))),
  coda: optionalSchema(z.enum(INCASSI_QUEUES, 'Scegli una voce dell’elenco.')),
  stato: optionalSchema(z.enum(INCASSO_STATI, 'Scegli uno stato dell’elenco.')),
  /** A notice number, an IUV, the tax code of a debtor, the provider's id of a receipt, or the number of a case: then days do not count */
  cerca: optionalSchema(z.string().check(z.trim(), z.maxLength(100, 'Cerca con meno di 100 caratteri.'))),
};

export const incassiOperations = {
  incassi: defineOperation({
    summary:
      'An operator who keeps the books of an ente (its administrator, or a person of an office with that right) reads its receipts of a time, or those that a search finds, with their sum.',
    method: 'GET',
    path: '/api/v1/portale/operatore/incassi',
    access: 'operator',
    scope: 'pagamenti:leggi',
    input: z.object({ ...incassiFilters, dopo: optionalSchema(z.string().check(z.maxLength(100))) }),
    output: incassi,
    example: {
      input: { ente: 'portolieve', dal: '2026-11-01', al: '2026-11-30' },
    },
    brakes: [{ by: 'visitor', times: 240, minutes: 60 }],
  }),
  esportaIncassi: defineOperation({
    summary: 'An operator who keeps the books of an ente downloads the same receipts as CSV.',
    method: 'GET',
    path: '/api/v1/portale/operatore/incassi.csv',
    access: 'operator',
    scope: 'pagamenti:leggi',
    input: z.object(incassiFilters),
    output: fileOutput,
    brakes: [{ by: 'visitor', times: 30, minutes: 60 }],
  }),
  incasso: defineOperation({
    summary:
      'An operator who keeps the books of an ente reads one of its receipts, with all that happened to the money of its notice.',
    method: 'GET',
    path: '/api/v1/portale/operatore/incassi/{id}',
    access: 'operator',
    scope: 'pagamenti:leggi',
    input: z.object({ id: lookupIdSchema() }),
    output: incassoWithHistory,
    brakes: [{ by: 'visitor', times: 600, minutes: 60 }],
  }),
  decidiIncasso: defineOperation({
    summary:
      'An operator who keeps the books of an ente writes what became of a receipt: given back, taken back by its provider, nothing to do.',
    method: 'POST',
    path: '/api/v1/portale/operatore/incassi/{id}/decisione',
    access: 'operator',
    input: z.object({
      id: lookupIdSchema(),
      tipo: z.enum(DECISIONI, 'Scegli che cosa è successo.'),
      testo: optionalSchema(textSchema({ max: 500 })),
    }),
    output: z.object({ avviso: z.enum(MONEY_STATES) }),
    creates: true,
    brakes: [{ by: 'visitor', times: 240, minutes: 60 }],
  }),
};
