/**
 * Compares the books of the payment providers with the store of the portal, to the cent. It asks in SQL and knows no module of the portal, so
 * that a fault of the portal cannot hide in the code that looks for it.
 */
import type { ArrivedLetter, RawStore } from './checker.ts';

/** A receipt as its provider has it. @property rif the provider's id of it */
export type BookedReceipt = {
  fornitore: 'pagopa' | 'mooney';
  ente: string;
  numero_avviso: string;
  rif: string;
  importo_cent: number;
};

/** A payment of a settlement flow, as its provider has it. @property rif the provider's id of its receipt */
export type BookedTransfer = { ente: string; flow: string; rif: string; importo_cent: number };

/** A notice that the portal knows. @property importo_cent what it asks for */
export type AskedAvviso = Pick<BookedReceipt, 'ente' | 'numero_avviso' | 'importo_cent'>;

/**
 * @property transfers payments of the flows of the test's provider, PROVA
 * @property before ids of the receipts that the store had when the books were begun
 * @property payers addresses, each of one payment, to which its receipt must be mailed
 */
export type BooksEvidence = {
  books: readonly BookedReceipt[];
  transfers: readonly BookedTransfer[];
  avvisi: readonly AskedAvviso[];
  store: RawStore;
  before: ReadonlySet<string>;
  letters: readonly ArrivedLetter[];
  payers: readonly string[];
};

/** @property faults a line for each receipt, sum, notice or mail that is wrong @property sentTwice mails that came again with the same Message-ID */
export type BooksFindings = {
  receipts: number;
  cents: number;
  letters: number;
  sentTwice: number;
  faults: Record<(typeof BOOK_FAULTS)[number], string[]>;
};

const BOOK_FAULTS = [
  'missing',
  'strange',
  'sums',
  'doubles',
  'transfers',
  'avvisi',
  'mailsMissing',
  'mailsDoubled',
] as const;

export async function checkBooks({
  books,
  transfers,
  avvisi,
  store,
  before,
  letters,
  payers,
}: BooksEvidence): Promise<BooksFindings> {
  const rows = await store.rows('select id, fornitore, ente, numero_avviso, rif, importo_cent, doppia from ricevute');
  const kept = rows.filter(({ id }) => !before.has(String(id)));
  const inStore = countEach(kept.map(lineOf));
  const inBooks = countEach(books.map(lineOf));
  const once = new Map(letters.map((letter) => [letter.messageId, letter]));
  const { missing: mailsMissing, doubled: mailsDoubled } = compareMails([...once.values()], payers);
  return {
    receipts: books.length,
    cents: books.reduce((sum, { importo_cent }) => sum + importo_cent, 0),
    letters: letters.length,
    sentTwice: letters.length - once.size,
    faults: {
      missing: moreIn(inBooks, inStore),
      strange: moreIn(inStore, inBooks),
      sums: compareSums(books, kept),
      doubles: compareDoubles(kept),
      transfers: await compareTransfers(transfers, store),
      avvisi: await compareAvvisi(books, avvisi, store),
      mailsMissing,
      mailsDoubled,
    },
  };
}

/** The figures of a run, to be printed. */
export function booksInFigures({ receipts, cents, letters, sentTwice, faults }: BooksFindings): string {
  const counts = BOOK_FAULTS.map((kind) => `${kind} ${faults[kind].length}`).join(', ');
  return `receipts ${receipts}, ${(cents / 100).toFixed(2)} euro; ${counts}; mails ${letters}, ${sentTwice} of them again with the same Message-ID`;
}

type ReceiptRow = Record<string, unknown>;

const keyOf = ({ ente, numero_avviso }: ReceiptRow): string => `${ente} ${numero_avviso}`;
const lineOf = (row: ReceiptRow): string => `${row.fornitore} ${keyOf(row)} ${row.rif} ${Number(row.importo_cent)}`;

