import { expect, test } from 'vitest';
import {
  addMonths,
  allowedRate,
  computePiano,
  type PianoDocumento,
  type PianoInput,
  paidBeforeDue,
  sumPiano,
} from './piano.ts';
import { earlierInWords } from './piano-words.ts';

test.each([
  [1, null],
  [10_000, null],
  [10_001, { min: 2, max: 4 }],
  [50_000, { min: 2, max: 4 }],
  [50_001, { min: 5, max: 12 }],
  [300_000, { min: 5, max: 12 }],
  [300_001, { min: 13, max: 24 }],
  [600_000, { min: 13, max: 24 }],
  [600_001, { min: 25, max: 36 }],
  [2_000_000, { min: 25, max: 36 }],
  [2_000_001, { min: 37, max: 72 }],
])('a total of %i cents allows %j instalments', (total, rate) => {
  expect(allowedRate(total)).toEqual(rate);
});

test('an ente’s own thresholds replace those of the law', () => {
  const thresholds = [
    { fino_cent: 5_000, min: 0, max: 0 },
    { fino_cent: null, min: 1, max: 10 },
  ];
  expect(allowedRate(5_000, thresholds)).toBeNull();
  expect(allowedRate(5_001, thresholds)).toEqual({ min: 2, max: 10 });
  expect(allowedRate(6_000, [])).toBeNull();
});

/** Documents by amount in cents and due date. */
const owing = (...debts: [importo_cent: number, scadenza: string | null][]): PianoDocumento[] =>
  debts.map(([importo_cent, scadenza], i) => ({ tipo: `Documento ${i + 1}`, importo_cent, scadenza }));

const interestFree = {
  prima_scadenza: '2026-12-31',
  tasso_centesimi: 0,
  today: '2026-11-20',
  decorrenza_interessi: 'scadenza_o_richiesta' as const,
};

test('capital is split evenly, spare cents go to the first instalment, and nothing is lost', () => {
  const rate = computePiano({ ...interestFree, documenti: owing([100_03, null]), rate: 4 });
  expect(rate.map((r) => r.capitale_cent)).toEqual([2503, 2500, 2500, 2500]);
  expect(sumPiano(rate)).toEqual({ interessi_cent: 0, importo_cent: 10_003 });
});

test('instalments are monthly, on the last day of a month that is too short', () => {
  const rate = computePiano({ ...interestFree, documenti: owing([500_00, null]), rate: 4 });
  expect(rate.map((r) => r.scadenza)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']);
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonths('2026-11-30', 15)).toBe('2028-02-29');
});

/** Two halves of a tax on waste, neither of them due on the day of the request. */
const TARI = owing([93_20, '2027-01-30'], [186_40, '2027-04-30']);
const OVERDUE = owing([179_50, '2026-10-22']);

/** What an instalment bears interest on: cents still owed of a document, and days of the period that it is due. */
type Owed = [cents: number, days: number];

