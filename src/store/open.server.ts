import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, SqliteDialect, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as casa from './migrations/001-casa.ts';
import * as persone from './migrations/002-persone.ts';
import * as ricerca from './migrations/003-ricerca.ts';
import * as pagamenti from './migrations/004-pagamenti.ts';
import * as richieste from './migrations/005-richieste.ts';
import * as mezzi from './migrations/006-mezzi.ts';
import * as indici from './migrations/007-indici.ts';
import * as richiesteDocumento from './migrations/008-richieste-di-un-documento.ts';
import * as dueLati from './migrations/009-due-lati.ts';
import * as sistemi from './migrations/010-sistemi-degli-enti.ts';
import * as fileDiUnaRete from './migrations/011-file-di-una-rete.ts';
import { kyselySqlite } from './sqlite.server.ts';
import type { Dialect, Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** The store: queries, which engine answers them, and its end. */
export type Store = { db: Db; dialect: Dialect; close(): Promise<void> };

const MIGRATIONS = {
  '001-casa': casa,
  '002-persone': persone,
  '003-ricerca': ricerca,
  '004-pagamenti': pagamenti,
  '005-richieste': richieste,
  '006-mezzi': mezzi,
  '007-indici': indici,
  '008-richieste-di-un-documento': richiesteDocumento,
  '009-due-lati': dueLati,
  '010-sistemi-degli-enti': sistemi,
  '011-file-di-una-rete': fileDiUnaRete,
} as const;

/**
 * Opens the store and brings its schema up to date.
 * @param where PostgreSQL address, or the folder of the SQLite file (made when missing)
 */
export async function openStore(where: { databaseUrl?: string | undefined; dataDir: string }): Promise<Store> {
  const store = where.databaseUrl ? await openPostgres(where.databaseUrl) : openSqlite(where.dataDir);
  await migrate(store);
  return store;
}

function openSqlite(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(dataDir, 'portale.sqlite'), { timeout: 5000 });
  // FULL: an acknowledgement follows a sync of the file. A backup with `sqlite3 .backup` may run beside us.
  file.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -16000;',
  );
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: kyselySqlite(file) }) });
  return { db, dialect: 'sqlite', close: () => db.destroy() };
}

async function openPostgres(url: string): Promise<Store> {
  const { default: pg } = await import('pg');
  // PostgreSQL gives bigint as text; our instants fit a double.
  pg.types.setTypeParser(20, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    options: '-c lock_timeout=10000 -c statement_timeout=30000',
  });
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => console.error(`PostgreSQL: ${error.message}`));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, dialect: 'postgres', close: () => db.destroy() };
}

async function migrate(store: Store): Promise<void> {
  const migrations: Record<string, Migration> = {};
  for (const [name, step] of Object.entries(MIGRATIONS)) {
    migrations[name] = { up: (db) => step.up(db as Kysely<unknown>, store.dialect) };
  }
  const migrator = new Migrator({ db: store.db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/**
 * A store belongs to the mode it was made in, for ever: demo data never meet production.
 * @throws Error when the store was made in the other mode
 */
export async function stampMode(db: Db, mode: 'sandbox' | 'production'): Promise<void> {
  await db
    .insertInto('portale')
    .values({ chiave: 'modo', valore: mode })
    .onConflict((c) => c.doNothing())
    .execute();
  const row = await db.selectFrom('portale').select('valore').where('chiave', '=', 'modo').executeTakeFirstOrThrow();
  if (row.valore !== mode) throw new Error(`Questo archivio è di tipo ${row.valore}: non si apre in modo ${mode}.`);
}
