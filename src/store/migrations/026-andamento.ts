/** Migration 26: when the ente first answered a case, and the index from which the figures of an ente are counted. */
import { type Kysely, sql } from 'kysely';

/** The index has all that the figures ask of a case: its row, with the long texts, is never read for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pratiche').addColumn('prima_risposta_il', 'bigint').execute();
  await sql`update pratiche set prima_risposta_il =
    (select min(quando) from eventi where eventi.pratica = pratiche.id and eventi.da = 'operatore')`.execute(db);
  await db.schema
    .createIndex('pratiche_andamento')
    .on('pratiche')
    .columns(['ente', 'inviata_il', 'codice', 'assegnata_ufficio', 'stato', 'termine_il', 'prima_risposta_il', 'id'])
    .execute();
}
