/** Opens the store, SQLite or PostgreSQL, and says in Italian why it cannot. */
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Driver, Kysely, type LogEvent, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import { writeSentence } from '../platform/log.server.ts';
import { type CaseChanges, createChanges } from './changes.ts';
import { fairDriver } from './fair.server.ts';
import { listenForChanges } from './listen.server.ts';
import {
  migratePostgres,
  onlyAdds,
  readDone,
  runMigrations,
  STORE_MIGRATIONS,
  type StoreMigration,
} from './migrate.server.ts';
import { isPilotStep, whyNotWhole } from './pilot.server.ts';
import { MAX_CONNECTIONS, openPool, type StorePool } from './postgres.server.ts';
import { findForeignTables, findMissingRight } from './rights.server.ts';
import { kyselySqlite } from './sqlite.server.ts';
import type { StoreDb, StoreDialect, StoreTables } from './tables.ts';
import { whyKnown, whyNotOpened } from './why.server.ts';

/** Name of the SQLite store within its folder. */
export const STORE_FILE = 'portale.sqlite';

/** The store: queries, its engine, and how to close it. @property made the store was empty before */
export type PortalStore = {
  db: StoreDb;
  dialect: StoreDialect;
  made: boolean;
  /** Migrations that this opening did, by name */
  migrated: readonly string[];
  /** Of PostgreSQL */
  pool?: () => StorePool;
  /** Begins to tell of the cases that transactions change, on any host. Of those told before nothing is known */
  listen(): { changes: CaseChanges; stop(): Promise<void> };
  close(): Promise<void>;
};

/** Told of each statement with the time it took, in ms. */
type QueryListener = (sql: string, failed: boolean, ms: number) => void;

/**
 * The address of the store.
 * @property databaseUrl PostgreSQL address; without it the store is the SQLite file in the folder `dataDir`
 * @property databaseTimeout how long PostgreSQL may take to answer, in seconds
 */
export type StorePlace = { databaseUrl?: string | undefined; dataDir: string; databaseTimeout?: number | undefined };

/** The store cannot be opened: the message is one sentence that names the cause and the setting. */
export class StoreError extends Error {}

/**
 * @property create false: a missing store is not created @property migrate false: a store with an older schema is refused
 * @property look true: both, and nothing can be written
 * @property ahead true: a schema to which a newer release has only added is good enough, as for a host beside newer ones
 * @property heard statements are not timed without it
 * @property migrations those of another release, for tests
 */
export type OpenOptions = {
  create?: boolean;
  migrate?: boolean;
  look?: boolean;
  ahead?: boolean;
  heard?: QueryListener | undefined;
  migrations?: Readonly<Record<string, StoreMigration>>;
};

/** Kysely measures only for those who listen. */
const queryLog = (heard: QueryListener | undefined) =>
  heard && {
    log: ({ level, query, queryDurationMillis }: LogEvent) => heard(query.sql, level === 'error', queryDurationMillis),
  };

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreError
 */
export async function openStore(where: StorePlace, how: OpenOptions = {}): Promise<PortalStore> {
  return inWords(where, () =>
    where.databaseUrl
      ? openPostgres(where.databaseUrl, (where.databaseTimeout ?? 15) * 1000, how)
      : openSqlite(where.dataDir, how),
  );
}

/** @throws StoreError that says why the store did not open */
async function inWords<T>(where: StorePlace, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(whyNotOpened({ ...where, file: STORE_FILE }, error), { cause: error });
  }
}

/** @returns a StoreError that says why the store, which was opened, takes no work; every other error as it is */
export function asStoreError(where: StorePlace, error: unknown): unknown {
  const why = error instanceof StoreError ? undefined : whyKnown({ ...where, file: STORE_FILE }, error);
  return why ? new StoreError(why, { cause: error }) : error;
}

/** The address of the store, in words, without the password. */
export function placeInWords({ databaseUrl, dataDir }: StorePlace): string {
  const url = databaseUrl && URL.parse(databaseUrl);
  return url ? `${url.host}${url.pathname} (PostgreSQL)` : join(resolve(dataDir), STORE_FILE);
}

