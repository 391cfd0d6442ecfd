/** Migration 36: the index of what is unread has all by which operators narrow a list: it is counted and read without a look at the cases. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('pratiche_da_leggere').execute();
  await db.schema
    .createIndex('pratiche_da_leggere')
    .on('pratiche')
    .columns(['ente', 'stato', 'termine_il', 'inviata_il', 'anno', 'numero'])
    .columns(['codice', 'area', 'assegnata_a', 'assegnata_ufficio', 'assegnata_nome', 'letto_operatore', 'versione'])
    .where(sql.ref('letto_operatore'), '<', sql.ref('versione'))
    .execute();
}
