/** Migration 9: a second id of each pratica for operators, a count of unanswered messages, indexes of hidden entries. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** The operators' side of a case has an id of its own, and a case counts the citizen's messages without an answer. */
export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const s = db.schema;
  await s
    .alterTable('pratiche')
    .addColumn('ufficio', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await s
    .alterTable('pratiche')
    .addColumn('senza_risposta', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  const random =
    dialect === 'postgres' ? sql`replace(gen_random_uuid()::text, '-', '')` : sql`lower(hex(randomblob(16)))`;
  await sql`update pratiche set ufficio = ${random}`.execute(db);
  await s.createIndex('pratiche_ufficio').unique().on('pratiche').column('ufficio').execute();

  // Few among many: entries that an operator has hidden.
  await s
    .createIndex('eventi_nascosti')
    .on('eventi')
    .columns(['pratica', 'nascosto'])
    .where(sql.ref('nascosto'), 'is not', null)
    .execute();
  await s
    .createIndex('allegati_nascosti')
    .on('allegati')
    .columns(['pratica', 'nascosto'])
    .where(sql.ref('nascosto'), 'is not', null)
    .execute();
  // The files of one page of the timeline, without those of the rest.
  await s.dropIndex('allegati_pratica').execute();
  await s.createIndex('allegati_pratica').on('allegati').columns(['pratica', 'evento']).execute();
}
