/** Migration 2: the tables behind the login, the posizioni and the sportelli. */
import type { Kysely } from 'kysely';

/** Logins and their ends; positions, who may see them, their documents; declarations; desks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;

  await s
    .createTable('utenti')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('identita', 'text', (c) => c.notNull().unique())
    .addColumn('ruolo', 'text', (c) => c.notNull())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('cognome', 'text', (c) => c.notNull())
    .addColumn('codice_fiscale', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('email_comunicazione', 'text')
    .addColumn('telefono_comunicazione', 'text')
    .addColumn('residenza_json', 'text', (c) => c.notNull())
    .addColumn('enti_json', 'text', (c) => c.notNull())
    .addColumn('creato', 'bigint', (c) => c.notNull())
    .addColumn('ultimo_accesso', 'bigint', (c) => c.notNull())
    .execute();
  await s
    .createTable('accessi')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('utente', 'text', (c) => c.notNull().references('utenti.id'))
    .addColumn('creato', 'bigint', (c) => c.notNull())
    .addColumn('ultimo', 'bigint', (c) => c.notNull())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .addColumn('id_token', 'text')
    .execute();
  await s.createIndex('accessi_scadenza').on('accessi').column('scade').execute();

  await s
    .createTable('posizioni')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('codice_utente', 'text', (c) => c.notNull())
    .addColumn('controllo', 'text', (c) => c.notNull())
    .addColumn('sistema', 'text', (c) => c.notNull())
    .addColumn('intestatario', 'text', (c) => c.notNull())
    .addUniqueConstraint('posizioni_codice', ['codice_utente', 'ente'])
    .execute();
  await s
    .createTable('rappresentanze')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('posizione', 'text', (c) => c.notNull().references('posizioni.id'))
    .addColumn('codice_fiscale', 'text', (c) => c.notNull())
    .addColumn('ruolo', 'text', (c) => c.notNull())
    .addColumn('creata', 'bigint', (c) => c.notNull())
    .addColumn('tolta', 'bigint')
    .addUniqueConstraint('rappresentanze_una', ['codice_fiscale', 'posizione'])
    .execute();
  await s.createIndex('rappresentanze_posizione').on('rappresentanze').column('posizione').execute();
  await s
    .createTable('concessioni')
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('posizione', 'text', (c) => c.notNull().references('posizioni.id'))
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('concessioni_pk', ['proprietario', 'posizione'])
    .execute();
  await s.createIndex('concessioni_scadenza').on('concessioni').column('scade').execute();
  await s
    .createTable('documenti')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('posizione', 'text', (c) => c.notNull().references('posizioni.id'))
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('sistema', 'text', (c) => c.notNull())
    .addColumn('numero', 'text', (c) => c.notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('scadenza', 'text')
    .addColumn('importo_cent', 'bigint', (c) => c.notNull())
    .addColumn('stato', 'text', (c) => c.notNull())
    .addColumn('stato_da', 'text', (c) => c.notNull())
    .addColumn('iuv', 'text')
    .addColumn('numero_avviso', 'text')
    // The number first: an address names numbers and a system, but no ente.
    .addUniqueConstraint('documenti_numero', ['numero', 'sistema', 'ente'])
    .addUniqueConstraint('documenti_avviso', ['numero_avviso', 'ente'])
    .execute();
  // A covering index for what a position owes.
  await s.createIndex('documenti_posizione').on('documenti').columns(['posizione', 'stato', 'importo_cent']).execute();
  await s
    .createTable('dichiarazioni')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('codice_fiscale', 'text', (c) => c.notNull())
    .addColumn('numero', 'text', (c) => c.notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('stato', 'text', (c) => c.notNull())
    .addColumn('stato_da', 'text', (c) => c.notNull())
    .addColumn('protocollo', 'text')
    .addUniqueConstraint('dichiarazioni_numero', ['ente', 'numero'])
    .execute();
  await s.createIndex('dichiarazioni_persona').on('dichiarazioni').columns(['codice_fiscale', 'data']).execute();
  await s
    .createTable('sportelli')
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('codice', 'text', (c) => c.notNull())
    .addColumn('ordine', 'integer', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sportelli_pk', ['ente', 'codice'])
    .execute();

  // A citizen finds the cases they sent as a guest by tax code.
  await s.createIndex('pratiche_persona').on('pratiche').columns(['codice_fiscale', 'utente']).execute();
}