const missingStore = (where: StorePlace) =>
  new StoreError(
    `non c’è un archivio in ${placeInWords(where)}. Se il nome è giusto (DATABASE_URL, DATA_DIR) ed è la prima installazione, ` +
      'crealo con: npm run data -- create',
  );

const foreignStore = (where: StorePlace, names: readonly string[]) =>
  new StoreError(
    `in ${placeInWords(where)} ci sono i dati di un altro programma (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}): ` +
      'indica per il portale un posto suo (DATABASE_URL, DATA_DIR).',
  );

const oldStore = (where: StorePlace) =>
  new StoreError(
    `l’archivio ${placeInWords(where)} è di una versione precedente del portale: aggiornalo (npm run data -- migrate), o usa quella versione.`,
  );

type OpenedAsItIs = Omit<PortalStore, 'made' | 'migrated' | 'listen'>;

/**
 * Opens what is there, without a look at its schema. Whether this is a store, and which, is for the caller to find out.
 * @throws StoreError
 */
export function openAsItIs(where: StorePlace): Promise<OpenedAsItIs> {
  return inWords(where, async () => {
    if (!where.databaseUrl) return openFileAsItIs(join(where.dataDir, STORE_FILE));
    const pool = await openPool(where.databaseUrl, (where.databaseTimeout ?? 15) * 1000);
    const db = new Kysely<StoreTables>({ dialect: new PortalPostgresDialect({ pool }) });
    await sql`select 1`.execute(db);
    return { db, dialect: 'postgres', close: () => db.destroy() };
  });
}

/** The same for an SQLite file of any name. */
export function openFileAsItIs(path: string): OpenedAsItIs {
  const { db } = connectSqlite(path);
  return { db, dialect: 'sqlite', close: () => db.destroy() };
}

/** A disk that gets full, or a process that is killed, leaves the schema as it was: SQLite undoes changes of it as all others. */
class WholeAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** There is one; the driver lends it. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
class PortalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new WholeAdapter();
  }

  override createDriver(): Driver {
    return fairDriver(super.createDriver(), { store: 'sqlite', atOnce: 1, ofOne: 1 });
  }
}

/** Of the connections some are always left for other networks. */
class PortalPostgresDialect extends PostgresDialect {
  override createDriver(): Driver {
    return fairDriver(super.createDriver(), { store: 'postgres', atOnce: MAX_CONNECTIONS, ofOne: MAX_CONNECTIONS - 3 });
  }
}

function connectSqlite(
  path: string,
  { heard, look = false }: OpenOptions = {},
): { file: DatabaseSync; changes: CaseChanges; db: StoreDb } {
  const file = new DatabaseSync(path, { timeout: 5000, readOnly: look });
  const changes = createChanges();
  const dialect = new PortalSqliteDialect({ database: kyselySqlite(file, changes.tell) });
  return { file, changes, db: new Kysely<StoreTables>({ dialect, ...queryLog(heard) }) };
}

