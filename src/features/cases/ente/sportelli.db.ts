/** Queries of the sportelli imported for each ente, and the data that an import gives of each. */
import * as z from 'zod/mini';
import { GIORNI } from '../../../platform/atoms/apertura.ts';
import type { StoreDb } from '../../../store/tables.ts';

/** A desk as the import writes it: one row per service of an ente. @property percorso of a screen of this portal */
const storedSportello = z.object({
  nome: z.string(),
  descrizione: z.string(),
  percorso: z.optional(z.string()),
  indirizzo: z.string(),
  punto: z.optional(z.object({ lat: z.number(), lon: z.number() })),
  orari: z.string(),
  aperture: z.optional(z.array(z.object({ giorni: z.array(z.enum(GIORNI)), dalle: z.string(), alle: z.string() }))),
  telefono: z.string(),
  email: z.string(),
  prenotazione_url: z.optional(z.string()),
  moduli: z.array(z.object({ nome: z.string(), url: z.string() })),
});
export type Sportello = z.infer<typeof storedSportello>;

/** Ids of the enti that have at least one desk. */
export async function readEnteIds(db: StoreDb): Promise<Set<string>> {
  const rows = await db.selectFrom('sportelli').select('ente').distinct().execute();
  return new Set(rows.map((row) => row.ente));
}

/** The desks of an ente, in the order of the import. */
export async function readSportelli(db: StoreDb, ente: string): Promise<(Sportello & { codice: string })[]> {
  const rows = await db
    .selectFrom('sportelli')
    .select(['codice', 'dati_json'])
    .where('ente', '=', ente)
    .orderBy('ordine')
    .orderBy('codice')
    .execute();
  return rows.map(({ codice, dati_json }) => parseSportello({ codice, dati: JSON.parse(dati_json) }));
}

/** @param row.dati as the import has checked them */
export const parseSportello = ({
  codice,
  dati,
}: {
  codice: string;
  dati: unknown;
}): Sportello & { codice: string } => ({
  ...storedSportello.parse(dati),
  codice,
});
