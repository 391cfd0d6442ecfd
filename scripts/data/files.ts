/** `files move`: the bytes of files go to the bucket of FILES_URL, or back into the store, while the portal runs; and what other commands say of files outside. */
import { storeFiles } from '../../src/adapters/files/store.server.ts';
import { clamdScan } from '../../src/adapters/scanner/clamd.server.ts';
import { filesOf, type ObjectFiles, type PortalFiles } from '../../src/platform/files.ts';
import { whyOf } from '../../src/platform/monitoring/faults.server.ts';
import { noScan, type ScanFile } from '../../src/platform/scanner.ts';
import { readSettings } from '../../src/settings.ts';
import { openStore, type StorePlace } from '../../src/store/open.server.ts';
import type { StoreDb } from '../../src/store/tables.ts';
import { countOutside, type MoveCount, moveFiles } from '../../src/upkeep/files.server.ts';
import { countWords, type DataCommand, NO_TIMEOUT, onTheStore } from './command.ts';

const BACK = '--back';
/** A line after so many files. */
const TOLD_EVERY = 1000;

export const filesCommand: DataCommand = {
  usage: `files move [${BACK}]`,
  help: `sposta i file dei cittadini dall’archivio al deposito di FILES_URL, anche mentre il portale lavora; con ${BACK} li riporta
nell’archivio. Ogni file è copiato, riletto e confrontato prima che la sua riga cambi. Si può interrompere e ripetere.
Esce con 1 se qualche file non si è potuto spostare, e dice quale.`,
  words: [1, 1],
  options: [BACK],
  nothing: 'Non ho spostato nulla',
  run: async ({ words: [verb], options }) => {
    if (verb !== 'move') throw new Error(`Uso: npm run data -- ${filesCommand.usage}`);
    const outside = await outsideFiles();
    if (!outside) throw new Error('manca FILES_URL, l’indirizzo del deposito (docs/deploy.md).');
    return onTheStore(({ db }) => moveAll(db, outside, options.has(BACK)), { timeout: NO_TIMEOUT });
  },
};

async function moveAll(db: StoreDb, outside: ObjectFiles, back: boolean): Promise<number> {
  let told = 0;
  let done: MoveCount = { moved: 0, bytes: 0, faults: [] };
  let broke = false;
  const where = back ? 'nell’archivio' : 'nel deposito';
  try {
    await moveFiles(db, {
      inStore: storeFiles(db),
      outside,
      back,
      told: (count) => {
        done = count;
        if (count.moved < told + TOLD_EVERY) return;
        told = count.moved;
        console.log(`${movedWords(count)} ${where}…`);
      },
    });
  } catch (error) {
    console.error(`Interrotto (${whyOf(error)}): ciò che è spostato resta spostato, ripeti il comando.`);
    broke = true;
  }
  for (const fault of done.faults) console.error(fault);
  console.log(`Spostati ${where}: ${movedWords(done)}. ${outsideNow(await countOutside(db))}`);
  return broke || done.faults.length > 0 ? 1 : 0;
}

const movedWords = ({ moved, bytes }: MoveCount) => filesWords({ files: moved, bytes });

const outsideNow = (count: { files: number; bytes: number }) =>
  count.files === 0 ? 'Ora tutti i file sono nell’archivio.' : `Ora nel deposito ci sono ${filesWords(count)}.`;

/** `1.234 file (5,6 GB)` */
export const filesWords = ({ files, bytes }: { files: number; bytes: number }): string =>
  `${countWords(files, 'file', 'file')} (${bytesWords(bytes)})`;

function bytesWords(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${size.toLocaleString('it-IT', { maximumFractionDigits: 1 })} ${unit}`;
}

/** The bucket of the settings. */
export async function outsideFiles(): Promise<ObjectFiles | undefined> {
  const { files } = readSettings(process.env);
  if (!files) return undefined;
  const { s3Files } = await import('../../src/adapters/files/s3.server.ts');
  return s3Files(files);
}

/** What inspects and keeps files as the portal does with uploads. */
export async function uploadPorts(db: StoreDb): Promise<{ files: PortalFiles; scan: ScanFile }> {
  const { clamdUrl } = readSettings(process.env);
  return { files: filesOf(storeFiles(db), await outsideFiles()), scan: clamdUrl ? clamdScan(clamdUrl) : noScan };
}

/** @returns undefined for a store of an earlier version, which has all files inside, and for one that does not open */
export async function countOutsideOf(place: StorePlace): Promise<{ files: number; bytes: number } | undefined> {
  const there = await openStore(place, { look: true }).catch(() => undefined);
  try {
    return there && (await countOutside(there.db));
  } finally {
    await there?.close();
  }
}
