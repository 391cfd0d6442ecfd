/** Migration 38: where the bytes of each allegato are, so that files can lie outside the store and be moved while the portal runs. */
import { type Kysely, sql } from 'kysely';

/** Null: in `allegati_pezzi`; otherwise the name of the object in the bucket, under which the sweep asks for its row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('allegati').addColumn('deposito', 'text').execute();
  await db.schema
    .createIndex('allegati_deposito')
    .on('allegati')
    .column('deposito')
    .where(sql.ref('deposito'), 'is not', null)
    .execute();
}
