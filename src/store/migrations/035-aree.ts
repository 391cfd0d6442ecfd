/** Migration 35: the area of the municipality a case belongs to, and the point of its place, by which cases near another are found. */
import { type Kysely, sql } from 'kysely';
import type { StoreDialect } from '../tables.ts';

export async function up(db: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const s = db.schema;
  await s.alterTable('pratiche').addColumn('area', 'text').execute();
  for (const degrees of ['lat', 'lon']) {
    await s.alterTable('pratiche').addColumn(degrees, 'double precision').execute();
    const stored =
      dialect === 'postgres'
        ? sql`(dati_json::json ->> ${sql.lit(degrees)})::double precision`
        : sql`json_extract(dati_json, ${sql.lit(`$.${degrees}`)})`;
    await sql`update pratiche set ${sql.ref(degrees)} = ${stored} where dati_json like ${`%"${degrees}":%`}`.execute(
      db,
    );
  }
  // Partial, all three: a case without an area or a point costs no write. In the order of the list, as the indexes
  // of an ente are, and with the service, which is asked for together with the area.
  await s
    .createIndex('pratiche_area')
    .on('pratiche')
    .columns(['ente', 'area', 'stato', 'termine_il', 'inviata_il', 'anno', 'numero', 'codice'])
    .where(sql.ref('area'), 'is not', null)
    .execute();
  // All that the figures of an area ask of a case, as the index of those of the ente.
  await s
    .createIndex('pratiche_andamento_area')
    .on('pratiche')
    .columns([
      'ente',
      'area',
      'inviata_il',
      'codice',
      'assegnata_ufficio',
      'stato',
      'termine_il',
      'prima_risposta_il',
      'id',
    ])
    .where(sql.ref('area'), 'is not', null)
    .execute();
  // A band of latitude; what else is asked of a case nearby is read from the index.
  await s
    .createIndex('pratiche_punto')
    .on('pratiche')
    .columns(['ente', 'lat', 'lon', 'codice', 'stato', 'inviata_il'])
    .where(sql.ref('lat'), 'is not', null)
    .execute();
}
