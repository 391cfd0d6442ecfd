/** What a case keeps for programs, in `dati_json`: read by the schema of its service, or by the one that every case fits. Pure. */
import * as z from 'zod/mini';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import type { Pratica } from '../../../store/tables.ts';

const summaryItem: z.ZodMiniType<SummaryItem> = z.tuple([
  z.string(),
  z.union([z.string(), z.array(z.array(z.string()))]),
]);

/** What any case may say of itself, for people to read. */
export const shownPraticaData = z.object({
  sportello: z.optional(z.string()),
  fatti: z.optional(z.array(summaryItem)),
  inQualitaDi: z.optional(z.array(summaryItem)),
  indirizzo: z.optional(z.nullable(z.string())),
  /** What the acceptance settled */
  decisi: z.optional(z.array(summaryItem)),
  lat: z.optional(z.number()),
  lon: z.optional(z.number()),
});
export type ShownPraticaData = z.infer<typeof shownPraticaData>;

/** All that a case keeps, whatever its service. */
export const anyPraticaData = z.record(z.string(), z.unknown());

/** @param schema of the service of the case, or one of those above */
export const parsePraticaData = <Data>(schema: z.ZodMiniType<Data>, { dati_json }: Pick<Pratica, 'dati_json'>): Data =>
  schema.parse(JSON.parse(dati_json));
