/** What all commands of `npm run data` share: their shape, the store they work on, and how an error is put in words. */
import { isAbsolute, resolve } from 'node:path';
import { PortalError } from '../../src/platform/errors.ts';
import { readSettings } from '../../src/settings.ts';
import { openStore, type PortalStore, requireMode, type StorePlace, stampMode } from '../../src/store/open.server.ts';

/** The words of a call and its options, such as `--dry-run`. */
export type DataCall = { words: string[]; options: ReadonlySet<string> };

/**
 * @property usage what follows `npm run data --`
 * @property help what it does, in Italian; exit codes that differ from 0 done, 2 nothing done
 * @property nothing begins the sentence of a failure
 * @property run gives the exit code
 */
export type DataCommand = {
  usage: string;
  help: string;
  words: readonly [least: number, most: number];
  options?: readonly string[];
  nothing: string;
  run(call: DataCall): Promise<number>;
};

/** Where the caller stood: names of files on the command line begin there. */
const callerFolder = process.env.INIT_CWD ?? process.cwd();

export const callerPath = (name: string): string => (isAbsolute(name) ? name : resolve(callerFolder, name));

/**
 * The store that the settings name, which is of their mode.
 * @param how.look the command looks only: the store stays as it is, its schema included
 * @param how.migrate false: the schema stays as it is
 * @throws Error when there is none, one of the other mode, or one of an earlier version that may not be brought up to date
 */
export async function onTheStore<T>(
  work: (there: PortalStore) => Promise<T>,
  { timeout, look = false, migrate = !look }: { timeout?: number; look?: boolean; migrate?: boolean } = {},
): Promise<T> {
  const settings = readSettings(process.env);
  const there = await openStore(
    { ...settings, ...(timeout !== undefined && { databaseTimeout: timeout }) },
    { create: false, migrate, look },
  );
  try {
    await (look ? requireMode : stampMode)(there.db, settings.mode);
    return await work(there);
  } finally {
    await there.close();
  }
}

/** For work that takes long: PostgreSQL may take any time to answer. */
export const NO_TIMEOUT = 0;

/** An address on the command line: `postgres://…`, or the folder of an SQLite store. */
export const placeOf = (address: string): StorePlace =>
  /^postgres(ql)?:\/\//.test(address)
    ? { databaseUrl: address, dataDir: '', databaseTimeout: NO_TIMEOUT }
    : { dataDir: callerPath(address) };

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'il file o la cartella non esiste',
  ENOTDIR: 'una parte del percorso non è una cartella',
  EISDIR: 'è una cartella',
  EACCES: 'manca il permesso',
  EPERM: 'manca il permesso',
  EROFS: 'il disco è in sola lettura',
  ENOSPC: 'il disco è pieno',
};

export function errorWords(error: unknown): string {
  // A connection refused on two addresses has its messages only inside.
  if (error instanceof AggregateError && !error.message) return error.errors.map(errorWords).join(', ');
  // The words of these are a citizen's.
  if (error instanceof PortalError && error.cause) return errorWords(error.cause);
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  return FILE_ERRORS[code] ? `${path ? `${path}: ` : ''}${FILE_ERRORS[code]}.` : error.message;
}

/** `1.234 righe`, with the singular where it is one. */
export const countWords = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('it-IT', { useGrouping: true })} ${n === 1 ? one : many}`;
