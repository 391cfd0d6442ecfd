/**
 * `npm run data -- COMMAND`, on the store that the settings name.
 *   import FILE  brings bodies and other data. Exit: 0 every row is in, 1 some rows were refused or met a state that stays (stderr says
 *                which), 2 nothing was imported
 *   create       makes the store of a new installation; in production nothing else does
 *   restored     after a backup was put back: numbers go on beyond any that were given since
 *   moved        after a copy was put in another place and nothing was given since: numbers go on as they were
 * The last three: 0 done, 2 nothing done.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Errore } from '../src/data/esame.ts';
import { ImportError, importData, type Rapporto } from '../src/data/import.server.ts';
import { JsonError, type JsonFile, leggiJson } from '../src/data/json.ts';
import { ripristinato, spostato } from '../src/features/cases/pratica/ripristino.server.ts';
import { signer } from '../src/platform/signer.server.ts';
import { readSettings } from '../src/settings.ts';
import { openStore, placeInWords, type Store, stampMode } from '../src/store/open.server.ts';
import { secretsOf } from '../src/store/secret.server.ts';

const USAGE = `Uso: npm run data -- import FILE.json (la forma del file è in docs/data.md)
     npm run data -- create | restored | moved (docs/deploy.md)`;

const [command, given, ...rest] = process.argv.slice(2);
const COMMANDS = { create, restored, moved };
const store = command && Object.hasOwn(COMMANDS, command) ? COMMANDS[command as keyof typeof COMMANDS] : undefined;
if (rest.length > 0 || (store ? given : command !== 'import' || !given)) {
  console.error(USAGE);
  process.exit(2);
}
const path = resolve(given ?? '');
// Like `npm start`: the store's folder is named from the project's root, wherever this is called.
process.chdir(new URL('..', import.meta.url).pathname);

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  if (store) console.log(await store());
  else await bringAll(path);
} catch (error) {
  console.error(`${store ? 'Non è cambiato nulla' : 'Nessun dato importato'}: ${said(error)}`);
  process.exitCode = 2;
}

async function bringAll(path: string): Promise<void> {
  const file = read(path);
  const report = await bring(file);
  for (const [nome, { nuovi, aggiornati, invariati, rifiutati, conflitti }] of Object.entries(report.sezioni)) {
    const contese = conflitti > 0 ? `, conflitti ${conflitti}` : '';
    console.log(
      `${nome}: nuovi ${nuovi}, aggiornati ${aggiornati}, invariati ${invariati}, errori ${rifiutati}${contese}`,
    );
  }
  for (const line of complaints(report.errori, file)) console.error(line);
  process.exitCode = report.errori.length > 0 ? 1 : 0;
}

async function create(): Promise<string> {
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

async function restored(): Promise<string> {
  const from = await onTheStore((there) => ripristinato(there, Date.now()));
  return `I nuovi numeri di pratica partono da ${from}.`;
}

async function moved(): Promise<string> {
  await onTheStore(spostato);
  return 'I numeri di pratica continuano da dove erano.';
}

/** @throws Error when there is no store, or one of the other mode */
async function onTheStore<T>(work: (there: Store) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const there = await openStore(settings, { create: false });
  try {
    await stampMode(there.db, settings.mode);
    return await work(there);
  } finally {
    await there.close();
  }
}

/** A connection refused on two addresses has its words only inside. */
function said(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(said).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** @throws ImportError when the file is not there, is not UTF-8, or is not JSON */
function read(path: string): JsonFile {
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
    return leggiJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ImportError(`${path}, riga ${error.riga}, colonna ${error.colonna}: ${error.message}`);
  }
}

async function bring(file: JsonFile): Promise<Rapporto> {
  const settings = readSettings(process.env);
  const there = await openStore(settings, { create: settings.mode === 'sandbox' });
  try {
    await stampMode(there.db, settings.mode);
    const strumenti = { db: there.db, signer: signer(secretsOf(settings)), now: Date.now };
    return await importData(strumenti, file.valore);
  } finally {
    await there.close();
  }
}

/** `riga 12: enti[3].colore: …`, from the top of the file to its end. */
function complaints(errori: readonly Errore[], file: JsonFile): string[] {
  return errori
    .map(({ percorso, testo }) => ({ riga: file.riga(percorso), where: inWords(percorso), testo }))
    .sort((a, b) => a.riga - b.riga)
    .map(({ riga, where, testo }) => `riga ${riga}: ${where}: ${testo}`);
}

function inWords(percorso: readonly PropertyKey[]): string {
  return percorso.map((p, n) => (typeof p === 'number' ? `[${p}]` : `${n ? '.' : ''}${String(p)}`)).join('');
}
