/** Migration 24: what administrators change of their ente, with who, when, the old and the new value. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** A table in which the store itself refuses to change a line, and an index of the operators. */
export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const s = db.schema;
  await s
    .createTable('modifiche')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull())
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('chi', 'text', (c) => c.notNull())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('oggetto', 'text', (c) => c.notNull())
    .addColumn('chiave', 'text', (c) => c.notNull())
    .addColumn('prima_json', 'text', (c) => c.notNull())
    .addColumn('dopo_json', 'text', (c) => c.notNull())
    .addUniqueConstraint('modifiche_ordine', ['ente', 'n'])
    .execute();
  // The operators are few among millions of citizens.
  await sql`create index utenti_operatori on utenti (cognome, nome) where ruolo = 'operatore'`.execute(db);
  if (dialect === 'sqlite') {
    await sql`create trigger modifiche_immutabili before update on modifiche
      begin select raise(abort, 'modifiche: append only'); end`.execute(db);
    return;
  }
  await sql`create function modifiche_immutabili() returns trigger language plpgsql as
    $$ begin raise exception 'modifiche: append only'; end $$`.execute(db);
  await sql`create trigger modifiche_immutabili before update on modifiche
    for each row execute function modifiche_immutabili()`.execute(db);
}
