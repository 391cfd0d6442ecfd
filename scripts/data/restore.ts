/** `restore`: puts a backup into an empty store, or refuses and changes nothing. */
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type PortalSettings, readSettings } from '../../src/settings.ts';
import { readCatalog } from '../../src/store/catalog.server.ts';
import { findFullTable } from '../../src/store/copy.server.ts';
import { newerMigration } from '../../src/store/migrate.server.ts';
import { openAsItIs, placeInWords, STORE_FILE, type StorePlace } from '../../src/store/open.server.ts';
import { whyNotWhole } from '../../src/store/pilot.server.ts';
import { sealCopy, writeWhole } from './backup.ts';
import { callerPath, type DataCommand } from './command.ts';
import { runPostgresTool } from './postgres-tools.ts';

export const restoreCommand: DataCommand = {
  usage: 'restore FILE',
  help: `rimette una copia di «backup» nell’archivio delle impostazioni, che deve essere vuoto; il portale è fermo.
I numeri delle pratiche saltano poi, al primo avvio, quelli forse già dati dopo la copia.`,
  words: [1, 1],
  nothing: 'Non ho ripristinato nulla',
  run: async ({ words: [name = ''] }) => {
    const settings = readSettings(process.env);
    const file = callerPath(name);
    if (!existsSync(file)) throw new Error(`${file} non esiste.`);
    requireEngine(file, settings.databaseUrl ? 'PostgreSQL' : 'SQLite');
    if (settings.databaseUrl) await restorePostgres(file, settings, settings.databaseUrl);
    else await restoreSqlite(file, settings);
    console.log(`Ripristinato ${placeInWords(settings)}. Ora: npm run data -- check, poi avvia il portale.`);
    return 0;
  },
};

const FIRST_BYTES = { SQLite: 'SQLite format 3', PostgreSQL: 'PGDMP' } as const;

/** @throws Error when the file is no copy, or one of the other engine */
function requireEngine(file: string, engine: keyof typeof FIRST_BYTES): void {
  const bytes = Buffer.alloc(16);
  const opened = openSync(file, 'r');
  readSync(opened, bytes);
  closeSync(opened);
  const begins = (name: keyof typeof FIRST_BYTES) => bytes.toString('latin1').startsWith(FIRST_BYTES[name]);
  if (begins(engine)) return;
  const other = engine === 'SQLite' ? 'PostgreSQL' : 'SQLite';
  throw new Error(
    begins(other)
      ? `la copia è di un archivio ${other}: ripristinala in uno ${other}, poi usa «copy».`
      : 'il file non è una copia di un portale.',
  );
}

async function restoreSqlite(file: string, { dataDir, mode }: PortalSettings): Promise<void> {
  requireOurs(readSqliteCopy(file), mode);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const target = join(dataDir, STORE_FILE);
  if (existsSync(target)) {
    await requireEmpty({ dataDir });
    for (const end of ['', '-wal', '-shm']) rmSync(target + end, { force: true });
  }
  await writeWhole(target, async (path) => {
    copyFileSync(file, path);
    sealCopy(path);
  });
}

/** A custom dump is looked into before anything is written; then all of it goes in as one transaction. */
async function restorePostgres(file: string, { mode }: PortalSettings, databaseUrl: string): Promise<void> {
  const parts = ['--data-only', '--table=portale', '--table=kysely_migration', '--file=-', file];
  requireOurs(readDump(await runPostgresTool('pg_restore', parts, undefined, { take: true })), mode);
  await requireEmpty({ databaseUrl, dataDir: '' });
  const how = ['--clean', '--if-exists', '--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await runPostgresTool('pg_restore', [...how, file], databaseUrl);
}

type CopyFacts = { modo: string | undefined; steps: string[] };

/** @throws Error when the copy is not a portal's, of a newer version, of a pilot's that is not whole, or of the other mode */
function requireOurs({ modo, steps }: CopyFacts, mode: PortalSettings['mode']): void {
  if (!modo || steps.length === 0) throw new Error('il file non è una copia di un portale.');
  const newer = newerMigration(steps);
  if (newer) throw new Error(`la copia è di una versione più recente del portale (${newer}).`);
  const notWhole = whyNotWhole('la copia', steps);
  if (notWhole) throw new Error(notWhole);
  if (modo !== mode) throw new Error(`la copia è di tipo ${modo}: non si apre in modo ${mode}.`);
}

/** @throws Error when the store has rows, or the database those of another program */
async function requireEmpty(place: StorePlace): Promise<void> {
  const there = await openAsItIs(place);
  try {
    const full = await findFullTable(there.db, await readCatalog(there));
    if (full) throw new Error(`l’archivio ${placeInWords(place)} non è vuoto (${full}).`);
  } finally {
    await there.close();
  }
}

function readSqliteCopy(file: string): CopyFacts {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const row = copy.prepare("select valore from portale where chiave = 'modo'").get() as
      | { valore: string }
      | undefined;
    const rows = copy.prepare('select name from kysely_migration').all() as { name: string }[];
    return { modo: row?.valore, steps: rows.map(({ name }) => name) };
  } catch {
    return { modo: undefined, steps: [] };
  } finally {
    copy.close();
  }
}

/** The lines of `COPY`, with tabs between the columns. */
const readDump = (text: string): CopyFacts => ({
  modo: /^modo\t(\w+)$/m.exec(text)?.[1],
  steps: Array.from(text.matchAll(/^(\d{3}-[\w-]+)\t/gm), ([, name = '']) => name),
});
