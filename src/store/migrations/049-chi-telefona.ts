/** Migration 49: the cases of a telephone number, by which the office knows who calls. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('pratiche_telefono')
    .on('pratiche')
    .columns(['telefono', 'inviata_il'])
    .where(sql.ref('telefono'), 'is not', null)
    .execute();
}
