/** Reads a cash book or an account statement that a bank gives as CSV. */
import { wordsOf } from '../../../platform/atoms/plain-text.ts';
import { shortenText } from '../../../platform/atoms/shorten.ts';
import { parseSheet } from '../../../platform/csv-read.server.ts';
import type { PortalError } from '../../../platform/errors.ts';
import { type Giornale, movimentoOf, refuseGiornale } from './giornale.ts';
import { readCents, readDay } from './giornale-cells.ts';
import { findHeader, type GiornaleColumns, readSign } from './giornale-columns.ts';

/** A file of 10 MB has half as many; one of empty lines takes a hundred bytes of memory for each. */
const MAX_ROWS = 200_000;

/**
 * Sums and balances are left out, and are not counted as skipped.
 * @throws PortalError `invalid` on `file`, with the number of the first row that cannot be read
 */
export function readGiornaleCsv(text: string): Giornale {
  if (text.split('\n', MAX_ROWS + 1).length > MAX_ROWS)
    throw refuseGiornale('Il file ha più di 200.000 righe: scarica un periodo più breve.');
  const sheet = parseSheet(text, (firstRows) => findHeader(firstRows)?.found ?? 0);
  if ('fault' in sheet) throw refuseRow(sheet.fault.line, sheet.fault.text);
  const header = findHeader(sheet.rows);
  if (!header)
    throw refuseGiornale(
      'Non troviamo l’intestazione: una delle prime righe deve avere i nomi delle colonne, almeno data, importo (o entrate) e causale.',
    );
  const { index, width } = header;
  const rows = sheet.rows.slice(index + 1);
  const columns = withSign(header.columns, rows);
  if (columns.text.length === 0) throw refuseRow(index + 1, 'manca la colonna della causale, o descrizione.');
  const book: Giornale = { movimenti: [], storni: [], skipped: 0 };
  for (const [i, cells] of rows.entries()) {
    const row: GiornaleRow = {
      number: index + i + 2,
      cells,
      at: (column) => (column === undefined ? '' : (cells[column] ?? '').trim()),
    };
    const day = readDay(row.at(columns.day));
    if (isEmpty(cells) || isSum(row, columns)) continue;
    if (!isEmpty(cells.slice(width))) throw refuseRow(row.number, TOO_MANY_VALUES);
    if (!day) throw wrongDay(row, columns);
    const cents = centsOf(row, columns);
    if (cents > 0) book.movimenti.push(movimentoOf(day, cents, textOf(row, columns), numeroOf(row, columns)));
    else book.skipped += 1;
  }
  return book;
}

const TOO_MANY_VALUES =
  'ci sono più valori che colonne. Metti tra virgolette i testi e gli importi che contengono il separatore.';

/** @property number as a spreadsheet has it */
type GiornaleRow = { number: number; cells: readonly string[]; at: (column: number | undefined) => string };

const refuseRow = (number: number, text: string) => refuseGiornale(`Riga ${number}: ${text}`);
const quoteCell = (cell: string): string => `«${shortenText(cell.slice(0, 100), 40)}»`;

/** @returns the columns, with the type as sign if that is what it tells */
function withSign(columns: GiornaleColumns, rows: readonly string[][]): GiornaleColumns {
  const { sign, type } = columns;
  const tellsSign = type !== undefined && rows.some((cells) => readSign(cells[type] ?? ''));
  return sign === undefined && tellsSign ? { ...columns, sign: type } : columns;
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((c) => c.trim() === '');

const BALANCE_WORDS = 'saldo (iniziale|finale|precedente|contabile|disponibile|liquido)|riporto|fondo di cassa';
/** Payers too begin a text with "saldo", but go on to say of what. */
const SUM_WITHOUT_DAY = new RegExp(`^(totale|totali|a riporto|saldo al|saldo$|${BALANCE_WORDS})\\b`);
const SUM_WITH_DAY = new RegExp(`^(${BALANCE_WORDS})( al| del)?[ \\d]*$`);

/** Banks give balances a day, too. */
function isSum({ cells, at }: GiornaleRow, { day, text }: GiornaleColumns): boolean {
  if (readDay(at(day))) return text.some((c) => SUM_START.test(at(c)) && SUM_WITH_DAY.test(plainText(at(c))));
  return SUM_WITHOUT_DAY.test(plainText(at(day) || cells.find((c) => c.trim() !== '')));
}
/** Texts of which it is worth to compare the words. */
const SUM_START = /^(saldo|riporto|fondo)/i;

const plainText = (cell = ''): string => wordsOf(cell.slice(0, 100)).join(' ');

function wrongDay({ number, at }: GiornaleRow, { day }: GiornaleColumns): PortalError {
  const what = at(day) ? `la data ${quoteCell(at(day))} non si legge` : 'manca la data';
  return refuseRow(number, `${what}. Scrivila come 31/01/2026.`);
}

/** @returns negative for what went out */
const centsOf = (row: GiornaleRow, columns: GiornaleColumns): number =>
  columns.incoming === undefined ? signedCents(row, columns) : balanceOf(row, columns);

/** From one column of amounts, and one that tells the sign if there is one. */
function signedCents(row: GiornaleRow, { amount, sign }: GiornaleColumns): number {
  const cents = amountAt(row, amount);
  if (sign === undefined) return cents;
  const direction = readSign(row.at(sign));
  if (!direction)
    throw refuseRow(
      row.number,
      `il segno ${quoteCell(row.at(sign))} non si legge. Scrivi + o A (avere) per un’entrata, - o D (dare) per un’uscita.`,
    );
  // Some banks mark what went out with both signs.
  return direction < 0 ? -Math.abs(cents) : cents;
}

/** From a column of what came in and one of what went out, of which one is empty or 0. */
function balanceOf(row: GiornaleRow, { incoming, outgoing }: GiornaleColumns): number {
  const [received, paid] = [incoming, outgoing].map((c) => (row.at(c) ? amountAt(row, c) : 0));
  if (received && paid) throw refuseRow(row.number, 'c’è sia un’entrata sia un’uscita. Scrivine una per riga.');
  if (outgoing !== undefined && !row.at(incoming) && !row.at(outgoing)) return amountAt(row, incoming);
  return received || -Math.abs(paid ?? 0);
}

function amountAt({ number, at }: GiornaleRow, column: number | undefined): number {
  const written = at(column);
  const cents = readCents(written);
  if (cents !== undefined) return cents;
  const what = written ? `l’importo ${quoteCell(written)} non si legge` : 'manca l’importo';
  throw refuseRow(number, `${what}. Scrivilo come 1.234,56.`);
}

const textOf = ({ at }: GiornaleRow, { text }: GiornaleColumns): string => text.map(at).join(' ');
const numeroOf = ({ at }: GiornaleRow, { number }: GiornaleColumns): string => number.map(at).find(Boolean) ?? '';
