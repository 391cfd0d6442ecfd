/** Migration 22: the offices of an ente and who works there, to whom a case is assigned, and what was done with it. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** Offices with their people, administrators, two columns of each case, and the trail, which nothing changes once it is written. */
export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const s = db.schema;
  await s
    .createTable('uffici')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('servizi_json', 'text', (c) => c.notNull())
    .addColumn('attivo', 'integer', (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('uffici_nome', ['ente', 'nome'])
    .execute();
  await s
    .createTable('uffici_persone')
    .addColumn('ufficio', 'text', (c) => c.notNull().references('uffici.id'))
    .addColumn('utente', 'text', (c) => c.notNull().references('utenti.id'))
    .addColumn('assente_dal', 'text')
    .addColumn('assente_al', 'text')
    .addPrimaryKeyConstraint('uffici_persone_pk', ['ufficio', 'utente'])
    .execute();
  await s.createIndex('uffici_persone_utente').on('uffici_persone').column('utente').execute();
  await s
    .createTable('uffici_attesi')
    .addColumn('ufficio', 'text', (c) => c.notNull().references('uffici.id'))
    .addColumn('persona', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('uffici_attesi_pk', ['ufficio', 'persona'])
    .execute();
  await s.createIndex('uffici_attesi_persona').on('uffici_attesi').column('persona').execute();
  await s
    .createTable('amministratori')
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('utente', 'text', (c) => c.notNull().references('utenti.id'))
    .addPrimaryKeyConstraint('amministratori_pk', ['ente', 'utente'])
    .execute();
  await s.createIndex('amministratori_utente').on('amministratori').column('utente').execute();

  await s
    .alterTable('pratiche')
    .addColumn('assegnata_ufficio', 'text', (c) => c.references('uffici.id'))
    .execute();
  await s.alterTable('pratiche').addColumn('assegnata_a', 'text').execute();
  // Each has the words, as the indexes of an ente have: a search reads the index and not the cases. Partial: a case that is
  // assigned to nobody costs no write.
  for (const column of ['assegnata_a', 'assegnata_ufficio'])
    await s
      .createIndex(`pratiche_${column}`)
      .on('pratiche')
      .columns([column, 'stato', 'termine_il', 'cerca'])
      .where(sql.ref(column), 'is not', null)
      .execute();

  // What nobody has, the other way round: written with a new case, and gone once somebody has it.
  await s
    .createIndex('pratiche_da_assegnare')
    .on('pratiche')
    .columns(['ente', 'stato', 'termine_il', 'cerca', 'assegnata_a'])
    .where(sql.ref('assegnata_a'), 'is', null)
    .execute();

  await s
    .createTable('atti')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('pratica', 'text', (c) => c.notNull().references('pratiche.id').onDelete('cascade'))
    .addColumn('ente', 'text', (c) => c.notNull())
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('chi', 'text')
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('azione', 'text', (c) => c.notNull())
    .addColumn('testo', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('dati_json', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  await s.createIndex('atti_pratica').on('atti').columns(['pratica', 'quando']).execute();
  await refuseChanges(db, dialect);
}

/** Written once: the store itself refuses to change an atto. It goes only together with its case. */
async function refuseChanges(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`create trigger atti_immutabili before update on atti begin select raise(abort, 'atti: append only'); end`.execute(
      db,
    );
    return;
  }
  await sql`create function atti_immutabili() returns trigger language plpgsql as
    $$ begin raise exception 'atti: append only'; end $$`.execute(db);
  await sql`create trigger atti_immutabili before update on atti
    for each row execute function atti_immutabili()`.execute(db);
}
