/** The columns of a cash book, which every bank names and orders in its own way. Pure. */
import { wordsOf } from '../../../platform/atoms/plain-text.ts';

/** Indexes of the columns. Either `amount`, or `incoming`. */
export type GiornaleColumns = {
  day: number;
  amount?: number | undefined;
  incoming?: number | undefined;
  outgoing?: number | undefined;
  sign?: number | undefined;
  /** Tells the sign in the books of some banks, in others that it was a transfer */
  type?: number | undefined;
  /** Their texts together are the remittance text */
  text: number[];
  /** The first that is filled in is the number */
  number: number[];
};

/** Titles as {@link plainTitle} writes them, the best first. */
const COLUMN_TITLES = {
  day: [
    'data contabile',
    'data contabilizzazione',
    'data registrazione',
    'data operazione',
    'data movimento',
    'data mov',
    'data esecuzione',
    'data',
    'giorno',
    'data bolletta',
    'data provvisorio',
    'data sospeso',
    'data valuta',
    'valuta',
  ],
  amount: ['importo', 'importo movimento', 'importo operazione', 'ammontare', 'amount'],
  incoming: ['entrate', 'entrata', 'avere', 'accrediti', 'accredito', 'credito', 'crediti', 'riscossioni'],
  outgoing: ['uscite', 'uscita', 'dare', 'addebiti', 'addebito', 'debito', 'debiti', 'pagamenti'],
  sign: ['segno', 'segno movimento', 'dare avere', 'd a', 'entrata uscita', 'entrate uscite', 'e u', 'c d'],
  type: ['tipo movimento', 'tipo'],
  number: [
    'numero sospeso',
    'sospeso',
    'numero provvisorio',
    'provvisorio',
    'numero bolletta',
    'bolletta',
    'numero quietanza',
    'quietanza',
    'numero movimento',
    'numero operazione',
    'numero documento',
    'numero',
    'numero riferimento',
    'riferimento',
    'riferimento banca',
    'riferimento operazione',
    'cro',
    'trn',
    'cro trn',
    'progressivo',
  ],
} as const;
const TEXT_TITLE =
  /^(causale|descrizione|dettagli|dettaglio|remittance|informazioni|motivazione|note|operazione)( (?!abi$|codice$|interna$)|$)/;

/** Characters of a title, and columns, that are looked at: a file of another kind may be one endless line. */
const MAX_TITLE = 100;
const MAX_COLUMNS = 200;

/** Title in small letters and digits: `N° Bolletta` is `numero bolletta`, `Importo Entrate (€)` is `entrate`. */
const plainTitle = (title: string): string =>
  wordsOf(title.slice(0, MAX_TITLE))
    .join(' ')
    .replace(/^(n|nr|num|no) (?=.)|^(n|nr|num)$/, 'numero ')
    .replace(/ (in )?(eur|euro)$/, '')
    .replace(/^(importo|importi|movimenti) (?=(entrat|uscit|avere$|dare$|accredit|addebit|credit|debit))/, '')
    .trim();

/** Rows that are searched for the heading: the bank, the account and the period may stand before it. */
const MAX_BEFORE = 50;

/** @property width all its cells @property found those that tell something of a movement */
export type GiornaleHeader = { index: number; width: number; found: number; columns: GiornaleColumns };

/** @returns the heading: the first row that has a day and an amount */
export function findHeader(rows: readonly string[][]): GiornaleHeader | undefined {
  for (const [index, row] of rows.slice(0, MAX_BEFORE).entries()) {
    const columns = columnsOf(row);
    if (!columns) continue;
    const found = new Set(
      Object.values(columns)
        .flat()
        .filter((c) => c !== undefined),
    ).size;
    return { index, width: row.length, found, columns };
  }
  return undefined;
}

function columnsOf(row: readonly string[]): GiornaleColumns | undefined {
  const titles = row.slice(0, MAX_COLUMNS).map(plainTitle);
  const indexesOf = (name: keyof typeof COLUMN_TITLES) =>
    COLUMN_TITLES[name].map((t) => titles.indexOf(t)).filter((i) => i >= 0);
  const [day] = indexesOf('day');
  const [amount] = indexesOf('amount');
  const [incoming] = indexesOf('incoming');
  if (day === undefined || (amount === undefined && incoming === undefined)) return undefined;
  const [outgoing] = indexesOf('outgoing');
  const [sign] = indexesOf('sign');
  const [type] = indexesOf('type');
  const text = titles.flatMap((t, i) => (TEXT_TITLE.test(t) ? [i] : []));
  return { day, amount, incoming, outgoing, sign, type, text, number: indexesOf('number') };
}

const INCOMING_SIGNS = new Set(['a', 'avere', 'c', 'cr', 'credito', 'accredito', 'e', 'entrata', 'entrate']);
const OUTGOING_SIGNS = new Set(['d', 'dare', 'db', 'debito', 'addebito', 'u', 'uscita', 'uscite']);

/** @returns 1 for what came in, -1 for what went out; undefined for any other text */
export function readSign(cell: string): 1 | -1 | undefined {
  const word = cell.trim().toLowerCase();
  if (word === '+' || INCOMING_SIGNS.has(word)) return 1;
  return word === '-' || OUTGOING_SIGNS.has(word) ? -1 : undefined;
}
