/** `backup`: a copy of the store as it is at one moment, while the portal runs; readable by its owner only, named when it is complete. */
import { closeSync, createReadStream, existsSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { COPY_KEY } from '../../src/features/cases/pratica/numero-restore.server.ts';
import { readSettings } from '../../src/settings.ts';
import { noteBackup } from '../../src/store/last-backup.server.ts';
import { openStore, placeInWords, STORE_FILE, type StorePlace } from '../../src/store/open.server.ts';
import { callerPath, type DataCommand } from './command.ts';
import { countOutsideOf, filesWords } from './files.ts';
import { runPostgresTool } from './postgres-tools.ts';

export const backupCommand: DataCommand = {
  usage: 'backup FILE',
  help: `copia l’archivio in FILE mentre il portale lavora. Con - la copia esce su stdout, ad esempio per cifrarla:
npm run data --silent -- backup - | openssl enc …  (docs/deploy.md)
SQLite: un file come portale.sqlite. PostgreSQL: il formato di pg_dump, che deve essere su questo host.`,
  words: [1, 1],
  nothing: 'Nessuna copia',
  run: async ({ words: [name = ''] }) => {
    const { databaseUrl, dataDir } = readSettings(process.env);
    const source = join(dataDir, STORE_FILE);
    if (name === '-') await (databaseUrl ? dumpStore(databaseUrl) : sendStore(source, dataDir));
    else {
      const target = callerPath(name);
      await (databaseUrl ? writeWhole(target, (path) => dumpStore(databaseUrl, path)) : copyStore(source, target));
      console.log(`Copia integra di ${placeInWords({ databaseUrl, dataDir })}: ${target}`);
    }
    await noteInStore({ databaseUrl, dataDir });
    const away = await countOutsideOf({ databaseUrl, dataDir });
    // On stderr: stdout may be the copy.
    if (away && away.files > 0)
      console.error(
        `Non nella copia: ${filesWords(away)}, che sono nel deposito di FILES_URL e vanno copiati a parte.`,
      );
    return 0;
  },
};

/** The copy is whole even if this cannot be written; the alert for an old one then comes in vain. */
async function noteInStore(place: StorePlace): Promise<void> {
  try {
    const store = await openStore(place, { create: false, migrate: false });
    await noteBackup(store.db).finally(() => store.close());
  } catch (error) {
    console.error(
      `La copia è fatta, ma l’archivio non può annotarlo: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/**
 * @param source file of an SQLite store
 * @param target must not exist yet
 * @throws Error when there is no store, the target exists or the copy is incomplete
 */
export async function copyStore(source: string, target: string): Promise<void> {
  requireSource(source);
  await writeWhole(target, async (path) => {
    const store = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
    try {
      // All pages in one step: a writer beside the backup cannot make it start again.
      await backup(store, path, { rate: 2 ** 31 - 1 });
    } finally {
      store.close();
    }
    sealCopy(path);
  });
}

function requireSource(source: string): void {
  if (!existsSync(source)) throw new Error(`non c’è un archivio in ${source}.`);
}

/**
 * Makes a file that can be moved by itself, and marks it: when it is restored, numbers given after this moment must not be given
 * again.
 * @throws Error when the file is damaged
 */
export function sealCopy(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    copy.exec('pragma journal_mode = delete');
    const { integrity_check: verdict } = copy.prepare('pragma integrity_check').get() as { integrity_check: string };
    if (verdict !== 'ok') throw new Error(`la copia non è integra: ${verdict}`);
    copy
      .prepare('insert or replace into portale (chiave, valore) values (?, ?)')
      .run(COPY_KEY, new Date().toISOString());
  } finally {
    copy.close();
  }
}

/** Writes under another name, synced, and gives the file its own only when it is complete. @throws Error when it exists */
export async function writeWhole(target: string, write: (path: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} esiste già: scegli un altro nome.`);
  const unfinished = `${target}.parziale`;
  rmSync(unfinished, { force: true });
  // Personal data: readable by its owner only from the first byte, whatever the umask.
  closeSync(openSync(unfinished, 'wx', 0o600));
  try {
    await write(unfinished);
    const file = openSync(unfinished, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * Most of a store are photos and PDFs, which do not shrink: compressing 4 GB took 366 s instead of 43.
 * @param path without it, to stdout
 */
async function dumpStore(databaseUrl: string, path?: string): Promise<void> {
  const to = path === undefined ? [] : [`--file=${path}`];
  await runPostgresTool(
    'pg_dump',
    ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', ...to],
    databaseUrl,
  );
}

/** A copy cannot be made while it is sent: it lies beside the store until then. */
async function sendStore(source: string, dataDir: string): Promise<void> {
  requireSource(source);
  const folder = mkdtempSync(join(dataDir, 'copia-'));
  try {
    const path = join(folder, STORE_FILE);
    await copyStore(source, path);
    await pipeline(createReadStream(path), process.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
