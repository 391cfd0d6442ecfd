/** An operator lists the cases of their enti. */
import * as z from 'zod/mini';
import { MAX_COUNT } from '../../../platform/atoms/count-words.ts';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { pageNumberSchema } from '../../../platform/atoms/page-number.ts';
import { optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { etichettaSchema, prioritaSchema } from '../../cases/pratica/etichette.contract.ts';
import { protocolloEnteFields } from '../../cases/pratica/protocollo-ente.contract.ts';
import { STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';

/** Rows of a page; without a choice the first. */
export const PAGE_SIZES = [25, 50, 100, 200] as const;
export const PAGE_SIZE = PAGE_SIZES[0];
/** Pages beyond this are not served: an operator searches, or filters by state. */
const MAX_PAGES = MAX_COUNT / PAGE_SIZE;
/** Rows of a downloaded list; a last line says when there are more. */
export const MAX_EXPORT = 100_000;

/**
 * The queues of an operator: what they have, what their offices have, what nobody has, what is past its due date, what is due within a
 * week, what waits for the citizen, and what is closed. The first five hold open cases, the fourth and fifth without those that wait.
 */
export const CODE = ['mie', 'ufficio', 'da_assegnare', 'in_ritardo', 'in_scadenza', 'in_attesa', 'chiuse'] as const;
export type Coda = (typeof CODE)[number];

/** By due date, the earliest first; by arrival, the newest first; by the other columns of the list; and each the other way round. */
export const LIST_ORDERS = [
  ...(['termine', 'termine_ultimi', 'arrivo', 'arrivo_primi', 'numero', 'numero_ultimi'] as const),
  ...(['richiedente', 'richiedente_ultimi', 'assegnata', 'assegnata_ultimi', 'stato', 'stato_ultimi'] as const),
] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

const stati = Object.keys(STATO_LABELS) as [StatoPratica, ...StatoPratica[]];

export const praticaListItem = z
  .object({
    /** Id for the ente's side, which does not open the citizen's page */
    id: z.string(),
    protocollo: z.string(),
    tipo: z.enum(['segnalazione', 'richiesta']),
    codice: z.string(),
    /** Name of the service */
    servizio: z.string(),
    oggetto: z.string(),
    richiedente: z.string(),
    /** Id of the ente */
    ente: z.string(),
    stato: z.enum(stati),
    inviata_il: z.string(),
    /** Day, `YYYY-MM-DD`; '' when the program deals with the case itself */
    termine_il: z.string(),
    /** Its number in the program that deals with it itself */
    numero_esterno: z.optional(z.string()),
    /** The day has passed while the ente has to act */
    in_ritardo: z.boolean(),
    /** Entries since an operator last read or wrote, the sending included */
    non_letti: z.int(),
    /** Names of the operator and the office that have it */
    assegnata_a: z.optional(z.string()),
    /** Today, in words */
    assente: z.optional(z.string()),
    assegnata_ufficio: z.optional(z.string()),
    /** Name of its area of the municipality */
    area: z.optional(z.string()),
    priorita: prioritaSchema(),
    etichette: z.array(z.string()),
    ...protocolloEnteFields,
    /** How it came to the operator who filed it for a citizen, in words */
    canale: z.optional(z.string()),
    /** Path of the operator's chat */
    chat: z.string(),
  })
  .register(z.globalRegistry, { id: 'PraticaElenco' });
export type PraticaListItem = z.infer<typeof praticaListItem>;

/** Each at most {@link MAX_COUNT} + 1, which means "more". */
export const praticaCounts = z.object({
  /** Cases by state, under all filters except the state */
  conteggi: z.record(z.enum(stati), z.int()).register(z.globalRegistry, { id: 'QuantePerStato' }),
  /** All cases in each queue of the enti asked for */
  code: z.record(z.enum(CODE), z.int()).register(z.globalRegistry, { id: 'QuantePerCoda' }),
  /** Cases with unread entries, in the states asked for */
  da_leggere: z.int(),
});

/** @property totale at most {@link MAX_COUNT} + 1 */
const praticaPage = z.object({
  pratiche: z.array(praticaListItem),
  totale: z.int(),
  pagine: z.int(),
  ...praticaCounts.shape,
});
export type PraticaPage = z.infer<typeof praticaPage>;

/** Cases of a list that stand before and after one, and so many of each. */
export const BESIDE_ROWS = 12;

/** Paths of the operator's chat of the cases before and after; a case that has left the list has those of its place. */
const neighbourRows = z.object({
  precedente: z.optional(z.string()),
  successiva: z.optional(z.string()),
  /** The cases around it, in the order of the list, without itself: at most 12 before and 12 after */
  prima: z.array(praticaListItem),
  dopo: z.array(praticaListItem),
});

const WRONG_PAGE = `Le pagine vanno da 1 a ${MAX_PAGES}.`;

/** Of an area that the ente has removed there may still be cases. */
export const areaFilter = () => z.string().check(z.maxLength(40, 'Questa zona non esiste.'));

export const listFilters = {
  stato: optionalSchema(z.enum(['aperte', 'tutte', ...stati], 'Questo stato non esiste.')),
  coda: optionalSchema(z.enum(CODE, 'Questa coda non esiste.')),
  servizio: optionalSchema(z.string().check(z.maxLength(20, 'Questo servizio non esiste.'))),
  ordine: optionalSchema(z.enum(LIST_ORDERS, 'Le pratiche non si ordinano così.')),
  non_lette: optionalTickSchema(),
  /** Those that wait for their number in the register of the ente */
  da_protocollare: optionalTickSchema(),
  ente: optionalSchema(z.string().check(z.maxLength(100, 'Questo ente non esiste.'))),
  /** Id of an area: with several enti, of each that has one of this id */
  area: optionalSchema(areaFilter()),
  /** Id of the operator who has the case */
  persona: optionalSchema(z.string().check(z.maxLength(100, 'Questa persona non esiste.'))),
  priorita: optionalSchema(prioritaSchema()),
  /** A tag of the cases */
  etichetta: optionalSchema(etichettaSchema()),
  /** Only those that are on no map */
  senza_punto: optionalTickSchema(),
  /** First and last day on which the case arrived */
  dal: optionalSchema(dateSchema()),
  al: optionalSchema(dateSchema()),
  /** A tax code finds the cases that carry it, other words those that have a word beginning with each */
  q: optionalSchema(
    textSchema({
      min: 2,
      max: 80,
      tooShort: 'Scrivi almeno 2 caratteri: il numero, o l’inizio di un nome o di una parola dell’oggetto.',
    }),
  ),
};

type DayRange = { dal?: string | undefined; al?: string | undefined };
export const areDaysInOrder = () =>
  z.refine<DayRange>(({ dal, al }) => !dal || !al || dal <= al, {
    path: ['al'],
    error: 'L’ultimo giorno viene prima del primo.',
  });

export const operatoreOperations = {
  esportaPratiche: defineOperation({
    summary: `An operator downloads the cases of a list as CSV, at most ${MAX_EXPORT} of them.`,
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche.csv',
    access: 'operator',
    input: z.object(listFilters).check(areDaysInOrder()),
    output: fileOutput,
    brakes: [{ by: 'visitor', times: 30, minutes: 60 }],
  }),
  vicinePratica: defineOperation({
    summary: `An operator asks which cases come before and after one of theirs in a list, at most ${BESIDE_ROWS} of each.`,
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche/{id}/vicine',
    access: 'operator',
    input: z.object({ id: z.string(), ...listFilters }).check(areDaysInOrder()),
    output: neighbourRows,
  }),
  praticheOperatore: defineOperation({
    summary:
      'An operator lists the cases of their enti by queue, service, area, operator, priority, tag, state, days of arrival, unread, without a point, search words or tax code.',
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche',
    access: 'operator',
    input: z
      .object({
        ...listFilters,
        pagina: pageNumberSchema(WRONG_PAGE, { max: MAX_PAGES, digits: 4 }),
        righe: optionalSchema(
          z.pipe(
            z.transform((v: unknown) => Number(v)),
            z.literal(PAGE_SIZES, `Le righe per pagina sono ${PAGE_SIZES.join(', ')}.`),
          ),
        ),
      })
      .check(areDaysInOrder()),
    output: praticaPage,
  }),
};
