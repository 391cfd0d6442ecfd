import { expect, test } from 'vitest';
import type { Durata } from './options.ts';
import { findChoiceErrors, findPrice, findStartErrors, lastDayOf, type PriceRow } from './rules.ts';

test.each<[string, Durata, string]>([
  ['2026-12-01', 'mensile', '2026-12-31'],
  ['2026-11-20', 'mensile', '2026-12-19'],
  ['2026-12-15', 'trimestrale', '2027-03-14'],
  ['2026-12-01', 'annuale', '2027-11-30'],
  // Months that are too short, with and without a 29 February.
  ['2027-01-31', 'mensile', '2027-02-28'],
  ['2028-01-31', 'mensile', '2028-02-29'],
  ['2027-01-30', 'mensile', '2027-02-28'],
  ['2027-01-29', 'mensile', '2027-02-28'],
  ['2026-08-31', 'semestrale', '2027-02-28'],
  ['2028-02-29', 'annuale', '2029-02-28'],
  ['2027-02-01', 'mensile', '2027-02-28'],
])('from %s %s ends on %s', (dal, durata, lastDay) => {
  expect(lastDayOf(dal, durata)).toBe(lastDay);
});

const PRICES: PriceRow[] = [
  { tipo: 'residente', durata: 'annuale', importo_cent: 6000 },
  { tipo: 'residente', durata: 'mensile', importo_cent: 0 },
  { zona: 'a', tipo: 'residente', durata: 'annuale', importo_cent: 9000 },
  { zona: 'a', tipo: 'lavoratore', durata: 'annuale', importo_cent: 34_000 },
];

test.each([
  [{ zona: 'b', tipo: 'residente', durata: 'annuale' }, 6000],
  [{ zona: 'a', tipo: 'residente', durata: 'annuale' }, 9000],
  [{ zona: 'a', tipo: 'residente', durata: 'mensile' }, 0],
  [{ zona: 'a', tipo: 'lavoratore', durata: 'annuale' }, 34_000],
  [{ zona: 'b', tipo: 'lavoratore', durata: 'annuale' }, undefined],
  [{ zona: 'a', tipo: 'altro', durata: 'annuale' }, undefined],
  [{ zona: 'a' }, undefined],
])('%j costs %s cents', (choice, importo) => {
  expect(findPrice(PRICES, choice)).toBe(importo);
});

test.each([
  ['2026-11-20', []],
  ['2026-11-19', ['dal']],
  ['', []],
  ['2026-02-30', []],
  [undefined, []],
])('a start on %j is wrong at %j', (dal, fields) => {
  expect(Object.keys(findStartErrors(dal, '2026-11-20'))).toEqual(fields);
});

const OFFERTA = { zone: [{ codice: 'a' }, { codice: 'b' }], prezzi: PRICES, max_targhe: 2 };

test.each([
  [{ zona: 'a', tipo: 'residente', durata: 'annuale', targhe: 2 }, []],
  [{ zona: '', tipo: '', durata: '', targhe: 1 }, []],
  [{ zona: 'z', tipo: 'residente', durata: 'annuale', targhe: 1 }, ['zona']],
  [{ zona: 'b', tipo: 'lavoratore', durata: 'annuale', targhe: 1 }, ['tipo']],
  [{ zona: 'a', tipo: 'lavoratore', durata: 'mensile', targhe: 3 }, ['durata', 'targhe.2']],
])('a choice %j that the ente does not offer is an error at %j', (choice, fields) => {
  expect(Object.keys(findChoiceErrors(OFFERTA, choice))).toEqual(fields);
});
