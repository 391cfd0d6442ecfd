/** The checker of the books finds each fault that is planted in a store or a mailbox, and none where there is none. */
import { expect, test } from 'vitest';
import { type BookedReceipt, type BooksEvidence, booksInFigures, checkBooks } from './books-checker.ts';
import type { ArrivedLetter } from './checker.ts';

const receipt = (n: number, over: Partial<BookedReceipt> = {}): BookedReceipt => ({
  fornitore: 'pagopa',
  ente: 'borgo',
  numero_avviso: `avviso-${n}`,
  rif: `rif-${n}`,
  importo_cent: 50_00,
  ...over,
});
const letter = (to: string, subject: string, messageId: string): ArrivedLetter => ({
  to: [to],
  subject,
  text: '',
  messageId,
});

const CONFIRMED = 'Comune di Borgo: abbiamo la conferma del tuo pagamento';
const TRANSFERS = [{ ente: 'borgo', flow: 'flusso-1', rif: 'rif-1', importo_cent: 50_00 }];
/** Two notices of 50 euro: the first paid twice, of the second a part. */
const BOOKS = [receipt(1), receipt(1, { fornitore: 'mooney', rif: 'pay-1' }), receipt(2, { importo_cent: 49_50 })];
const KEPT = BOOKS.map((booked, n) => ({ ...booked, id: `id-${n}`, doppia: n === 1 ? 1 : 0 }));
const AVVISI = [
  { ente: 'borgo', numero_avviso: 'avviso-1', stato: 'pagato' },
  { ente: 'borgo', numero_avviso: 'avviso-2', stato: 'da_pagare' },
];
const LETTERS = [
  letter('anna@esempio.it', CONFIRMED, 'm-1'),
  letter('anna@esempio.it', CONFIRMED, 'm-1'),
  letter('anna@esempio.it', 'Comune di Borgo: un avviso risulta pagato due volte', 'm-2'),
];

type Rows = { ricevute?: readonly object[]; avvisi?: readonly object[]; transfers?: readonly object[] };

async function faultsOf(
  { ricevute = KEPT, avvisi = AVVISI, transfers = TRANSFERS }: Rows,
  over: Partial<BooksEvidence> = {},
) {
  const tables: Record<string, readonly object[]> = { ricevute, avvisi, flussi_pagamenti: transfers };
  const found = await checkBooks({
    books: BOOKS,
    transfers: TRANSFERS,
    avvisi: [1, 2].map((n) => ({ ente: 'borgo', numero_avviso: `avviso-${n}`, importo_cent: 50_00 })),
    store: {
      // PostgreSQL gives whole numbers as texts.
      rows: async (query) =>
        (tables[/from (\w+)/.exec(query)?.[1] ?? ''] ?? []).map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
        ),
      close: async () => undefined,
    },
    before: new Set(['demo']),
    letters: LETTERS,
    payers: ['anna@esempio.it'],
    ...over,
  });
  return Object.fromEntries(Object.entries(found.faults).filter(([, faults]) => faults.length > 0));
}

test('books and a store that agree have no fault, whatever was in the store before and however often one mail came', async () => {
  expect(await faultsOf({ ricevute: [...KEPT, { ...receipt(9), id: 'demo', doppia: 0 }] })).toEqual({});
});

test.each<[string, Rows, string[]]>([
  ['a receipt that is missing', { ricevute: KEPT.slice(0, 2) }, ['missing', 'sums']],
  ['a receipt twice', { ricevute: [...KEPT, { ...KEPT[2], id: 'again', doppia: 1 }] }, ['strange', 'sums']],
  [
    'a receipt that no provider has',
    { ricevute: [...KEPT, { ...receipt(3), id: 'x', doppia: 0 }] },
    ['strange', 'sums'],
  ],
  [
    'a receipt of another amount',
    { ricevute: KEPT.map((row) => (row.id === 'id-2' ? { ...row, importo_cent: 49_51 } : row)) },
    ['missing', 'strange', 'sums'],
  ],
  [
    'a receipt under another ente',
    { ricevute: KEPT.map((row) => (row.id === 'id-2' ? { ...row, ente: 'valle' } : row)) },
    ['missing', 'strange', 'sums'],
  ],
  ['a second receipt that is not marked', { ricevute: KEPT.map((row) => ({ ...row, doppia: 0 })) }, ['doubles']],
  ['two receipts that are both marked', { ricevute: KEPT.map((row) => ({ ...row, doppia: 1 })) }, ['doubles']],
  ['a payment of a flow that is missing', { transfers: [] }, ['transfers']],
  ['a payment of a flow twice', { transfers: [...TRANSFERS, ...TRANSFERS] }, ['transfers']],
  ['a paid notice that is due', { avvisi: AVVISI.map((row) => ({ ...row, stato: 'da_pagare' })) }, ['avvisi']],
  ['a notice that is paid by a part', { avvisi: AVVISI.map((row) => ({ ...row, stato: 'pagato' })) }, ['avvisi']],
  ['a notice that is gone', { avvisi: AVVISI.slice(0, 1) }, ['avvisi']],
])('%s is found', async (_what, rows, kinds) => {
  expect(Object.keys(await faultsOf(rows))).toEqual(kinds);
});

test('a payer without the mail of their receipt is found, and one who was mailed it twice', async () => {
  expect(await faultsOf({}, { payers: ['anna@esempio.it', 'bruno@esempio.it'] })).toEqual({
    mailsMissing: ['bruno@esempio.it'],
  });
  const again = [...LETTERS, letter('anna@esempio.it', CONFIRMED, 'm-3')];
  expect(Object.keys(await faultsOf({}, { letters: again }))).toEqual(['mailsDoubled']);
});

test('the figures say how many receipts and euros, and each kind of fault', async () => {
  const store = { rows: async () => [], close: async () => undefined };
  const found = await checkBooks({
    books: BOOKS,
    transfers: TRANSFERS,
    avvisi: [],
    store,
    before: new Set(),
    letters: LETTERS,
    payers: [],
  });
  expect(booksInFigures(found)).toBe(
    'receipts 3, 149.50 euro; missing 3, strange 0, sums 2, doubles 0, transfers 1, avvisi 0, mailsMissing 0, mailsDoubled 0; mails 3, 1 of them again with the same Message-ID',
  );
});
