import { expect, test } from 'vitest';
import { piano, rateAmmesse, sommaPiano, traMesi } from './piano.ts';

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
])('a total of %i cents allows %j instalments', (totale, rate) => {
  expect(rateAmmesse(totale)).toEqual(rate);
});

test('a body’s own thresholds stand in the place of the law’s', () => {
  const soglie = [
    { fino_cent: 5_000, min: 0, max: 0 },
    { fino_cent: null, min: 1, max: 10 },
  ];
  expect(rateAmmesse(5_000, soglie)).toBeNull();
  expect(rateAmmesse(5_001, soglie)).toEqual({ min: 2, max: 10 });
  expect(rateAmmesse(6_000, [])).toBeNull();
});

const senza = { prima_scadenza: '2026-12-31', tasso_centesimi: 0, dal: '2026-11-20' };

test('capital is split evenly, spare cents go on the first, and nothing is lost', () => {
  const rate = piano({ ...senza, totale_cent: 10_003, rate: 4 });
  expect(rate.map((r) => r.capitale_cent)).toEqual([2503, 2500, 2500, 2500]);
  expect(sommaPiano(rate)).toEqual({ interessi_cent: 0, importo_cent: 10_003 });
});

test('instalments are monthly, on the last day of a month that is too short', () => {
  expect(piano({ ...senza, totale_cent: 50_000, rate: 4 }).map((r) => r.scadenza)).toEqual([
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
  ]);
  expect(traMesi('2028-01-31', 1)).toBe('2028-02-29');
  expect(traMesi('2026-11-30', 15)).toBe('2028-02-29');
});

test('interest runs on what is still owed, by days over 365, half a cent up', () => {
  const rate = piano({
    totale_cent: 365_000,
    rate: 2,
    prima_scadenza: '2027-01-10',
    tasso_centesimi: 500,
    dal: '2027-01-01',
  });
  // 3,650 € at 5 % for 9 days: 4.50 €; then 1,825 € for 31 days: 7.75 €.
  expect(rate.map((r) => r.interessi_cent)).toEqual([450, 775]);
  expect(rate.map((r) => r.importo_cent)).toEqual([182_950, 183_275]);
  const mezzo = piano({
    totale_cent: 7_300,
    rate: 2,
    prima_scadenza: '2027-01-02',
    tasso_centesimi: 250,
    dal: '2027-01-01',
  });
  // 73 € at 2.5 % for one day is exactly half a cent.
  expect(mezzo[0]?.interessi_cent).toBe(1);
});

test('the largest plan stays exact', () => {
  const rate = piano({ ...senza, totale_cent: 99_999_999_99, rate: 72, tasso_centesimi: 1200 });
  expect(rate.reduce((s, r) => s + r.capitale_cent, 0)).toBe(99_999_999_99);
  expect(rate.every((r) => Number.isSafeInteger(r.importo_cent))).toBe(true);
});
