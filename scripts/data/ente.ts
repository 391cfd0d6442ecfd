/** `ente export`, `ente restore`, `ente delete`: one municipality leaves a store with all that is its, arrives in another one, or is deleted. */
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { readSettings } from '../../src/settings.ts';
import { openFileAsItIs, openStore, STORE_FILE, stampMode } from '../../src/store/open.server.ts';
import { exportEnte, restoreEnte, type TableCount } from '../../src/upkeep/ente.server.ts';
import { countDeletion, deleteEnte } from '../../src/upkeep/ente-delete.server.ts';
import { countOutside } from '../../src/upkeep/files.server.ts';
import { writeWhole } from './backup.ts';
import { callerPath, type DataCall, type DataCommand, NO_TIMEOUT, onTheStore } from './command.ts';
import { filesWords } from './files.ts';

const DRY_RUN = '--dry-run';
const WITH_PAYMENTS = '--pagamenti';
const HAS_MOVED = '--moved';

type EnteVerb = Pick<DataCommand, 'run'> & { words: number; options: readonly string[] };

const ENTE_VERBS: Readonly<Record<string, EnteVerb>> = {
  export: { words: 2, options: [], run: exportToFile },
  restore: { words: 1, options: [HAS_MOVED], run: restoreFromFile },
  delete: { words: 1, options: [DRY_RUN, WITH_PAYMENTS], run: deleteOne },
};

export const enteCommand: DataCommand = {
  usage: `ente export ENTE FILE | ente restore FILE [${HAS_MOVED}] | ente delete ENTE [${DRY_RUN}] [${WITH_PAYMENTS}]`,
  help: `un solo ente: tutto il suo (impostazioni, pratiche con i file, posizioni, pagamenti) va in FILE, o da FILE in un archivio
che non lo ha. Dopo «restore» i numeri delle sue pratiche saltano quelli forse già dati; con ${HAS_MOVED} continuano.
«delete» lo cancella; restano le ricevute con i loro avvisi e il nome dell’ente, perché le scritture dei pagamenti si
conservano dieci anni (art. 2220 c.c.). ${WITH_PAYMENTS} cancella anche quelle: solo dopo averle consegnate all’ente.
${DRY_RUN} prova tutto, conta e annulla; su SQLite gli invii del portale attendono che finisca.`,
  words: [2, 3],
  options: [DRY_RUN, WITH_PAYMENTS, HAS_MOVED],
  nothing: 'Non è cambiato nulla',
  run: async (call) => {
    const [name = '', ...words] = call.words;
    const verb = ENTE_VERBS[name];
    if (!verb || words.length !== verb.words || [...call.options].some((option) => !verb.options.includes(option)))
      throw new Error(`Uso: npm run data -- ${enteCommand.usage}`);
    return verb.run({ words, options: call.options });
  },
};

function printCounts(counts: readonly TableCount[]): void {
  for (const { name, rows } of counts) if (rows > 0) console.log(`${name}: ${rows}`);
}

/** The file is a store with this ente alone. */
async function exportToFile({ words: [ente = '', name = ''] }: DataCall): Promise<number> {
  const target = callerPath(name);
  let counts: TableCount[] = [];
  await writeWhole(target, async (path) => {
    counts = await exportTo(path, ente);
  });
  printCounts(counts);
  const away = await onTheStore(({ db }) => countOutside(db, ente), { look: true });
  if (away.files > 0)
    console.log(
      `Non nel file: ${filesWords(away)}, che sono nel deposito di FILES_URL. Perché il file li contenga, riportali prima nell’archivio con «files move --back».`,
    );
  console.log(`Esportato «${ente}»: ${target}. Contiene dati personali: è leggibile solo da te.`);
  return 0;
}

async function exportTo(path: string, ente: string): Promise<TableCount[]> {
  const { mode } = readSettings(process.env);
  const folder = mkdtempSync(join(dirname(path), 'ente-'));
  try {
    const file = await openStore({ dataDir: folder });
    await stampMode(file.db, mode);
    const counts = await onTheStore((there) => exportEnte(there, file, ente), {
      timeout: NO_TIMEOUT,
      look: true,
    }).finally(async () => {
      // One file, which can be moved by itself.
      await sql`pragma journal_mode = delete`.execute(file.db);
      await file.close();
    });
    chmodSync(join(folder, STORE_FILE), 0o600);
    renameSync(join(folder, STORE_FILE), path);
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function restoreFromFile({ words: [name = ''], options }: DataCall): Promise<number> {
  const path = callerPath(name);
  if (!existsSync(path)) throw new Error(`${path} non esiste.`);
  const file = openFileAsItIs(path);
  try {
    const how = { now: Date.now(), hasMoved: options.has(HAS_MOVED), mode: readSettings(process.env).mode };
    const { ente, counts, away } = await onTheStore(
      async (there) => {
        const restored = await restoreEnte(file, there, how);
        return { ...restored, away: await countOutside(there.db, restored.ente) };
      },
      { timeout: NO_TIMEOUT },
    );
    printCounts(counts);
    if (away.files > 0)
      console.log(
        `${filesWords(away)} sono in un deposito, non nel file: «npm run data -- check» dice se ci sono in quello di FILES_URL.`,
      );
    console.log(`Ripristinato «${ente}». I codici di controllo valgono solo con lo stesso PORTAL_SECRET.`);
    return 0;
  } finally {
    await file.close();
  }
}

function deleteOne({ words: [ente = ''], options }: DataCall): Promise<number> {
  const [isDry, withPayments] = [options.has(DRY_RUN), options.has(WITH_PAYMENTS)];
  return onTheStore(
    async (there) => {
      const away = await countOutside(there.db, ente);
      printCounts(await (isDry ? countDeletion : deleteEnte)(there, ente, { now: Date.now(), withPayments }));
      if (away.files > 0)
        console.log(
          `Nel deposito di FILES_URL ${filesWords(away)}: il portale li toglie da lì entro due giorni dalla cancellazione.`,
        );
      const rest = withPayments
        ? 'con i suoi pagamenti'
        : `restano il suo nome e le ricevute con i loro avvisi (con ${WITH_PAYMENTS} vanno anche quelle)`;
      console.log(
        isDry
          ? `Non ho cancellato nulla: questo è ciò che sparirebbe di «${ente}»; ${rest}.`
          : `Cancellato «${ente}»; ${rest}. Le copie di sicurezza fatte finora lo contengono ancora.`,
      );
      return 0;
    },
    { timeout: NO_TIMEOUT, migrate: !isDry },
  );
}
