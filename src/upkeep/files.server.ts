/** Looks after the bytes of files outside the store: moves them there and back, deletes those of no row, says which are missing. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { PortalHouse } from '../context.ts';
import { todayInRome } from '../platform/atoms/date.ts';
import {
  type FilesPort,
  filesAway,
  type KeptFile,
  type ObjectFiles,
  readWhole,
  WrongBytes,
} from '../platform/files.ts';
import { writeLog } from '../platform/log.server.ts';
import type { StoreDb } from '../store/tables.ts';
import { shortenFaults } from './check.server.ts';
import { claimDay } from './claim.server.ts';

const DAY_MS = 86_400_000;
const CLAIM_KEY = 'deposito';
/** So many files are on their way at the same time: each waits for the network several times. */
const AT_ONCE = 8;
const NAMES_PER_QUERY = 500;

/** How many files are outside the store, and their bytes. @param ente of its cases and documents alone */
export async function countOutside(db: StoreDb, ente?: string): Promise<{ files: number; bytes: number }> {
  const all = db.selectFrom('allegati').where('deposito', 'is not', null);
  const rows =
    ente === undefined
      ? all
      : all.where((e) =>
          e.or([
            e('pratica', 'in', e.selectFrom('pratiche').select('id').where('ente', '=', ente)),
            e('documento', 'in', e.selectFrom('documenti').select('id').where('ente', '=', ente)),
          ]),
        );
  const { files, bytes } = await rows
    .select((e) => [e.fn.countAll<number>().as('files'), e.fn.sum<number | null>('dimensione').as('bytes')])
    .executeTakeFirstOrThrow();
  return { files: Number(files), bytes: Number(bytes ?? 0) };
}

/**
 * Deletes the objects that no row names, a day after they were written at the earliest: the row of an upload comes after its
 * bytes, and a row that was deleted never comes back. A name is given once, so that no row can begin to name an old object.
 */
export async function sweepFiles(
  db: StoreDb,
  outside: ObjectFiles,
  now: number,
): Promise<{ looked: number; deleted: number }> {
  let looked = 0;
  let deleted = 0;
  for await (const page of outside.list()) {
    looked += page.length;
    const old = page.filter(({ written }) => written <= now - DAY_MS).map(({ name }) => name);
    for (let at = 0; at < old.length; at += NAMES_PER_QUERY) {
      const names = old.slice(at, at + NAMES_PER_QUERY);
      const kept = await db.selectFrom('allegati').select('deposito').where('deposito', 'in', names).execute();
      const ofRows = new Set(kept.map(({ deposito }) => deposito));
      const gone = names.filter((name) => !ofRows.has(name));
      for (const name of gone) await outside.remove(name);
      deleted += gone.length;
    }
    await breathe();
  }
  return { looked, deleted };
}

/** Once a day, by the host that first writes the day; nothing where files are in the store. */
export async function sweepFilesDaily({ db, files, now }: Pick<PortalHouse, 'db' | 'files' | 'now'>): Promise<void> {
  if (!files.outside || !(await claimDay(db, CLAIM_KEY, todayInRome(now())))) return;
  const { looked, deleted } = await sweepFiles(db, files.outside, now());
  if (deleted > 0) writeLog('info', 'file senza riga tolti dal deposito', { deleted, looked });
}

/** @property moved files @property bytes of those @property faults a sentence for each file that could not be moved */
export type MoveCount = { moved: number; bytes: number; faults: string[] };

type MoveWay = { inStore: FilesPort; outside: ObjectFiles; back: boolean; told?: (count: MoveCount) => void };

/**
 * Moves every file to the bucket, or back into the store, while others read and write. Each is copied, read again and compared
 * before its row is changed; what is interrupted leaves the file where it was.
 * @throws PortalError `unavailable` when the server is away: what was moved until then stays moved
 */
export async function moveFiles(db: StoreDb, { inStore, outside, back, told }: MoveWay): Promise<MoveCount> {
  const count: MoveCount = { moved: 0, bytes: 0, faults: [] };
  for (let after = ''; ; ) {
    const rows = await listFiles(db, { after, outside: back });
    const results = await Promise.allSettled(
      rows.map(async (file) => {
        const moved = await (back ? moveBack(db, file, { inStore, outside }) : moveOut(db, file, { inStore, outside }));
        if (typeof moved === 'string') count.faults.push(`file ${file.id}: ${moved}.`);
        else if (moved) {
          count.moved += 1;
          count.bytes += file.dimensione;
        }
      }),
    );
    told?.(count);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
  }
}

