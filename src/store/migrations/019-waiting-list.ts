/** Migration 19: a citizen who has an appointment waits for an earlier time, which is offered to one after the other. */
import type { Kysely } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { filled, schemaOf } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  await db.schema.alterTable('appuntamenti').addColumn('in_lista_dal', 'bigint').execute();
  await db.schema.alterTable('appuntamenti').addColumn('orari_noti', 'text').execute();
  const schema = schemaOf(db, dialect);
  await schema.index('appuntamenti_lista', 'appuntamenti', 'ente calendario in_lista_dal', filled('in_lista_dal'));
}
