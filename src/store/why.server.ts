/** Says to the operator of the portal why a store cannot be used: one sentence, with the cause and what to do. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** @property file name of the SQLite store in the folder `dataDir`, where there is no `databaseUrl` */
type AskedPlace = { databaseUrl?: string | undefined; dataDir: string; file: string };

/** With less than this, in bytes, SQLite cannot even open its store: it needs room for its index of the log. */
const LEAST_ROOM = 1024 ** 2;

/** @returns the sentence for any error that ended the opening of a store */
export function whyNotOpened(place: AskedPlace, error: unknown): string {
  const { code, message } = causeOf(error);
  const known = whyKnown(place, error);
  if (known) return known;
  const url = place.databaseUrl && URL.parse(place.databaseUrl);
  if (url) return `PostgreSQL (DATABASE_URL, ${url.host}): ${message || code}.`;
  if (isFileError(code)) return `la cartella DATA_DIR ${resolve(place.dataDir)} non si può usare (${code}).`;
  return `l’archivio ${join(resolve(place.dataDir), place.file)} non si apre: ${message}.`;
}

/** @returns the sentence for an error whose cause is known; undefined for others, which may be bugs */
export function whyKnown({ databaseUrl, dataDir, file }: AskedPlace, error: unknown): string | undefined {
  const url = databaseUrl && URL.parse(databaseUrl);
  return url ? whyNotPostgres(url, causeOf(error)) : whyNotSqlite(resolve(dataDir), file, causeOf(error));
}

type StoreCause = NodeJS.ErrnoException & { errcode?: number; routine?: string };

const causeOf = (error: unknown): StoreCause =>
  (error instanceof Error && error.cause instanceof Error ? error.cause : error) as StoreCause;

const isFileError = (code: string | undefined): boolean => /^E(?!RR_)/.test(code ?? '');

/** Primary result codes, https://www.sqlite.org/rescode.html */
const [BUSY, LOCKED, READONLY, DISK_FAILS, CORRUPT, FULL, NOT_OPENED, NO_DATABASE] = [5, 6, 8, 10, 11, 13, 14, 26];

function whyNotSqlite(folder: string, file: string, { code, errcode }: StoreCause): string | undefined {
  const path = join(folder, file);
  const state = errcode === undefined ? undefined : errcode & 0xff;
  if (state === NO_DATABASE)
    return `il file ${path} non è un archivio del portale: spostalo, o correggi DATA_DIR se la cartella è un’altra.`;
  if (state === CORRUPT)
    return `l’archivio ${path} è danneggiato: ripristina l’ultima copia (npm run data -- restore).`;
  if (state === BUSY || state === LOCKED)
    return `l’archivio ${path} è occupato da un altro programma: attendi che finisca, e avvia di nuovo il portale.`;
  if (state === FULL || code === 'ENOSPC' || code === 'EDQUOT') return fullDisk(folder);
  const isTrouble = state === READONLY || state === DISK_FAILS || state === NOT_OPENED || isFileError(code);
  return isTrouble ? whyNotWritten(folder, path) : undefined;
}

const fullDisk = (folder: string) =>
  `il disco di DATA_DIR (${folder}) è pieno: fai spazio, e avvia di nuovo il portale.`;

/** SQLite says only that it could not write or open: the disk says why. */
function whyNotWritten(folder: string, path: string): string | undefined {
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  for (const name of [there, path, `${path}-wal`, `${path}-shm`].filter(existsSync)) {
    const code = refusalOf(name);
    if (code === 'EROFS')
      return `il disco di DATA_DIR (${folder}) è in sola lettura: rimontalo in scrittura, e avvia di nuovo il portale.`;
    if (code)
      return `l’utente ${userInfo().username} non può scrivere in ${name} (DATA_DIR): danne a lui la proprietà.`;
  }
  return bavail * bsize < LEAST_ROOM ? fullDisk(folder) : undefined;
}

/** @returns why this user may not write there, as a code of the system; undefined when they may */
function refusalOf(name: string): string | undefined {
  try {
    accessSync(name, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function whyNotPostgres(url: URL, { code, routine }: StoreCause): string | undefined {
  const user = decodeURIComponent(url.username);
  const who = user ? ` per l’utente ${user}` : '';
  const database = url.pathname.slice(1);
  if (code === '42501' && routine === 'CheckMyDatabase')
    return missingRights(user, `grant connect on database ${quoteName(database)} to ${quoteName(user)}`);
  const known: Record<string, string> = {
    ECONNREFUSED: `nessuno risponde a ${url.host} (DATABASE_URL): PostgreSQL è fermo, o l’indirizzo è un altro.`,
    ENOTFOUND: `il nome ${url.hostname} di DATABASE_URL non esiste.`,
    EAI_AGAIN: `il nome ${url.hostname} di DATABASE_URL in questo momento non si trova.`,
    '28P01': `PostgreSQL rifiuta la password di DATABASE_URL${who}.`,
    '28000': `PostgreSQL rifiuta l’accesso${who} (DATABASE_URL, pg_hba.conf).`,
    '3D000': `il database ${database} di DATABASE_URL non esiste: va prima creato (createdb).`,
    '25006': `PostgreSQL a ${url.host} (DATABASE_URL) è in sola lettura: indica il server principale, non una replica.`,
    '53100': `il disco di PostgreSQL a ${url.host} (DATABASE_URL) è pieno: fai spazio, e avvia di nuovo il portale.`,
  };
  return known[code ?? ''];
}

/** The sentence about a user without a right. @param statement that gives it, as the owner of the database types it */
export const missingRights = (user: string, statement: string): string =>
  `all’utente ${user} di DATABASE_URL manca un diritto su PostgreSQL, che il proprietario del database dà con: ${statement};`;

/** A name as SQL wants it. */
export const quoteName = (name: string): string =>
  /^[a-z_][a-z\d_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
