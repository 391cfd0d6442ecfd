/** `create`, `restored`, `moved`, `copy`, `check`: a store begins, says where it comes from, moves to the other engine, and is looked through. */
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import {
  acceptMove,
  isRestoredCopy,
  markAsCopy,
  skipNumeri,
} from '../../src/features/cases/pratica/numero-restore.server.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { readSettings } from '../../src/settings.ts';
import { copyAll } from '../../src/store/copy.server.ts';
import { openStore, placeInWords, type StorePlace, stampMode } from '../../src/store/open.server.ts';
import { acceptSecrets, secretsOf } from '../../src/store/secret.server.ts';
import { checkStore } from '../../src/upkeep/check.server.ts';
import { checkOutside, countOutside } from '../../src/upkeep/files.server.ts';
import { countWords, type DataCommand, NO_TIMEOUT, onTheStore, placeOf } from './command.ts';
import { filesWords, outsideFiles } from './files.ts';

const READ_FILES = '--files';
const NOTHING_CHANGED = 'Non è cambiato nulla';

export const createCommand: DataCommand = {
  usage: 'create',
  help: 'crea l’archivio di una nuova installazione; in produzione nessun altro comando lo fa.',
  words: [0, 0],
  nothing: NOTHING_CHANGED,
  run: async () => {
    const settings = readSettings(process.env);
    const there = await openStore(settings);
    try {
      if (!there.made) throw new Error(`in ${placeInWords(settings)} c’è già un archivio.`);
      await stampMode(there.db, settings.mode);
      console.log(`Archivio nuovo: ${placeInWords(settings)}`);
      return 0;
    } finally {
      await there.close();
    }
  },
};

export const migrateCommand: DataCommand = {
  usage: 'migrate',
  help: `porta lo schema dell’archivio a questa versione, senza limite di tempo: prima di avviarla, se le pratiche sono tante.
L’avvio lo fa da sé, se serve.`,
  words: [0, 0],
  nothing: NOTHING_CHANGED,
  run: async () => {
    const began = performance.now();
    const done = await onTheStore(async ({ migrated }) => migrated, { timeout: NO_TIMEOUT });
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(
      done.length === 0
        ? 'Lo schema è già di questa versione.'
        : `Lo schema è di questa versione: ${countWords(done.length, 'passo', 'passi')} in ${seconds} s (${done.join(', ')}).`,
    );
    return 0;
  },
};

export const restoredCommand: DataCommand = {
  usage: 'restored',
  help: 'dopo un ripristino che il portale non può riconoscere: i numeri delle pratiche saltano quelli forse già dati.',
  words: [0, 0],
  nothing: NOTHING_CHANGED,
  run: async () => {
    const from = await onTheStore((there) => skipNumeri(there, Date.now()));
    console.log(`I nuovi numeri di pratica partono da ${from}.`);
    return 0;
  },
};

export const movedCommand: DataCommand = {
  usage: 'moved',
  help: 'dopo uno spostamento senza numeri dati nel frattempo: i numeri delle pratiche continuano.',
  words: [0, 0],
  nothing: NOTHING_CHANGED,
  run: async () => {
    await onTheStore(acceptMove);
    console.log('I numeri di pratica continuano da dove erano.');
    return 0;
  },
};

export const secretCommand: DataCommand = {
  usage: 'secret',
  help: `quando il PORTAL_SECRET precedente è perduto: l’archivio accetta quello delle impostazioni.
Bozze, indirizzi confermati e codici di controllo fatti con il precedente non valgono più.`,
  words: [0, 0],
  nothing: NOTHING_CHANGED,
  run: async () => {
    await onTheStore(({ db }) => acceptSecrets(db, createSigner(secretsOf(readSettings(process.env)))));
    console.log('L’archivio accetta il PORTAL_SECRET delle impostazioni. Importa di nuovo le posizioni.');
    return 0;
  },
};

