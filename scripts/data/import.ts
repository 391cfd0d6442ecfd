/** `import` and `export`: what an ente has set up and the data of its taxpayers, from and to a data file. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exportData } from '../../src/data/export.server.ts';
import { ImportError, type ImportReport, importData, type ReplacedReport } from '../../src/data/import.server.ts';
import { JsonError, type JsonFile, parseJson } from '../../src/data/json-file.ts';
import type { DataError } from '../../src/data/row-check.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { readSettings } from '../../src/settings.ts';
import { openStore, requireMode, stampMode } from '../../src/store/open.server.ts';
import { checkSecrets, secretsOf } from '../../src/store/secret.server.ts';
import { callerPath, type DataCommand, onTheStore } from './command.ts';

const DRY_RUN = '--dry-run';
const CONFIRMED = '--confermo';

/** @property isDry tells what would be done @property confirmed it may close more than the brake lets through */
type ImportHow = { isDry: boolean; confirmed: boolean };

export const importCommand: DataCommand = {
  usage: `import FILE.json [${DRY_RUN}] [${CONFIRMED}]`,
  help: `importa enti, posizioni, documenti e il resto (la forma del file è in docs/data.md).
Se il file dice «sostituisci», chiude ciò che non contiene; più di uno su dieci solo con ${CONFIRMED}.
${DRY_RUN} dice che cosa succederebbe e non cambia nulla.
Esce con 1 se qualche riga è stata rifiutata: le altre sono importate.`,
  words: [1, 1],
  options: [DRY_RUN, CONFIRMED],
  nothing: 'Nessun dato importato',
  run: async ({ words: [name = ''], options }) =>
    bringAll(callerPath(name), { isDry: options.has(DRY_RUN), confirmed: options.has(CONFIRMED) }),
};

export const exportCommand: DataCommand = {
  usage: 'export ENTE > FILE.json',
  help: 'scrive quello che un ente ha impostato come file di dati (con npm run data --silent).',
  words: [1, 1],
  nothing: 'Nessun dato esportato',
  run: async ({ words: [ente = ''] }) => {
    console.log(await exportAll(ente));
    return 0;
  },
};

async function bringAll(path: string, how: ImportHow): Promise<number> {
  const file = readDataFile(path);
  const report = await importFile(file, dirname(path), how);
  if (how.isDry) console.log('Prova: nessun dato importato. Ecco che cosa succederebbe.');
  for (const [name, counts] of Object.entries(report.sections)) {
    const { created, updated, unchanged, refused, conflicts } = counts;
    const conflictWords = conflicts > 0 ? `, conflitti ${conflicts}` : '';
    console.log(
      `${name}: nuovi ${created}, aggiornati ${updated}, invariati ${unchanged}, errori ${refused}${conflictWords}`,
    );
  }
  for (const part of report.replaced) console.log(replacedWords(part));
  for (const line of complaintLines(report.errors, file)) console.error(line);
  return report.errors.length > 0 ? 1 : 0;
}

const replacedWords = ({ ente, sistema, section, live, closed }: ReplacedReport): string =>
  `${sistema} (${ente}), ${section}: chiusi ${closed} di ${live}`;

/** @throws Error when the store has no such ente */
async function exportAll(ente: string): Promise<string> {
  const { mode } = readSettings(process.env);
  const sections = await onTheStore(({ db }) => exportData(db, ente), { look: true });
  if (!sections) throw new Error(`l’ente «${ente}» non è nell’archivio.`);
  return JSON.stringify({ ...(mode === 'sandbox' && { prova: true }), ...sections }, null, 2);
}

/** What is wrong with a table, which the program that opens it does not tell. */
const NOT_JSON =
  'non è un file JSON: sembra una tabella (CSV, Excel o simili). L’import legge un file JSON con le sezioni di docs/data.md.';

/** @throws ImportError when the file is not there, is not UTF-8, or is not JSON */
function readDataFile(path: string): JsonFile {
  let text: string;
  if (readFileSync(path).subarray(0, 2).toString('latin1') === 'PK') throw new ImportError(`${path} ${NOT_JSON}`);
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'non è in UTF-8: salvalo di nuovo con questa codifica' : code;
    throw new ImportError(`non riesco a leggere ${path}: ${why}.`);
  }
  if (!/^\s*[[{]/.test(text) && text.trim() !== '') throw new ImportError(`${path} ${NOT_JSON}`);
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ImportError(`${path}, riga ${error.line}, colonna ${error.column}: ${error.message}`);
  }
}

/** @param folder of the file: names of pictures begin there */
async function importFile(file: JsonFile, folder: string, { isDry, confirmed }: ImportHow): Promise<ImportReport> {
  const settings = readSettings(process.env);
  const there = await openStore(
    settings,
    isDry ? { create: false, migrate: false, look: true } : { create: settings.mode === 'sandbox' },
  );
  try {
    await (isDry ? requireMode : stampMode)(there.db, settings.mode);
    // Control codes are kept under the secret, and open nothing under another one.
    const signer = createSigner(secretsOf(settings));
    if (!isDry) await checkSecrets(there.db, signer);
    const tools = { db: there.db, dialect: there.dialect, signer, now: Date.now };
    const readFile = (name: string) => {
      const picture = resolve(folder, name);
      return existsSync(picture) ? readFileSync(picture) : undefined;
    };
    const planned = isDry ? { planned: { enti: new Map(), posizioni: new Set<string>() } } : {};
    return await importData({ ...tools, ...planned, readFile }, file.value, { confirmed });
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