async function openSqlite(dataDir: string, how: OpenOptions): Promise<PortalStore> {
  const { look = false, create = !look, migrate = !look, migrations = STORE_MIGRATIONS } = how;
  const path = join(dataDir, STORE_FILE);
  if (!create && !existsSync(path)) throw missingStore({ dataDir });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { file, changes, db } = connectSqlite(path, how);
  try {
    // First, because the next lines change the file.
    await requireOwnTables(db, 'sqlite', { dataDir });
    // FULL: the file is synced before a commit is acknowledged. A backup may run at the same time.
    if (!look) file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
    file.exec('pragma cache_size = -16000;');
    const { done, due } = await readSteps(db, 'sqlite', { dataDir }, how);
    if (!create && done.length === 0) throw missingStore({ dataDir });
    if (!migrate && due.length > 0) throw oldStore({ dataDir });
    if (due.length > 0) await runMigrations(db, 'sqlite', migrations);
    // Its one process hears of its own transactions.
    const listen = () => {
      changes.hear(true);
      return { changes, stop: async () => changes.close() };
    };
    return { db, dialect: 'sqlite', made: done.length === 0, migrated: due, listen, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function openPostgres(databaseUrl: string, answer: number, how: OpenOptions): Promise<PortalStore> {
  const { look = false, create = !look, migrate = !look, heard, migrations = STORE_MIGRATIONS } = how;
  const pool = await openPool(databaseUrl, answer, { look });
  const db = new Kysely<StoreTables>({ dialect: new PortalPostgresDialect({ pool }), ...queryLog(heard) });
  try {
    const where = { databaseUrl, dataDir: '' };
    await requireOwnTables(db, 'postgres', where);
    await requireRights(db, false);
    const { done, due } = await readSteps(db, 'postgres', where, how);
    if (!create && done.length === 0) throw missingStore(where);
    if (!migrate && due.length > 0) throw oldStore(where);
    if (due.length > 0) await requireRights(db, true);
    if (due.length > 0) await migratePostgres(databaseUrl, migrations);
    return {
      db,
      dialect: 'postgres',
      made: done.length === 0,
      migrated: due,
      pool: pool.counts,
      listen: () => {
        const changes = createChanges();
        return { changes, ...listenForChanges(changes, { url: databaseUrl, db, answer }) };
      },
      close: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** @throws StoreError when tables are there, and none of the portal's */
async function requireOwnTables(db: StoreDb, dialect: StoreDialect, where: StorePlace): Promise<void> {
  const names = await findForeignTables(db, dialect);
  if (names.length > 0) throw foreignStore(where, names);
}

/** @throws StoreError that names the right that the user of PostgreSQL lacks */
async function requireRights(db: StoreDb, changes: boolean): Promise<void> {
  const missing = await findMissingRight(db, changes);
  if (missing) throw new StoreError(missing);
}

/** Which migrations were done, and which are still to do. @throws StoreError when the schema is a newer portal’s, or a pilot’s that is not whole */
async function readSteps(
  db: StoreDb,
  dialect: StoreDialect,
  where: StorePlace,
  { ahead: aheadAllowed = false, migrations = STORE_MIGRATIONS }: OpenOptions,
): Promise<{ done: string[]; due: string[] }> {
  const done = await readDone(db, dialect);
  const notWhole = whyNotWhole(`l’archivio ${placeInWords(where)}`, done);
  if (notWhole) throw new StoreError(notWhole);
  const ahead = done.filter((name) => !(name in migrations) && !isPilotStep(name));
  const due = Object.keys(migrations).filter((name) => !done.includes(name));
  if (ahead.length > 0 && ahead.length === done.length) throw foreignStore(where, ahead);
  if (ahead.length === 0) return { done, due };
  if (!aheadAllowed || due.length > 0 || !ahead.every(onlyAdds))
    throw new StoreError(`l’archivio è di una versione più recente del portale (${ahead.join(', ')}).`);
  writeSentence(
    'info',
    `L’archivio è già della versione successiva del portale (${ahead.join(', ')}): va bene anche per questa.`,
  );
  return { done, due };
}

/**
 * A store belongs to the mode it is made in, for ever: demo data never mixes with production data.
 * @throws StoreError when the store was made in the other mode
 */
export async function stampMode(db: StoreDb, mode: 'sandbox' | 'production'): Promise<void> {
  await db
    .insertInto('portale')
    .values({ chiave: 'modo', valore: mode })
    .onConflict((c) => c.doNothing())
    .execute();
  await requireMode(db, mode);
}

/** The same of a store that may not be written. @throws StoreError when the store was made in the other mode */
export async function requireMode(db: StoreDb, mode: 'sandbox' | 'production'): Promise<void> {
  const row = await db.selectFrom('portale').select('valore').where('chiave', '=', 'modo').executeTakeFirstOrThrow();
  if (row.valore !== mode)
    throw new StoreError(`Questo archivio è di tipo ${row.valore}: non si apre in modo ${mode}.`);
}
