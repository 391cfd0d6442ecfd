/** Migration 12: indexes, so that SQLite finds one person's pratiche and declarations without reading whole tables. */
import type { Kysely } from 'kysely';

/**
 * Rows without an owner, or without a case, are most of a table: each index begins with the owner that is asked for, then the
 * order. Without them SQLite read every guest's case, newest first, and every unsent declaration.
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
