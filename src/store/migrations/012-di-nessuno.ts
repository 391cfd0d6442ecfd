/** Migration 12: indexes, so that SQLite finds one person's pratiche and declarations without reading whole tables. */
import type { Kysely } from 'kysely';

/**
 * What belongs to nobody yet, or to no case, is most of a table: each index names who is asked about first, and the order. Without
 * them SQLite read every guest's case, newest first, and every declaration that nobody had sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const s = db.schema;
  await s.dropIndex('pratiche_persona').execute();
  await s.createIndex('pratiche_persona').on('pratiche').columns(['codice_fiscale', 'utente', 'inviata_il']).execute();
  await s
    .createIndex('dichiarazioni_mezzi_di')
    .on('dichiarazioni_mezzi')
    .columns(['proprietario', 'pratica'])
    .execute();
  await s.dropIndex('dichiarazioni_mezzi_proprietario').execute();
}
