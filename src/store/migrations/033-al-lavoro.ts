/** Migration 33: what operators have begun to write on a case, and which of them have it open now. */
import type { Kysely } from 'kysely';

/** Both belong to a case and an operator, and go with the case; the hourly cleaning finds the old ones by their instant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s
    .createTable('bozze_operatori')
    .addColumn('pratica', 'text', (c) => c.notNull().references('pratiche.id').onDelete('cascade'))
    .addColumn('utente', 'text', (c) => c.notNull())
    .addColumn('azione', 'text', (c) => c.notNull())
    .addColumn('valori_json', 'text', (c) => c.notNull())
    .addColumn('aggiornata', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('bozze_operatori_pk', ['pratica', 'utente'])
    .execute();
  await s.createIndex('bozze_operatori_aggiornata').on('bozze_operatori').column('aggiornata').execute();
  await s
    .createTable('presenze')
    .addColumn('pratica', 'text', (c) => c.notNull().references('pratiche.id').onDelete('cascade'))
    .addColumn('utente', 'text', (c) => c.notNull())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('dal', 'bigint', (c) => c.notNull())
    .addColumn('visto', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('presenze_pk', ['pratica', 'utente'])
    .execute();
  await s.createIndex('presenze_visto').on('presenze').column('visto').execute();
}
