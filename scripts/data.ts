/**
 * `npm run data -- COMMAND`, on the store that the settings name.
 * import FILE  imports enti and other data. Exit: 0 every row is imported, 1 some rows were refused or met a state that stays
 * (stderr says which), 2 nothing was imported
 * export ENTE  writes what an ente has set up, as a data file, to stdout. Exit: 0 done, 2 there is no such ente
 * create       creates the store of a new installation; in production no other command does
 * restored     after a backup was restored: numbers skip all that may have been given since
 * moved        after a copy was moved and no number was given since: numbers continue
 * Exit of the last three: 0 done, 2 nothing done.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exportData } from '../src/data/export.server.ts';
import { ImportError, type ImportReport, importData } from '../src/data/import.server.ts';
import { JsonError, type JsonFile, parseJson } from '../src/data/json-file.ts';
import type { DataError } from '../src/data/row-check.ts';
import { acceptMove, skipNumeri } from '../src/features/cases/pratica/numero-restore.server.ts';
import { createSigner } from '../src/platform/signer.server.ts';
import { readSettings } from '../src/settings.ts';
import { openStore, type PortalStore, placeInWords, stampMode } from '../src/store/open.server.ts';
import { secretsOf } from '../src/store/secret.server.ts';

const USAGE_TEXT = `Uso: npm run data -- import FILE.json (la forma del file è in docs/data.md)
     npm run data --silent -- export ENTE > FILE.json
     npm run data -- create | restored | moved (docs/deploy.md)`;

const [givenCommand, givenPath, ...restWords] = process.argv.slice(2);
const STORE_COMMANDS = { create: createStore, restored: markRestored, moved: markMoved };
const storeCommand =
  givenCommand && Object.hasOwn(STORE_COMMANDS, givenCommand)
    ? STORE_COMMANDS[givenCommand as keyof typeof STORE_COMMANDS]
    : undefined;
const isExport = givenCommand === 'export';
if (restWords.length > 0 || (storeCommand ? givenPath : !(isExport || givenCommand === 'import') || !givenPath)) {
  console.error(USAGE_TEXT);
  process.exit(2);
}
const filePath = resolve(givenPath ?? '');
// As with `npm start`, the store's folder is relative to the project's root, wherever this is called.
process.chdir(new URL('..', import.meta.url).pathname);

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  if (storeCommand) console.log(await storeCommand());
  else if (isExport) console.log(await exportAll(givenPath ?? ''));
  else await bringAll(filePath);
} catch (importError) {
  const words = storeCommand ? 'Non è cambiato nulla' : isExport ? 'Nessun dato esportato' : 'Nessun dato importato';
  console.error(`${words}: ${errorWords(importError)}`);
  process.exitCode = 2;
}

async function bringAll(path: string): Promise<void> {
  const file = readDataFile(path);
  const report = await importFile(file, dirname(path));
  for (const [name, counts] of Object.entries(report.sections)) {
    const { created, updated, unchanged, refused, conflicts } = counts;
    const conflictWords = conflicts > 0 ? `, conflitti ${conflicts}` : '';
    console.log(
      `${name}: nuovi ${created}, aggiornati ${updated}, invariati ${unchanged}, errori ${refused}${conflictWords}`,
    );
  }
  for (const line of complaintLines(report.errors, file)) console.error(line);
  process.exitCode = report.errors.length > 0 ? 1 : 0;
}

/** @throws Error when the store has no such ente */
async function exportAll(ente: string): Promise<string> {
  const { mode } = readSettings(process.env);
  const sections = await onTheStore(({ db }) => exportData(db, ente));
  if (!sections) throw new Error(`l’ente «${ente}» non è nell’archivio.`);
  return JSON.stringify({ ...(mode === 'sandbox' && { prova: true }), ...sections }, null, 2);
}

async function createStore(): Promise<string> {
  const settings = readSettings(process.env);
  const there = await openStore(settings);
  try {
    if (!there.made) throw new Error(`in ${placeInWords(settings)} c’è già un archivio.`);
    await stampMode(there.db, settings.mode);
    return `Archivio nuovo: ${placeInWords(settings)}`;
  } finally {
    await there.close();
  }
}

async function markRestored(): Promise<string> {
  const from = await onTheStore((there) => skipNumeri(there, Date.now()));
  return `I nuovi numeri di pratica partono da ${from}.`;
}

async function markMoved(): Promise<string> {
  await onTheStore(acceptMove);
  return 'I numeri di pratica continuano da dove erano.';
}

/** @throws Error when there is no store, or one of the other mode */
async function onTheStore<T>(work: (there: PortalStore) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const there = await openStore(settings, { create: false });
  try {
    await stampMode(there.db, settings.mode);
    return await work(there);
  } finally {
    await there.close();
  }
}

/** A connection refused on two addresses has its messages only inside. */
function errorWords(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(errorWords).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** @throws ImportError when the file is not there, is not UTF-8, or is not JSON */
function readDataFile(path: string): JsonFile {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'non è in UTF-8: salvalo di nuovo con questa codifica' : code;
    throw new ImportError(`non riesco a leggere ${path}: ${why}.`);
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ImportError(`${path}, riga ${error.line}, colonna ${error.column}: ${error.message}`);
  }
}

/** @param folder of the file: names of pictures begin there */
async function importFile(file: JsonFile, folder: string): Promise<ImportReport> {
  const settings = readSettings(process.env);
  const there = await openStore(settings, { create: settings.mode === 'sandbox' });
  try {
    await stampMode(there.db, settings.mode);
    const tools = { db: there.db, signer: createSigner(secretsOf(settings)), now: Date.now };
    const readFile = (name: string) => {
      const picture = resolve(folder, name);
      return existsSync(picture) ? readFileSync(picture) : undefined;
    };
    return await importData({ ...tools, readFile }, file.value);
  } finally {
    await there.close();
  }
}

/** `riga 12: enti[3].colore: …`, from the top of the file to its end. */
function complaintLines(errors: readonly DataError[], file: JsonFile): string[] {
  return errors
    .map(({ path, text }) => ({ line: file.line(path), where: inWords(path), text }))
    .sort((a, b) => a.line - b.line)
    .map(({ line, where, text }) => `riga ${line}: ${where}: ${text}`);
}

function inWords(path: readonly PropertyKey[]): string {
  return path.map((p, n) => (typeof p === 'number' ? `[${p}]` : `${n ? '.' : ''}${String(p)}`)).join('');
}
