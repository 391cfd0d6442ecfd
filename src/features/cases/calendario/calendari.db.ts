/** Queries of the calendars by which the counters of each ente receive. */
import * as z from 'zod/mini';
import { GIORNI } from '../../../platform/atoms/apertura.ts';
import type { StoreDb } from '../../../store/tables.ts';
import type { Calendario } from './calendario.ts';

/** As the import writes it. */
export const storedCalendario: z.ZodMiniType<Calendario> = z.object({
  ente: z.string(),
  codice: z.string(),
  nome: z.string(),
  tipo: z.string(),
  sportello: z.string(),
  postazioni: z.number(),
  motivi: z.array(
    z.object({
      codice: z.string(),
      nome: z.string(),
      minuti: z.number(),
      cosa_serve: z.array(z.string()),
      servizi: z.array(z.string()),
    }),
  ),
  orari: z.array(
    z.object({
      giorni: z.array(z.enum(GIORNI)),
      dalle: z.string(),
      alle: z.string(),
      dal: z.optional(z.string()),
      al: z.optional(z.string()),
    }),
  ),
  chiusure: z.array(
    z.object({
      dal: z.string(),
      al: z.string(),
      motivo: z.optional(z.string()),
      dalle: z.optional(z.string()),
      alle: z.optional(z.string()),
    }),
  ),
  aperture_straordinarie: z.array(z.object({ giorno: z.string(), dalle: z.string(), alle: z.string() })),
  preavviso_ore: z.number(),
  orizzonte_giorni: z.number(),
  massimo_per_persona: z.number(),
  limite_modifica_ore: z.number(),
});

/** Ids of the enti that have at least one calendar. */
export async function readEntiWithCalendari(db: StoreDb): Promise<Set<string>> {
  const rows = await db.selectFrom('calendari').select('ente').distinct().execute();
  return new Set(rows.map(({ ente }) => ente));
}

/** The calendars of an ente, in the order of the import. */
export async function readCalendari(db: StoreDb, ente: string): Promise<Calendario[]> {
  const rows = await db
    .selectFrom('calendari')
    .select(['ente', 'codice', 'dati_json'])
    .where('ente', '=', ente)
    .orderBy('ordine')
    .orderBy('codice')
    .execute();
  return rows.map(parseRow);
}

export async function findCalendario(
  db: StoreDb,
  { ente, codice }: Pick<Calendario, 'ente' | 'codice'>,
): Promise<Calendario | undefined> {
  const row = await db
    .selectFrom('calendari')
    .select(['ente', 'codice', 'dati_json'])
    .where('ente', '=', ente)
    .where('codice', '=', codice)
    .executeTakeFirst();
  return row && parseRow(row);
}

const parseRow = ({ ente, codice, dati_json }: { ente: string; codice: string; dati_json: string }): Calendario =>
  storedCalendario.parse({ ...JSON.parse(dati_json), ente, codice });
