import { expect, test } from 'vitest';
import { parseCents } from './cents.ts';

test.each([
  ['25', 2500],
  ['25,5', 2550],
  ['25,50 €', 2550],
  ['25.50', 2550],
  ['1.234,56', 123_456],
  ['1.234', 123_400],
  ['0,10', 10],
])('%s is an amount', (typed, cent) => {
  expect(parseCents(typed)).toBe(cent);
});

test.each(['', '-5', '1e9', '12,345', '1,2,3', 'NaN', '١٢', '9999999999'])('%s is not an amount', (typed) => {
  expect(parseCents(typed)).toBeUndefined();
});
