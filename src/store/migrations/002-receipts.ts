/**
 * Migration 2: receipts of all notices. A receipt is found by its IUV, those of an ente are listed by their instant, each ente has a line that
 * says how far its receipts were read, and an office may keep its books.
 */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, integerOr, of, optional, primary, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { table, index } = schemaOf(db, dialect);
  await db.schema.alterTable('ricevute').addColumn('iuv', 'text').execute();
  // After the digit that says how a number is made, and the application code where it has one, comes the IUV.
  await sql`update ricevute set iuv = substr(numero_avviso, case when substr(numero_avviso, 1, 1) = '0' then 4 else 2 end)`.execute(
    db,
  );
  await index('ricevute_iuv', 'ricevute', 'iuv ente');
  await index('ricevute_elenco', 'ricevute', 'ente pagato_il id importo_cent fornitore doppia');
  await db.schema
    .alterTable('uffici')
    .addColumn('incassi', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await table('letture_ricevute', {
    ente: of('enti', primary),
    dal: optional.text,
    pagina: integerOr(0),
    intera_il: bigint,
    prossima: bigint,
    presa_fino: bigint,
  }).execute();
}
