/** Anybody reads how a municipality answers reports: how many, and in how many days. */
import * as z from 'zod/mini';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';

/** Periods to choose from, in months up to the current one; the first is the default. */
export const SERVICE_PERIODS = ['12', '24'] as const;

/** Of fewer cases than this nothing is told apart: a number of days might be one person's. */
export const LEAST_CASES = 5;

/** Days are whole days, the middle one and the one within which nine of ten were done. */
const proofFigures = z.object({
  ricevute: z.int(),
  chiuse: z.int(),
  /** Closed by the day that was promised, in per cent of those closed; none of fewer than {@link LEAST_CASES} */
  entro_termine: z.optional(z.int()),
  risposta: z.optional(z.number()),
  risposta_90: z.optional(z.number()),
  chiusura: z.optional(z.number()),
  chiusura_90: z.optional(z.number()),
});
export type ServiceProof = z.infer<typeof proofFigures>;

const serviceProof = z.object({
  /** First and last month, `YYYY-MM` */
  dal: z.string(),
  al: z.string(),
  totale: proofFigures,
  /** Those with fewer than {@link LEAST_CASES} together in one row without a code, the last */
  tipi: z.array(z.extend(proofFigures, { codice: z.string(), nome: z.string() })),
  /** Every month of the period, the oldest first */
  mesi: z.array(z.extend(proofFigures, { mese: z.string() })),
});
export type ServiceProofs = z.infer<typeof serviceProof>;

const proofFilters = {
  ente: textSchema({ max: 60, required: 'Scegli il Comune.' }),
  mesi: optionalSchema(z.enum(SERVICE_PERIODS, 'Scegli un periodo dell’elenco.')),
};

export const trasparenzaOperations = {
  trasparenza: defineOperation({
    summary:
      'Anyone reads how many reports a municipality received and closed, by type and month, the days to the first answer and to the end, and the share within the promised time.',
    method: 'GET',
    path: '/api/v1/portale/trasparenza',
    access: 'anyone',
    input: z.object(proofFilters),
    output: serviceProof,
  }),
  attesaAppuntamenti: defineOperation({
    summary: 'Anyone reads how many days a citizen waits for an appointment at each office of a municipality.',
    method: 'GET',
    path: '/api/v1/portale/trasparenza/attese',
    access: 'anyone',
    kept: true,
    input: z.object({ ente: proofFilters.ente }),
    /** Whole days until the first free time; null: nothing is free */
    output: z.array(z.object({ ufficio: z.string(), giorni: z.nullable(z.int()) })),
  }),
  esportaTrasparenza: defineOperation({
    summary: 'Anyone downloads these figures as CSV.',
    method: 'GET',
    path: '/api/v1/portale/trasparenza.csv',
    access: 'anyone',
    input: z.object(proofFilters),
    output: fileOutput,
  }),
};
