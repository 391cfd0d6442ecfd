/**
 * Migration 8: a program is told of changes at an address of its own. A webhook remembers up to which change it was told, and which
 * cases it could not be told of. A change says when it was numbered, so that it can be told again from a day on.
 */
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';
import { bigint, integer, key, optional, partOf, schemaOf, text } from './columns.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const schema = schemaOf(db, dialect);
  await db.schema.alterTable('cambiamenti').addColumn('quando', 'bigint').execute();
  await schema
    .table('webhook', {
      id: key,
      ente: text,
      programma: partOf('programmi'),
      indirizzo: text,
      segreto: text,
      fino_a: bigint,
      prossima: bigint,
      presa_fino: bigint,
      falliti: integer,
      fallisce_dal: optional.bigint,
      errore: optional.text,
      fermo: optional.bigint,
      creato: bigint,
    })
    .execute();
  await schema.index('webhook_programmi', 'webhook', 'programma');
  await schema
    .table('webhook_in_ritardo', {
      webhook: partOf('webhook'),
      pratica: partOf('pratiche'),
      n: bigint,
      tentativi: integer,
      dal: bigint,
      prossima: optional.bigint,
    })
    .addPrimaryKeyConstraint('webhook_in_ritardo_pk', ['webhook', 'pratica'])
    .execute();
  await schema.index(
    'webhook_in_ritardo_prossimi',
    'webhook_in_ritardo',
    'webhook prossima',
    sql<SqlBool>`prossima is not null`,
  );
  await schema.index('webhook_in_ritardo_pratica', 'webhook_in_ritardo', 'pratica');
  await schema
    .table('consegne_webhook', {
      id: key,
      webhook: partOf('webhook'),
      pratica: partOf('pratiche'),
      n: bigint,
      quando: bigint,
      stato: optional.integer,
      errore: optional.text,
      ms: integer,
    })
    .execute();
  await schema.index('consegne_webhook_ultime', 'consegne_webhook', 'webhook quando');
  await schema.index('consegne_webhook_pratica', 'consegne_webhook', 'pratica');
  await schema.index('consegne_webhook_vecchie', 'consegne_webhook', 'quando');
}
