/** The data of a case for programs (`dati_json`), parsed by the schema of its service or by one that fits every case. Pure. */
import * as z from 'zod/mini';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import type { Pratica } from '../../../store/tables.ts';

export const summaryItem: z.ZodMiniType<SummaryItem> = z.tuple([
  z.string(),
  z.union([z.string(), z.array(z.array(z.string()))]),
]);

/** The parts that people read, whatever the service. */
export const shownPraticaData = z.object({
  sportello: z.optional(z.string()),
  fatti: z.optional(z.array(summaryItem)),
  /** What the program that sent it knows of it beside, and the number that it has there */
  attributi: z.optional(z.array(summaryItem)),
  id_esterno: z.optional(z.string()),
  /** Number of the last appointment that was booked from the page of the case, at the same ente */
  appuntamento: z.optional(z.string()),
  inQualitaDi: z.optional(z.array(summaryItem)),
  indirizzo: z.optional(z.nullable(z.string())),
  /** What the acceptance settled, as label and value */
  decisi: z.optional(z.array(summaryItem)),
  lat: z.optional(z.number()),
  lon: z.optional(z.number()),
});
export type ShownPraticaData = z.infer<typeof shownPraticaData>;

/** All data of a case, whatever its service. */
export const anyPraticaData = z.record(z.string(), z.unknown());

/** @param schema the one of the case's service, or one of the two above */
export const parsePraticaData = <Data>(schema: z.ZodMiniType<Data>, { dati_json }: Pick<Pratica, 'dati_json'>): Data =>
  schema.parse(JSON.parse(dati_json));
