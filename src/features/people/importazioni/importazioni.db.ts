/** Queries of the files that were brought in for an ente; only this feature uses them. */
import { sql } from 'kysely';
import type { StoreDb, StoreTables } from '../../../store/tables.ts';

type ImportazioneRow = StoreTables['importazioni'];

/** How often one that is under way says so, in ms, and after how long without a word it is taken for broken off. */
export const ALIVE_MS = 20_000;
const SILENT_MS = 2 * 60_000;
/** The same of one of a host that does not say so. */
const GIVEN_UP_MS = 60 * 60_000;

/** One at a time for each ente. @returns false while another one is under way */
export async function beginImportazione(db: StoreDb, row: ImportazioneRow): Promise<boolean> {
  const running = await db
    .selectFrom('importazioni')
    .select(['id', 'iniziata', 'viva'])
    .where('ente', '=', row.ente)
    // As the index has it.
    .where('esito', '=', sql.lit('in_corso'))
    .executeTakeFirst();
  const isGone =
    running &&
    (running.viva === null
      ? Number(running.iniziata) < row.iniziata - GIVEN_UP_MS
      : Number(running.viva) < row.iniziata - SILENT_MS);
  if (isGone) await db.updateTable('importazioni').set({ esito: 'interrotta' }).where('id', '=', running.id).execute();
  const begun = await db
    .insertInto('importazioni')
    .values(row)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return begun !== undefined;
}

export async function noteAlive(db: StoreDb, id: string, viva: number): Promise<void> {
  await db.updateTable('importazioni').set({ viva }).where('id', '=', id).execute();
}

export async function endImportazione(
  db: StoreDb,
  id: string,
  outcome: Pick<ImportazioneRow, 'esito' | 'dati_json' | 'rifiuti'>,
): Promise<void> {
  await db.updateTable('importazioni').set(outcome).where('id', '=', id).execute();
}

/** The latest first, without the text of the refused rows. */
export const listImportazioni = (db: StoreDb, { ente, limit }: { ente: string; limit: number }) =>
  db
    .selectFrom('importazioni')
    .select(['id', 'ente', 'iniziata', 'via', 'chi', 'nome', 'esito', 'dati_json'])
    .select((e) => e.case().when('rifiuti', 'is', null).then(0).else(1).end().as('hasRejects'))
    .where('ente', '=', ente)
    .orderBy('iniziata', 'desc')
    .limit(limit)
    .execute();

export const findRejects = (db: StoreDb, key: { id: string; ente: string }) =>
  db
    .selectFrom('importazioni')
    .select(['nome', 'rifiuti'])
    .where('id', '=', key.id)
    .where('ente', '=', key.ente)
    .executeTakeFirst();

/** Refused rows hold personal data, and are of no use once the next files have come. @param before instants */
export async function forgetImportazioni(db: StoreDb, before: { rejects: number; rows: number }): Promise<void> {
  await db.deleteFrom('importazioni').where('iniziata', '<', before.rows).execute();
  await db
    .updateTable('importazioni')
    .set({ rifiuti: null })
    .where('iniziata', '<', before.rejects)
    .where('rifiuti', 'is not', null)
    .execute();
}
