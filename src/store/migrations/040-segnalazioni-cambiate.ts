/** Migration 40: when the public reports of a municipality were last changed, which the description of its open data says. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('segnalazioni_pubbliche_cambiate')
    .on('segnalazioni_pubbliche')
    .columns(['ente', 'aggiornata'])
    .where(sql<boolean>`visibile = 1 and rilasciata is not null`)
    .execute();
}
