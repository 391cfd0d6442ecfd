/** `import` and `export`: what an ente has set up and the data of its taxpayers, from and to a data file. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { byLine, readDataJson } from '../../src/data/data-json.server.ts';
import { exportData } from '../../src/data/export.server.ts';
import {
  BrakeError,
  ImportError,
  type ImportReport,
  importData,
  type ReplacedReport,
} from '../../src/data/import.server.ts';
import type { JsonFile } from '../../src/data/json-file.ts';
import { emptyPlan } from '../../src/data/row-batch.ts';
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
  const report = await importFile(file, dirname(path), how).catch((error: unknown) => {
    if (!(error instanceof BrakeError)) throw error;
    throw new BrakeError(`${error.message} Se è giusto, conferma con ${CONFIRMED}; prima guarda con ${DRY_RUN}.`);
  });
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

/** @throws ImportError when the file is not there, or cannot be read as a data file */
function readDataFile(path: string): JsonFile {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new ImportError(`non riesco a leggere ${path}: ${(error as NodeJS.ErrnoException).code}.`);
  }
  return readDataJson(bytes, path);
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
    const planned = isDry ? { planned: emptyPlan() } : {};
    return await importData({ ...tools, ...planned, readFile }, file.value, { confirmed });
  } finally {
    await there.close();
  }
}

/** `riga 12: enti[3].colore: …`, from the top of the file to its end. */
const complaintLines = (errors: readonly DataError[], file: JsonFile): string[] =>
  byLine(errors, file).map(({ line, where, text }) => `riga ${line}: ${where}: ${text}`);