/** Requests of 26 November 2026 at 2.5 % a year. The third column has for each instalment what bears interest and for how long. */
const PLANS: [string, Partial<PianoInput> & { documenti: PianoDocumento[]; rate: number }, [Owed[], number][]][] = [
  [
    'ends before the second document is due: only the first bears interest, and only after its due date',
    { documenti: TARI, rate: 4, prima_scadenza: '2027-01-10' },
    [
      [[], 0],
      // From 30 January to 10 February, of what the first instalment has left: 93.20 - 69.90.
      [[[23_30, 11]], 2],
      [[], 0],
      [[], 0],
    ],
  ],
  [
    'goes on after both are due: each from its own due date',
    { documenti: TARI, rate: 4, prima_scadenza: '2027-02-10' },
    [
      [[[93_20, 11]], 7],
      [[[23_30, 28]], 4],
      [[], 0],
      // From 30 April to 10 May, of the last 69.90 of the second document.
      [[[69_90, 10]], 5],
    ],
  ],
  [
    'has documents in another order: they are paid by due date all the same',
    { documenti: TARI.toReversed(), rate: 4, prima_scadenza: '2027-02-10' },
    [
      [[[93_20, 11]], 7],
      [[[23_30, 28]], 4],
      [[], 0],
      [[[69_90, 10]], 5],
    ],
  ],
  [
    'is for an ente that counts from the request: both bear interest before they are due',
    { documenti: TARI, rate: 4, prima_scadenza: '2027-02-10', decorrenza_interessi: 'richiesta' },
    [
      // From 26 November to 10 February.
      [[[279_60, 76]], 1_46],
      [[[209_70, 28]], 40],
      [[[139_80, 31]], 30],
      [[[69_90, 30]], 14],
    ],
  ],
  [
    'is for a document that is overdue: from the day of the request',
    { documenti: OVERDUE, rate: 3, prima_scadenza: '2027-01-10' },
    [
      // From 26 November to 10 January.
      [[[179_50, 45]], 55],
      [[[119_66, 31]], 25],
      [[[59_83, 28]], 11],
    ],
  ],
  [
    'is for an ente that counts from the due date even when it has passed',
    { documenti: OVERDUE, rate: 3, prima_scadenza: '2027-01-10', decorrenza_interessi: 'scadenza' },
    [
      // From 22 October to 10 January.
      [[[179_50, 80]], 98],
      [[[119_66, 31]], 25],
      [[[59_83, 28]], 11],
    ],
  ],
  [
    'is for an ente that counts from the first instalment',
    { documenti: OVERDUE, rate: 3, prima_scadenza: '2027-01-10', decorrenza_interessi: 'prima_rata' },
    [
      [[], 0],
      [[[119_66, 31]], 25],
      [[[59_83, 28]], 11],
    ],
  ],
  [
    'pays an overdue document and one that falls due on the day of an instalment',
    { documenti: owing([300_00, '2026-10-22'], [300_00, '2027-03-31']), rate: 5, prima_scadenza: '2027-01-31' },
    [
      [[[300_00, 66]], 1_36],
      [[[180_00, 28]], 35],
      [[[60_00, 31]], 13],
      // The second document alone: 60.00 of it are paid on its due date.
      [[[240_00, 30]], 49],
      [[[120_00, 31]], 25],
    ],
  ],
  [
    'ends long before the only document is due: there is no interest',
    { documenti: owing([300_00, '2027-12-31']), rate: 2, prima_scadenza: '2027-01-31' },
    [
      [[], 0],
      [[], 0],
    ],
  ],
  [
    'is for a document without a due date: from the day of the request, and half a cent is rounded up',
    { documenti: owing([73_00, null]), rate: 2, prima_scadenza: '2026-11-27' },
    [
      // 73.00 × 2.5 % / 365 is exactly half a cent.
      [[[73_00, 1]], 1],
      // 36.50 × 30 × 2.5 % / 365 = 7.5 cents
      [[[36_50, 30]], 8],
    ],
  ],
];

test.each(PLANS)('interest of a plan that %s', (_what, given, expected) => {
  const rate = computePiano({ ...interestFree, tasso_centesimi: 250, today: '2026-11-26', ...given });
  expect(rate.map((r) => r.interessi_cent)).toEqual(expected.map(([, cents]) => cents));
  const arithmetic = expected.map(([owed]) => owed.reduce((sum, [cents, days]) => sum + cents * days, 0));
  expect(arithmetic.map((centDays) => Math.round((centDays * 25) / 365_000))).toEqual(
    rate.map((r) => r.interessi_cent),
  );
  expect(rate.map((r) => r.importo_cent - r.capitale_cent)).toEqual(rate.map((r) => r.interessi_cent));
});

test('a plan tells which documents it pays off before they are due, and on which day', () => {
  const early = computePiano({ ...interestFree, documenti: TARI, rate: 4, prima_scadenza: '2027-01-10' });
  expect(earlierInWords(early, TARI)).toEqual([
    'Documento 2 scade il 30 aprile 2027: con queste rate finisci di pagare prima, il 10 aprile 2027.',
  ]);
  const late = computePiano({ ...interestFree, documenti: TARI, rate: 4, prima_scadenza: '2027-02-10' });
  expect(paidBeforeDue(late, TARI)).toEqual([]);
  expect(paidBeforeDue(late, owing([279_60, null]))).toEqual([]);
});

test('the largest plan stays exact', () => {
  const rate = computePiano({
    ...interestFree,
    documenti: owing([99_999_999_99, '2000-01-01']),
    rate: 72,
    tasso_centesimi: 2000,
    decorrenza_interessi: 'scadenza',
  });
  expect(rate.reduce((s, r) => s + r.capitale_cent, 0)).toBe(99_999_999_99);
  expect(rate.every((r) => Number.isSafeInteger(r.importo_cent))).toBe(true);
  // From 2000 to the end of 2026 are 9,861 days: 99,999,999.99 × 9,861 × 20 % / 365
  expect(rate[0]?.interessi_cent).toBe(54_032_876_707);
});