function countEach(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

const moreIn = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string[] =>
  [...one].filter(([line, count]) => count > (other.get(line) ?? 0)).map(([line]) => line);

/** Of each ente and provider, in whole cents. */
function compareSums(books: readonly BookedReceipt[], kept: readonly ReceiptRow[]): string[] {
  const sumsOf = (rows: readonly ReceiptRow[]) => {
    const sums = new Map<string, number>();
    for (const { ente, fornitore, importo_cent } of rows)
      sums.set(`${ente} ${fornitore}`, (sums.get(`${ente} ${fornitore}`) ?? 0) + Number(importo_cent));
    return sums;
  };
  const [wanted, found] = [sumsOf(books), sumsOf(kept)];
  return [...new Set([...wanted.keys(), ...found.keys()])]
    .filter((key) => wanted.get(key) !== found.get(key))
    .map((key) => `${key}: ${found.get(key) ?? 0} in the store, ${wanted.get(key) ?? 0} in the books`);
}

/** Of the receipts of one notice all but one are marked as further ones. */
function compareDoubles(kept: readonly ReceiptRow[]): string[] {
  const firsts = countEach(kept.filter(({ doppia }) => Number(doppia) === 0).map(keyOf));
  return [...countEach(kept.map(keyOf)).keys()]
    .filter((key) => firsts.get(key) !== 1)
    .map((key) => `${key}: ${firsts.get(key) ?? 0} receipts are the first`);
}

/** Each payment of each flow is there once, and no flow by half. */
async function compareTransfers(transfers: readonly BookedTransfer[], store: RawStore): Promise<string[]> {
  const rows = await store.rows(
    "select flussi.ente, nome as flow, iur as rif, flussi_pagamenti.importo_cent from flussi_pagamenti join flussi on flussi.id = flusso where psp = 'PROVA'",
  );
  const lineOfTransfer = (row: ReceiptRow): string => `${row.ente} ${row.flow} ${row.rif} ${Number(row.importo_cent)}`;
  const [wanted, found] = [countEach(transfers.map(lineOfTransfer)), countEach(rows.map(lineOfTransfer))];
  return [...moreIn(wanted, found), ...moreIn(found, wanted)];
}

/** A notice is paid when there is a receipt of what it asks for, or at pagoPA of more; else it is due. */
async function compareAvvisi(
  books: readonly BookedReceipt[],
  avvisi: readonly AskedAvviso[],
  store: RawStore,
): Promise<string[]> {
  const rows = await store.rows('select ente, numero_avviso, stato from avvisi');
  const found = new Map(rows.map((row) => [keyOf(row), String(row.stato)]));
  const paid = new Map<string, BookedReceipt[]>();
  for (const receipt of books) paid.set(keyOf(receipt), [...(paid.get(keyOf(receipt)) ?? []), receipt]);
  return avvisi.flatMap((avviso) => {
    const asked = avviso.importo_cent;
    const covers = ({ fornitore, importo_cent }: BookedReceipt) =>
      fornitore === 'pagopa' ? importo_cent >= asked : importo_cent === asked;
    const wanted = paid.get(keyOf(avviso))?.some(covers) ? 'pagato' : 'da_pagare';
    const stato = found.get(keyOf(avviso)) ?? 'not there';
    return stato === wanted ? [] : [`${keyOf(avviso)}: ${stato}, not ${wanted}`];
  });
}

const IS_RECEIPT = /abbiamo la conferma del tuo pagamento/;

/** Each payer is mailed their receipt once, and nobody is told one thing twice. */
function compareMails(letters: readonly ArrivedLetter[], payers: readonly string[]) {
  const told = countEach(letters.flatMap(({ to, subject }) => to.map((address) => `${address}: ${subject}`)));
  const receipts = new Set(letters.filter(({ subject }) => IS_RECEIPT.test(subject)).flatMap(({ to }) => to));
  const addresses = new Set(payers);
  return {
    missing: payers.filter((address) => !receipts.has(address)),
    // The mailboxes of offices get one of each notice.
    doubled: [...told]
      .filter(([line, n]) => n > 1 && addresses.has(line.split(': ')[0] as string))
      .map(([line]) => line),
  };
}
