/** An operator reads how the cases of their enti go: figures by service, office and month, never by person. */
import * as z from 'zod/mini';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { areaFilter } from './operatore.contract.ts';

/** Periods to choose from, in months up to the current one; the second is the default. */
export const ANDAMENTO_PERIODS = ['3', '12', '24'] as const;
export const DEFAULT_PERIOD = '12';

const praticaFigures = z.object({
  /** Cases that arrived in the period; the others are parts of these, as they are today */
  ricevute: z.int(),
  aperte: z.int(),
  chiuse: z.int(),
  /** Open, with the due date behind them, and not waiting for the citizen */
  in_ritardo: z.int(),
  /** Median of the whole days to the first answer or change of state; none without any answer */
  giorni_risposta: z.optional(z.number()),
  /** Ratings, and the mean of their stars, 1 to 5, with one decimal */
  valutazioni: z.int(),
  stelle: z.optional(z.number()),
});
export type PraticaFigures = z.infer<typeof praticaFigures>;

const appointmentFigures = z.object({
  /** Booked for the period and not cancelled; the others are parts of these, as they are today */
  prenotati: z.int(),
  serviti: z.int(),
  non_venuti: z.int(),
});
export type AppointmentFigures = z.infer<typeof appointmentFigures>;

const andamento = z.object({
  /** First and last month, `YYYY-MM` */
  dal: z.string(),
  al: z.string(),
  totale: praticaFigures,
  servizi: z.array(z.extend(praticaFigures, { codice: z.string(), nome: z.string() })),
  /** Without `id`: the cases that no office has */
  uffici: z.array(z.extend(praticaFigures, { id: z.optional(z.string()), nome: z.string() })),
  /** Every month of the period, the oldest first */
  mesi: z.array(z.extend(praticaFigures, { mese: z.string() })),
  /** Offices that receive by appointment; none where an area is asked for */
  appuntamenti: z.array(
    z.extend(appointmentFigures, {
      ente: z.string(),
      codice: z.string(),
      nome: z.string(),
      /** Whole days until the first free time; none: nothing is free */
      attesa_giorni: z.optional(z.int()),
      mesi: z.array(z.extend(appointmentFigures, { mese: z.string() })),
    }),
  ),
});
export type Andamento = z.infer<typeof andamento>;

const andamentoFilters = {
  ente: optionalSchema(z.string().check(z.maxLength(100, 'Questo ente non esiste.'))),
  /** Id of an area of the enti */
  area: optionalSchema(areaFilter()),
  mesi: optionalSchema(z.enum(ANDAMENTO_PERIODS, 'Scegli un periodo dell’elenco.')),
};

export const andamentoOperations = {
  andamento: defineOperation({
    summary:
      'An operator reads how many cases of their enti arrived, are open, closed and late, the days to the first answer and the ratings, by service, office and month; of one area, where it is named. Of the appointments how many were booked, kept and missed, and the days of wait.',
    method: 'GET',
    path: '/api/v1/portale/operatore/andamento',
    access: 'operator',
    input: z.object(andamentoFilters),
    output: andamento,
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
  esportaAndamento: defineOperation({
    summary: 'An operator downloads these figures as CSV.',
    method: 'GET',
    path: '/api/v1/portale/operatore/andamento.csv',
    access: 'operator',
    input: z.object(andamentoFilters),
    output: fileOutput,
    brakes: [{ by: 'visitor', times: 30, minutes: 60 }],
  }),
};
