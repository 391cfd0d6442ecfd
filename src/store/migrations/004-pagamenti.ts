/** Migration 4: the tables of payments, from avvisi to receipts, and the memory of the sandbox's providers. */
import type { Kysely } from 'kysely';

/** What can be paid, attempts to pay, receipts, and notifications of the providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;

  await s
    .createTable('servizi_pagamento')
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('codice', 'text', (c) => c.notNull())
    .addColumn('ordine', 'integer', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('servizi_pagamento_pk', ['ente', 'codice'])
    .execute();

  await s
    .createTable('avvisi')
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('numero_avviso', 'text', (c) => c.notNull())
    .addColumn('iuv', 'text', (c) => c.notNull())
    .addColumn('causale', 'text', (c) => c.notNull())
    .addColumn('importo_cent', 'bigint', (c) => c.notNull())
    .addColumn('scadenza', 'text')
    .addColumn('pagabile_fino', 'text')
    .addColumn('stato', 'text', (c) => c.notNull())
    .addColumn('stato_da', 'text', (c) => c.notNull())
    .addColumn('debitore', 'text')
    .addColumn('pratica', 'text', (c) => c.references('pratiche.id'))
    .addColumn('servizio', 'text')
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addColumn('proprietario', 'text')
    .addColumn('creato', 'bigint', (c) => c.notNull())
    .addColumn('scade', 'bigint')
    // The number first: an address names it before the ente is known.
    .addPrimaryKeyConstraint('avvisi_pk', ['numero_avviso', 'ente'])
    .addUniqueConstraint('avvisi_iuv', ['iuv', 'ente'])
    .execute();
  await s.createIndex('avvisi_pratica').on('avvisi').column('pratica').execute();
  await s.createIndex('avvisi_debitore').on('avvisi').columns(['debitore', 'stato']).execute();
  await s.createIndex('avvisi_scadenza').on('avvisi').column('scade').execute();
  // A notice of a document is looked up by IUV, too.
  await s.createIndex('documenti_iuv').on('documenti').columns(['iuv', 'ente']).execute();

  await s
    .createTable('pagamenti')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('fornitore', 'text', (c) => c.notNull())
    .addColumn('stato', 'text', (c) => c.notNull())
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('utente', 'text')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('importo_cent', 'bigint', (c) => c.notNull())
    .addColumn('rif_fornitore', 'text')
    .addColumn('creato', 'bigint', (c) => c.notNull())
    .addColumn('aggiornato', 'bigint', (c) => c.notNull())
    .addColumn('controllato', 'bigint', (c) => c.notNull())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .execute();
  await s.createIndex('pagamenti_fornitore').on('pagamenti').columns(['rif_fornitore', 'fornitore']).execute();
  await s.createIndex('pagamenti_utente').on('pagamenti').columns(['utente', 'creato']).execute();
  await s.createIndex('pagamenti_proprietario').on('pagamenti').columns(['proprietario', 'creato']).execute();
  await s
    .createTable('pagamenti_avvisi')
    .addColumn('pagamento', 'text', (c) => c.notNull().references('pagamenti.id'))
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('numero_avviso', 'text', (c) => c.notNull())
    .addColumn('causale', 'text', (c) => c.notNull())
    .addColumn('importo_cent', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('pagamenti_avvisi_pk', ['pagamento', 'n'])
    .execute();
  await s.createIndex('pagamenti_avvisi_avviso').on('pagamenti_avvisi').columns(['numero_avviso', 'ente']).execute();

  await s
    .createTable('ricevute')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('fornitore', 'text', (c) => c.notNull())
    .addColumn('rif', 'text', (c) => c.notNull())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('numero_avviso', 'text', (c) => c.notNull())
    .addColumn('pagamento', 'text', (c) => c.references('pagamenti.id'))
    .addColumn('causale', 'text', (c) => c.notNull())
    .addColumn('importo_cent', 'bigint', (c) => c.notNull())
    .addColumn('pagato_il', 'bigint', (c) => c.notNull())
    .addColumn('intermediario', 'text')
    .addColumn('doppia', 'integer', (c) => c.notNull())
    .addUniqueConstraint('ricevute_una', ['rif', 'fornitore', 'ente', 'numero_avviso'])
    .execute();
  await s.createIndex('ricevute_avviso').on('ricevute').columns(['numero_avviso', 'ente']).execute();
  await s.createIndex('ricevute_pagamento').on('ricevute').column('pagamento').execute();

  await s
    .createTable('notifiche')
    .addColumn('evento', 'text', (c) => c.notNull())
    .addColumn('fornitore', 'text', (c) => c.notNull())
    .addColumn('pagamento', 'text')
    .addColumn('esito', 'text', (c) => c.notNull())
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('notifiche_pk', ['evento', 'fornitore'])
    .execute();

  // The memory of the providers' test pages; empty in production.
  await s
    .createTable('fornitori_sandbox')
    .addColumn('fornitore', 'text', (c) => c.notNull())
    .addColumn('cosa', 'text', (c) => c.notNull())
    .addColumn('chiave', 'text', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('fornitori_sandbox_pk', ['fornitore', 'cosa', 'chiave'])
    .execute();
}
