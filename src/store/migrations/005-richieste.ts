/** Migration 5: the tables that requests share: chosen documents, what enti offer, number plates of subscriptions. */
import { type Kysely, sql } from 'kysely';

/** What the seven requests need: the documents they are about, what an ente offers and charges, plans and permits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;

  await s
    .createTable('richieste_documenti')
    .addColumn('pratica', 'text', (c) => c.notNull().references('pratiche.id'))
    .addColumn('documento', 'text', (c) => c.notNull().references('documenti.id'))
    .addColumn('codice', 'text', (c) => c.notNull())
    .addColumn('aperta', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('richieste_documenti_pk', ['pratica', 'documento'])
    .execute();
  // One open request per document and kind (product rule), also when two are sent at once.
  await sql`create unique index richieste_documenti_aperte on richieste_documenti (documento, codice) where aperta = 1`.execute(
    db,
  );

  // What an ente offers for a service: cemeteries, zones and prices, tariffs, thresholds.
  await s
    .createTable('offerte')
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('codice', 'text', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('offerte_pk', ['ente', 'codice'])
    .execute();

  // Plates for which a parking subscription was requested or given, never twice on a day.
  await s
    .createTable('targhe')
    .addColumn('pratica', 'text', (c) => c.notNull().references('pratiche.id'))
    .addColumn('targa', 'text', (c) => c.notNull())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('zona', 'text', (c) => c.notNull())
    .addColumn('dal', 'text', (c) => c.notNull())
    .addColumn('al', 'text', (c) => c.notNull())
    .addColumn('valida', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('targhe_pk', ['targa', 'pratica'])
    .execute();
  await s.createIndex('targhe_pratica').on('targhe').column('pratica').execute();
}