export const copyCommand: DataCommand = {
  usage: 'copy [DA] A',
  help: `copia l’archivio in un altro, vuoto, anche da SQLite a PostgreSQL e viceversa, e confronta ogni tabella.
DA e A sono un indirizzo postgres://… o la cartella di un archivio SQLite; senza DA vale l’archivio delle impostazioni.
Prima ferma il portale: durante la copia l’archivio di partenza non si può scrivere.`,
  words: [1, 2],
  nothing: 'Non ho copiato nulla',
  run: async ({ words }) => {
    const [from, to] = words.length === 2 ? words : [undefined, words[0]];
    await copyBetween(from === undefined ? readSettings(process.env) : placeOf(from), placeOf(to ?? ''));
    return 0;
  },
};

export const checkCommand: DataCommand = {
  usage: `check [${READ_FILES}]`,
  help: `controlla l’archivio senza cambiarlo, anche mentre il portale lavora: struttura, riferimenti, contenuto dei file, numeri senza buchi,
eventi in ordine; dei file nel deposito di FILES_URL che ci siano e quanti byte hanno, con ${READ_FILES} anche il contenuto.
Esce con 1 se qualcosa non va, e dice che cosa.`,
  words: [0, 0],
  options: [READ_FILES],
  nothing: 'Non ho controllato nulla',
  run: ({ options }) =>
    onTheStore(
      async (there) => {
        const { faults, looked } = await checkStore(there);
        const away = await countOutside(there.db);
        if (away.files > 0) {
          const outside = await outsideFiles();
          faults.push(
            ...(outside
              ? await checkOutside(there.db, outside, options.has(READ_FILES))
              : [`${filesWords(away)} sono nel deposito, ma manca FILES_URL: non li ho controllati.`]),
          );
        }
        for (const fault of faults) console.error(fault);
        const read = `${countWords(looked.pratiche, 'pratica', 'pratiche')}, ${countWords(looked.files, 'file', 'file')}${
          away.files > 0 ? `, di cui nel deposito ${filesWords(away)}` : ''
        }`;
        console.log(
          faults.length > 0 ? `Letti: ${read}. Qualcosa non va: vedi sopra.` : `Archivio in ordine: ${read}.`,
        );
        return faults.length > 0 ? 1 : 0;
      },
      { timeout: NO_TIMEOUT, look: true },
    ),
};

/** Numbers continue; when the source was a restored copy that nobody has started yet, the target is one, too. */
async function copyBetween(fromPlace: StorePlace, toPlace: StorePlace): Promise<void> {
  const [from, to] = [placeInWords(fromPlace), placeInWords(toPlace)];
  if (from === to) throw new Error('partenza e arrivo sono lo stesso archivio.');
  const source = await openStore({ ...fromPlace, databaseTimeout: NO_TIMEOUT }, { create: false, migrate: false });
  try {
    const target = await openStore(toPlace);
    try {
      const begun = performance.now();
      const isCopy = await isRestoredCopy(source);
      const tables = await copyAll(source, target, async (tx) => {
        if (isCopy) await markAsCopy(tx, target.dialect, Date.now());
      });
      const seconds = (performance.now() - begun) / 1000;
      // New statistics: until it has them, PostgreSQL plans for empty tables.
      if (target.dialect === 'postgres') await sql`analyze`.execute(target.db);
      for (const { name, rows, hash } of tables) console.log(`${name}: ${rows} (${hash.slice(0, 16)})`);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `Copiate e confrontate ${countWords(rows, 'riga', 'righe')} in ${seconds.toFixed(1)} s: ${from} → ${to}. ` +
          'PORTAL_SECRET resta lo stesso; non riavviare il portale sull’archivio di partenza.',
      );
      const away = await countOutside(target.db);
      if (away.files > 0) console.log(`${filesWords(away)} restano nel deposito: serve lo stesso FILES_URL.`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
