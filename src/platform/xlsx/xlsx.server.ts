/** Reads a sheet of an Excel workbook (.xlsx, .xlsm) in a child process: a workbook is an archive of untrusted XML, and a large one takes seconds. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ChildEnded, createChildPool } from '../children.server.ts';
import { PortalError } from '../errors.ts';
import { createTurns, type WorkOwner } from '../turns.server.ts';
import { CELL_FLAWS, type CellFlaw } from './cells.server.ts';
import type { WorkbookAnswer, WorkbookBytes } from './xlsx-child.server.ts';

/** 300,000 rows of eleven columns: 19 MB that become 161, read with 6.6 s of processor and 385 MB (measured). */
const readInChild = createChildPool<WorkbookBytes, WorkbookAnswer>(new URL('./xlsx-child.server.ts', import.meta.url), {
  ms: 90_000,
  megabytes: 768,
});

/** One at a time: the memory of two large ones is that of a small machine. */
const inTurn = createTurns({
  atOnce: 1,
  ms: 60_000,
  busy: 'Stiamo leggendo altri file Excel in questo momento. Riprova tra un minuto.',
});

/**
 * The rows of a sheet that have something in them. Macros are never looked at; of a formula there is the value that was last reckoned.
 * @property line its number in the sheet, from 1
 * @property flaws cells whose value is not known, by column
 */
type XlsxRow = { line: number; cells: string[]; flaws?: ReadonlyMap<number, CellFlaw> };
/** @property bareNumbers columns with numbers that have lost zeros before them, if they were codes @property others sheets with data that were not read */
export type XlsxSheet = { name: string; others: readonly string[]; rows: XlsxRow[]; bareNumbers: readonly number[] };

const startsWith = (bytes: Uint8Array, hex: string): boolean =>
  Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex;

/** Whether the bytes are a workbook, as far as their beginning tells: an archive, or what Excel wrote before 2007 and around a password. */
export const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, '504b') || isCompound(bytes);
const isCompound = (bytes: Uint8Array): boolean => startsWith(bytes, 'd0cf11e0');

/** The name of the stream that holds a workbook under a password. */
const ENCRYPTED_NAME = Buffer.from('EncryptedPackage', 'utf16le');

const refuseWorkbook = (text: string, cause?: unknown) =>
  new PortalError('invalid', { fields: { file: [text] }, cause });

/**
 * @param wanted name of the sheet; without it the first visible one that has data
 * @param who whose turn it takes
 * @throws PortalError `invalid` on `file`, in words that say what to do; `unavailable` when the machine is too busy
 */
export async function readXlsx(
  bytes: Uint8Array,
  { wanted, maxRows, who }: { wanted?: string | undefined; maxRows: number; who: WorkOwner },
): Promise<XlsxSheet> {
  if (isCompound(bytes))
    throw refuseWorkbook(
      Buffer.from(bytes).includes(ENCRYPTED_NAME)
        ? 'Il file Excel è protetto da password: aprilo, togli la password, salvalo e riprova.'
        : 'Questo è un foglio di Excel di prima del 2007 (.xls): aprilo, salvalo come «Cartella di lavoro di Excel (.xlsx)» e riprova.',
    );
  const answer = await inTurn(who, () => readInChild({ bytes, wanted, maxRows })).catch((cause: unknown) => {
    if (!(cause instanceof ChildEnded)) throw cause;
    throw refuseWorkbook('Il file Excel è troppo grande da leggere: dividilo, o salvalo come CSV.', cause);
  });
  if ('refused' in answer) throw refuseWorkbook(answer.refused);
  if ('fault' in answer) throw new Error(answer.fault);
  const { chunks, flaws, ...sheet } = answer.sheet;
  return { ...sheet, rows: await rowsOf(chunks, flawsByLine(flaws)) };
}

/** Others have their turn between two chunks. */
async function rowsOf(
  chunks: readonly Uint8Array[],
  flaws: ReadonlyMap<number, ReadonlyMap<number, CellFlaw>>,
): Promise<XlsxRow[]> {
  const rows: XlsxRow[] = [];
  for (const chunk of chunks) {
    const read: [line: number, ...cells: string[]][] = JSON.parse(new TextDecoder().decode(chunk));
    for (const [line, ...cells] of read) rows.push({ line, cells, flaws: flaws.get(line) });
    await nextTurn();
  }
  return rows;
}

function flawsByLine(flaws: readonly number[]): Map<number, Map<number, CellFlaw>> {
  const lines = new Map<number, Map<number, CellFlaw>>();
  for (let n = 0; n < flaws.length; n += 3) {
    const [line = 0, column = 0, kind = 0] = flaws.slice(n, n + 3);
    const columns = lines.get(line) ?? new Map<number, CellFlaw>();
    lines.set(line, columns);
    columns.set(column, CELL_FLAWS[kind] ?? 'error');
  }
  return lines;
}
