/** Migration 42: reports that were closed as duplicates of another one, and their public sides. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['pratiche', 'segnalazioni_pubbliche']) {
    await db.schema.alterTable(table).addColumn('doppione_di', 'text').execute();
    await db.schema
      .createIndex(`${table}_doppioni`)
      .on(table)
      .column('doppione_di')
      .where(sql.ref('doppione_di'), 'is not', null)
      .execute();
  }
}
