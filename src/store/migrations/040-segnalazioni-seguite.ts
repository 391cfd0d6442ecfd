/** Migration 40: which mailboxes follow a public report. They go with it. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s
    .createTable('segnalazioni_seguite')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('segnalazione', 'text', (c) => c.notNull().references('segnalazioni_pubbliche.id').onDelete('cascade'))
    .addColumn('casella', 'text')
    .addColumn('utente', 'text')
    .addColumn('creata', 'bigint', (c) => c.notNull())
    .addColumn('non_risolta', 'integer')
    .addUniqueConstraint('segnalazioni_seguite_una_volta', ['segnalazione', 'casella'])
    .execute();
  // What a person follows: for their own data, and when they are forgotten.
  await s.createIndex('segnalazioni_seguite_casella').on('segnalazioni_seguite').column('casella').execute();
  await s
    .createIndex('segnalazioni_seguite_utente')
    .on('segnalazioni_seguite')
    .column('utente')
    .where(sql.ref('utente'), 'is not', null)
    .execute();
  // How many said that a closing solved nothing.
  await s
    .createIndex('segnalazioni_seguite_non_risolte')
    .on('segnalazioni_seguite')
    .columns(['segnalazione', 'non_risolta'])
    .where(sql.ref('non_risolta'), 'is not', null)
    .execute();
}