const FILE_COLUMNS = ['id', 'dimensione', 'sha256', 'deposito'] as const;

const listFiles = (db: StoreDb, { after, outside }: { after: string; outside: boolean }): Promise<KeptFile[]> =>
  db
    .selectFrom('allegati')
    .select(FILE_COLUMNS)
    .where('id', '>', after)
    .where('deposito', outside ? 'is not' : 'is', null)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

/** @returns true; false: it was deleted or moved meanwhile; words: its bytes are not there, or not those that were received */
type MoveResult = boolean | string;
type MoveEnds = { inStore: FilesPort; outside: ObjectFiles };

async function moveOut(db: StoreDb, file: KeptFile, { inStore, outside }: MoveEnds): Promise<MoveResult> {
  const bytes = await readOrWhy(inStore, file);
  if (!Buffer.isBuffer(bytes)) return (await isStill(db, file)) && bytes;
  const { deposito } = await outside.put({ id: file.id, bytes, sha256: file.sha256 });
  if (deposito === null) throw new Error('an object without a name');
  const arrived = await readWhole(outside, { ...file, deposito });
  if (!arrived) throw filesAway(new Error('S3: an object that was just written is not there'));
  const done = await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('allegati')
      .set({ deposito })
      .where('id', '=', file.id)
      .where('deposito', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    await tx.deleteFrom('allegati_pezzi').where('allegato', '=', file.id).where('variante', '=', 'originale').execute();
    return true;
  });
  if (!done) await outside.remove(deposito);
  return done;
}

async function moveBack(db: StoreDb, file: KeptFile, { inStore, outside }: MoveEnds): Promise<MoveResult> {
  const bytes = await readOrWhy(outside, file);
  if (!Buffer.isBuffer(bytes)) return (await isStill(db, file)) && bytes;
  const { withRow } = await inStore.put({ id: file.id, bytes, sha256: file.sha256 });
  const done = await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('allegati')
      .set({ deposito: null })
      .where('id', '=', file.id)
      .where('deposito', '=', file.deposito)
      .returning('id')
      .executeTakeFirst();
    if (row) await withRow(tx);
    return row !== undefined;
  });
  if (done && file.deposito !== null) await outside.remove(file.deposito);
  return done;
}

/** @returns the bytes; words when they are not there or are others @throws PortalError when the server is away */
async function readOrWhy(files: FilesPort, file: KeptFile): Promise<Buffer | string> {
  try {
    return (await readWhole(files, file)) ?? 'il contenuto non c’è';
  } catch (error) {
    if (isOtherBytes(error)) return 'il contenuto non è quello ricevuto';
    throw error;
  }
}

const isOtherBytes = (error: unknown): boolean => error instanceof Error && error.cause instanceof WrongBytes;

/** The row still says that the file is there: it was neither deleted nor moved since it was read. */
async function isStill(db: StoreDb, { id, deposito }: KeptFile): Promise<boolean> {
  const row = await db.selectFrom('allegati').select('deposito').where('id', '=', id).executeTakeFirst();
  return row?.deposito === deposito;
}

/**
 * Each file outside the store is there with its size. @param whole true: its bytes are read and compared as well
 * @returns sentences about those that are not
 */
export async function checkOutside(db: StoreDb, outside: ObjectFiles, whole: boolean): Promise<string[]> {
  const faults: string[] = [];
  for (let after = ''; ; ) {
    const rows = await listFiles(db, { after, outside: true });
    const found = await Promise.all(
      rows.map(async (file) => {
        const why = await whyNotThere(outside, file, whole);
        return why && (await isStill(db, file)) ? [`file ${file.id}, nel deposito ${file.deposito}: ${why}.`] : [];
      }),
    );
    faults.push(...found.flat());
    const last = rows.at(-1);
    if (!last) return shortenFaults(faults);
    after = last.id;
  }
}

async function whyNotThere(outside: ObjectFiles, file: KeptFile, whole: boolean): Promise<string | undefined> {
  const size = await outside.size(file);
  if (size === undefined) return 'non c’è';
  if (size !== file.dimensione) return `ha ${size} byte invece di ${file.dimensione}`;
  const bytes = whole ? await readOrWhy(outside, file) : undefined;
  return typeof bytes === 'string' ? bytes : undefined;
}
