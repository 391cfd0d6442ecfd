/** Migration 25: a guest's draft is taken up on another device by an e-mail address, and a draft knows which page wrote it last. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { filled, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  await db.schema.alterTable('bozze').addColumn('email', 'text').execute();
  await db.schema.alterTable('bozze').addColumn('mano', 'text').execute();
  await schema.index('bozze_email', 'bozze', 'email', filled('email'));
  // A page that holds the key of a send asks what became of it, whoever has the draft now.
  await schema.index('bozze_chiave', 'bozze', 'chiave');
  await schema.index('invii_chiave', 'invii', 'chiave');
}
