/** Migration 1: the tables that every service needs, from enti and pratiche to the outbox. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

/** Checked at commit: a case is written after its parts, so that the row its number comes from is locked briefly. */
const LATER = sql`deferrable initially deferred`;

/** Enti, cases with their timeline and files, drafts, codes, limits, idempotency keys, outgoing mail. */
export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const bytes = dialect === 'postgres' ? 'bytea' : 'blob';
  const s = db.schema;

  await s
    .createTable('portale')
    .addColumn('chiave', 'text', (c) => c.primaryKey())
    .addColumn('valore', 'text', (c) => c.notNull())
    .execute();
  await s
    .createTable('enti')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('host', 'text', (c) => c.unique())
    .addColumn('ordine', 'integer', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .execute();

  await s
    .createTable('pratiche')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('codice', 'text', (c) => c.notNull())
    .addColumn('anno', 'integer', (c) => c.notNull())
    .addColumn('numero', 'integer', (c) => c.notNull())
    .addColumn('oggetto', 'text', (c) => c.notNull())
    .addColumn('descrizione', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('cognome', 'text', (c) => c.notNull())
    .addColumn('codice_fiscale', 'text')
    .addColumn('telefono', 'text')
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addColumn('privacy_versione', 'text', (c) => c.notNull())
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('utente', 'text')
    .addColumn('stato', 'text', (c) => c.notNull())
    .addColumn('versione', 'integer', (c) => c.notNull())
    .addColumn('inviata_il', 'bigint', (c) => c.notNull())
    .addColumn('presa_in_carico_il', 'bigint')
    .addColumn('chiusa_il', 'bigint')
    .addColumn('sospesa_dal', 'bigint')
    .addColumn('termine_il', 'text', (c) => c.notNull())
    .addColumn('protocollo_ente', 'text')
    .addColumn('protocollo_ente_il', 'text')
    .addColumn('letto_cittadino', 'integer', (c) => c.notNull())
    .addColumn('letto_operatore', 'integer', (c) => c.notNull())
    .addColumn('avvisato_cittadino', 'bigint')
    .addColumn('avvisato_operatore', 'bigint')
    .addUniqueConstraint('pratiche_numero', ['ente', 'anno', 'numero'])
    .execute();
  await s.createIndex('pratiche_proprietario').on('pratiche').columns(['proprietario', 'inviata_il']).execute();
  await s.createIndex('pratiche_utente').on('pratiche').columns(['utente', 'inviata_il']).execute();
  await s
    .createTable('numeratori')
    .addColumn('ente', 'text', (c) => c.notNull().references('enti.id'))
    .addColumn('anno', 'integer', (c) => c.notNull())
    .addColumn('ultimo', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('numeratori_pk', ['ente', 'anno'])
    .execute();
  await s
    .createTable('eventi')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('pratica', 'text', (c) => c.notNull().references('pratiche.id').modifyEnd(LATER))
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .addColumn('da', 'text', (c) => c.notNull())
    .addColumn('chi', 'text')
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('testo', 'text')
    .addColumn('stato', 'text')
    .addColumn('nascosto', 'bigint')
    .addColumn('nascosto_da', 'text')
    .addUniqueConstraint('eventi_ordine', ['pratica', 'n'])
    .execute();
  await s
    .createTable('chiavi_operatore')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('pratica', 'text', (c) => c.notNull().references('pratiche.id').modifyEnd(LATER))
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('creata', 'bigint', (c) => c.notNull())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .execute();
  await s.createIndex('chiavi_operatore_pratica').on('chiavi_operatore').column('pratica').execute();
  await s
    .createTable('valutazioni')
    .addColumn('pratica', 'text', (c) => c.primaryKey().references('pratiche.id').modifyEnd(LATER))
    .addColumn('stelle', 'integer', (c) => c.notNull())
    .addColumn('aspetto', 'text')
    .addColumn('testo', 'text')
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .execute();

  await s
    .createTable('allegati')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('pratica', 'text', (c) => c.references('pratiche.id').modifyEnd(LATER))
    .addColumn('evento', 'text')
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('dimensione', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('nota', 'text')
    .addColumn('categoria', 'text')
    .addColumn('miniatura', 'integer', (c) => c.notNull())
    .addColumn('creato', 'bigint', (c) => c.notNull())
    .addColumn('bozza', 'text')
    .addColumn('nascosto', 'bigint')
    .execute();
  await s.createIndex('allegati_pratica').on('allegati').column('pratica').execute();
  await s.createIndex('allegati_proprietario').on('allegati').columns(['proprietario', 'creato']).execute();
  await s
    .createTable('allegati_pezzi')
    .addColumn('allegato', 'text', (c) => c.notNull().references('allegati.id').onDelete('cascade'))
    .addColumn('variante', 'text', (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('dati', bytes as 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('allegati_pezzi_pk', ['allegato', 'variante', 'n'])
    .execute();

  await s
    .createTable('bozze')
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('percorso', 'text', (c) => c.notNull())
    .addColumn('valori_json', 'text', (c) => c.notNull())
    .addColumn('passo', 'text', (c) => c.notNull())
    .addColumn('chiave', 'text', (c) => c.notNull())
    .addColumn('salvata', 'integer', (c) => c.notNull())
    .addColumn('creata', 'bigint', (c) => c.notNull())
    .addColumn('aggiornata', 'bigint', (c) => c.notNull())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('bozze_pk', ['proprietario', 'percorso'])
    .execute();

  await s
    .createTable('codici')
    .addColumn('casella', 'text', (c) => c.notNull())
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('creato', 'bigint', (c) => c.notNull())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .addColumn('tentativi', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('codici_pk', ['casella', 'proprietario'])
    .execute();
  await s
    .createTable('prove_email')
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('verificata', 'bigint', (c) => c.notNull())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .addColumn('usata', 'bigint')
    .addPrimaryKeyConstraint('prove_email_pk', ['proprietario', 'email'])
    .execute();
  await s
    .createTable('limiti')
    .addColumn('chiave', 'text', (c) => c.primaryKey())
    .addColumn('tempi_json', 'text', (c) => c.notNull())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .execute();
  await s
    .createTable('invii')
    .addColumn('proprietario', 'text', (c) => c.notNull())
    .addColumn('operazione', 'text', (c) => c.notNull())
    .addColumn('chiave', 'text', (c) => c.notNull())
    .addColumn('impronta', 'text', (c) => c.notNull())
    .addColumn('risposta_json', 'text')
    .addColumn('creato', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('invii_pk', ['proprietario', 'operazione', 'chiave'])
    .execute();
  await s
    .createTable('sfide_usate')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('scade', 'bigint', (c) => c.notNull())
    .execute();

  await s
    .createTable('posta_in_uscita')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tipo', 'text', (c) => c.notNull())
    .addColumn('dati_json', 'text', (c) => c.notNull())
    .addColumn('creata', 'bigint', (c) => c.notNull())
    .addColumn('da_inviare', 'bigint', (c) => c.notNull())
    .addColumn('tentativi', 'integer', (c) => c.notNull())
    .addColumn('presa_fino', 'bigint', (c) => c.notNull())
    .addColumn('inviata', 'bigint')
    .addColumn('errore', 'text')
    .execute();
  // Rows still to be sent: the worker asks for them several times a second.
  await s.createIndex('posta_da_inviare').on('posta_in_uscita').columns(['inviata', 'da_inviare']).execute();
  await s
    .createTable('posta_sandbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('quando', 'bigint', (c) => c.notNull())
    .addColumn('a', 'text', (c) => c.notNull())
    .addColumn('oggetto', 'text', (c) => c.notNull())
    .addColumn('messaggio_json', 'text', (c) => c.notNull())
    .execute();
  await s.createIndex('posta_sandbox_quando').on('posta_sandbox').column('quando').execute();
  for (const table of ['bozze', 'limiti', 'invii', 'sfide_usate'] as const) {
    await s
      .createIndex(`${table}_scadenza`)
      .on(table)
      .column(table === 'invii' ? 'creato' : 'scade')
      .execute();
  }
}
