/**
 * `npm run data -- import FILE`: brings bodies and other data into the store that the settings name.
 * Exit: 0 every row is in, 1 some rows were refused or met a state that stays (stderr says which), 2 nothing was imported.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Errore } from '../src/data/esame.ts';
import { ImportError, importData, type Rapporto } from '../src/data/import.server.ts';
import { JsonError, type JsonFile, leggiJson } from '../src/data/json.ts';
import { signer } from '../src/platform/signer.server.ts';
import { readSettings } from '../src/settings.ts';
import { openStore, stampMode } from '../src/store/open.server.ts';
import { secretsOf } from '../src/store/secret.server.ts';

const USAGE = 'Uso: npm run data -- import FILE.json (la forma del file è in docs/data.md)';

const [command, given, ...rest] = process.argv.slice(2);
if (command !== 'import' || !given || rest.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
const path = resolve(given);
// Like `npm start`: the store's folder is named from the project's root, wherever this is called.
process.chdir(new URL('..', import.meta.url).pathname);

try {
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
} catch (error) {
  console.error(`Nessun dato importato: ${said(error)}`);
  process.exitCode = 2;
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
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const store = await openStore(settings);
  try {
    await stampMode(store.db, settings.mode);
    const strumenti = { db: store.db, signer: signer(secretsOf(settings)), now: Date.now };
    return await importData(strumenti, file.valore);
  } finally {
    await store.close();
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
