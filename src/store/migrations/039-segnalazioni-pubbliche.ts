/**
 * Migration 39: the public side of reports. It has a table of its own, which knows neither the case nor its citizen; the case knows its
 * public side.
 */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const s = db.schema;
  await s
    .createTable('segnalazioni_pubbliche')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('ente', 'text', (c) => c.notNull())
    .addColumn('codice', 'text', (c) => c.notNull())
    .addColumn('area', 'text')
    .addColumn('giorno', 'text', (c) => c.notNull())
    .addColumn('stato', 'text', (c) => c.notNull())
    .addColumn('chiusa', 'text')
    .addColumn('visibile', 'integer', (c) => c.notNull())
    .addColumn('rilasciata', 'bigint')
    .addColumn('titolo', 'text')
    .addColumn('descrizione', 'text')
    .addColumn('risposta', 'text')
    .addColumn('luogo', 'text')
    .addColumn('lat', 'double precision')
    .addColumn('lon', 'double precision')
    .addColumn('aggiornata', 'bigint', (c) => c.notNull())
    .execute();
  // Of each, its list in order; what is not to be seen is in none of them.
  const lists = { elenco: [], tipo: ['codice'], stato: ['stato'], area: ['area'] };
  for (const [name, columns] of Object.entries(lists))
    await s
      .createIndex(`segnalazioni_pubbliche_${name}`)
      .on('segnalazioni_pubbliche')
      .columns(['ente', ...columns, 'giorno', 'id'])
      .where(sql.ref('visibile'), '=', sql.lit(1))
      .execute();
  // How many were closed since a day.
  await s
    .createIndex('segnalazioni_pubbliche_chiuse')
    .on('segnalazioni_pubbliche')
    .columns(['ente', 'chiusa'])
    .where(sql.ref('visibile'), '=', sql.lit(1))
    .execute();
  // When they were last changed, which the description of the open data says.
  await s
    .createIndex('segnalazioni_pubbliche_cambiate')
    .on('segnalazioni_pubbliche')
    .columns(['ente', 'aggiornata'])
    .where(sql<boolean>`visibile = 1 and rilasciata is not null`)
    .execute();
  // A band of latitude; what a pin shows is read from the index.
  await s
    .createIndex('segnalazioni_pubbliche_punto')
    .on('segnalazioni_pubbliche')
    .columns(['ente', 'lat', 'lon', 'codice', 'stato', 'giorno', 'area', 'id'])
    .where(sql<boolean>`visibile = 1 and lat is not null`)
    .execute();

  await s
    .createTable('tappe_pubbliche')
    .addColumn('segnalazione', 'text', (c) => c.notNull().references('segnalazioni_pubbliche.id').onDelete('cascade'))
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('giorno', 'text', (c) => c.notNull())
    .addColumn('stato', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('tappe_pubbliche_pk', ['segnalazione', 'n'])
    .execute();

  const bytes = dialect === 'postgres' ? 'bytea' : 'blob';
  await s
    .createTable('foto_pubbliche')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('segnalazione', 'text', (c) => c.notNull().references('segnalazioni_pubbliche.id').onDelete('cascade'))
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('larghezza', 'integer', (c) => c.notNull())
    .addColumn('altezza', 'integer', (c) => c.notNull())
    .addColumn('dati', bytes as 'blob', (c) => c.notNull())
    .addColumn('piccola', bytes as 'blob', (c) => c.notNull())
    .execute();
  await s.createIndex('foto_pubbliche_segnalazione').on('foto_pubbliche').columns(['segnalazione', 'n']).execute();

  await s.alterTable('pratiche').addColumn('pubblica', 'text').execute();
  await s
    .createIndex('pratiche_pubblica')
    .on('pratiche')
    .column('pubblica')
    .where(sql.ref('pubblica'), 'is not', null)
    .execute();
}
