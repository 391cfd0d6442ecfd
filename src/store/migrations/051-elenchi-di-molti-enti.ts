/** Migration 51: a case is counted once for all its words that begin alike, and lists of many enti have indexes of their own. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** The orders of a list, for all enti together; the code narrows any list. */
const ORDERS = {
  termine: ['termine_il', 'inviata_il'],
  arrivo: ['inviata_il'],
  numero: [],
  richiedente: ['richiedente'],
  assegnata: ['assegnata_nome', 'termine_il', 'inviata_il'],
};

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const s = db.schema;
  await s
    .alterTable('pratiche_parole')
    .addColumn('precedente', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update pratiche_parole set precedente = w.precedente from
    (select ente, stato, parola, pratica, lag(parola, 1, '') over (partition by pratica order by parola) as precedente
      from pratiche_parole) as w
    where pratiche_parole.ente = w.ente and pratiche_parole.stato = w.stato and pratiche_parole.parola = w.parola
      and pratiche_parole.pratica = w.pratica`.execute(db);
  // SQLite has the whole row in its key.
  if (dialect === 'postgres') {
    await sql`alter table pratiche_parole alter column precedente type text collate "C"`.execute(db);
    await sql`alter table pratiche_parole drop constraint pratiche_parole_pk`.execute(db);
    await sql`alter table pratiche_parole add constraint pratiche_parole_pk
      primary key (ente, stato, parola, pratica) include (precedente)`.execute(db);
  }
  for (const [order, columns] of Object.entries(ORDERS))
    await s
      .createIndex(`pratiche_tutte_${order}`)
      .on('pratiche')
      .columns(['stato', ...columns, 'anno', 'numero', 'ente', 'codice'])
      .execute();
  await s
    .createIndex('pratiche_fiscale')
    .on('pratiche')
    .columns(['codice_fiscale', 'ente', 'stato'])
    .where(sql.ref('codice_fiscale'), 'is not', null)
    .execute();
  // With the words: those that are in many cases are looked for in what is unread.
  await s.dropIndex('pratiche_da_leggere').execute();
  await s
    .createIndex('pratiche_da_leggere')
    .on('pratiche')
    .columns(['ente', 'stato', 'termine_il', 'inviata_il', 'anno', 'numero', 'codice', 'area'])
    .columns(['assegnata_a', 'assegnata_ufficio', 'assegnata_nome', 'letto_operatore', 'versione', 'cerca'])
    .where(sql.ref('letto_operatore'), '<', sql.ref('versione'))
    .execute();
  await s
    .createIndex('pratiche_da_leggere_arrivo')
    .on('pratiche')
    .columns(['ente', 'stato', 'inviata_il', 'anno', 'numero', 'codice', 'letto_operatore', 'versione'])
    .where(sql.ref('letto_operatore'), '<', sql.ref('versione'))
    .execute();
  // A band of latitude within a state, as lists ask for it.
  await s.dropIndex('pratiche_punto').execute();
  await s
    .createIndex('pratiche_punto')
    .on('pratiche')
    .columns(['ente', 'stato', 'lat', 'lon', 'codice', 'inviata_il'])
    .where(sql.ref('lat'), 'is not', null)
    .execute();
}
