import { expect, test } from 'vitest';
import { addMonths, allowedRate, computePiano, sumPiano } from './piano.ts';

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

const interestFree = { prima_scadenza: '2026-12-31', tasso_centesimi: 0, interestFrom: '2026-11-20' };

test('capital is split evenly, spare cents go to the first instalment, and nothing is lost', () => {
  const rate = computePiano({ ...interestFree, totale_cent: 10_003, rate: 4 });
  expect(rate.map((r) => r.capitale_cent)).toEqual([2503, 2500, 2500, 2500]);
  expect(sumPiano(rate)).toEqual({ interessi_cent: 0, importo_cent: 10_003 });
});

test('instalments are monthly, on the last day of a month that is too short', () => {
  expect(computePiano({ ...interestFree, totale_cent: 50_000, rate: 4 }).map((r) => r.scadenza)).toEqual([
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
  ]);
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonths('2026-11-30', 15)).toBe('2028-02-29');
});

test('interest is charged on the capital still owed, by days over 365, with half a cent rounded up', () => {
  const rate = computePiano({
    totale_cent: 365_000,
    rate: 2,
    prima_scadenza: '2027-01-10',
    tasso_centesimi: 500,
    interestFrom: '2027-01-01',
  });
  // 3,650 € at 5 % for 9 days: 4.50 €; then 1,825 € for 31 days: 7.75 €.
  expect(rate.map((r) => r.interessi_cent)).toEqual([450, 775]);
  expect(rate.map((r) => r.importo_cent)).toEqual([182_950, 183_275]);
  const halfCent = computePiano({
    totale_cent: 7_300,
    rate: 2,
    prima_scadenza: '2027-01-02',
    tasso_centesimi: 250,
    interestFrom: '2027-01-01',
  });
  // 73 € at 2.5 % for one day is exactly half a cent.
  expect(halfCent[0]?.interessi_cent).toBe(1);
});

test('the largest plan stays exact', () => {
  const rate = computePiano({ ...interestFree, totale_cent: 99_999_999_99, rate: 72, tasso_centesimi: 1200 });
  expect(rate.reduce((s, r) => s + r.capitale_cent, 0)).toBe(99_999_999_99);
  expect(rate.every((r) => Number.isSafeInteger(r.importo_cent))).toBe(true);
});
