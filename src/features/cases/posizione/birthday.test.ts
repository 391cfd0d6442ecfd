import { expect, test } from 'vitest';
import { isMinor } from './birthday.ts';

const TODAY = '2026-11-20';
const BORN_1972 = 'VRDLCU72P15Z999A';
/** Of somebody born on 1 January 1915, or 2015. */
const BORN_15 = 'RSSMRA15A01H501G';

test.each([
  ['of age by the tax code alone', BORN_1972, null, false],
  ['nothing tells whether a child or of a hundred years', BORN_15, null, undefined],
  ['of a hundred years by the login', BORN_15, '1915-01-01', false],
  ['a child by the login', BORN_15, '2015-01-01', true],
  ['eighteen today', 'RSSMRA08S20H501A', '2008-11-20', false],
  ['eighteen tomorrow', 'RSSMRA08S21H501A', '2008-11-21', true],
  ['born on 29 February', 'RSSMRA08B29H501A', '2008-02-29', false],
])('%s', (_what, code, born, minor) => {
  expect(isMinor(code, born, TODAY)).toBe(minor);
});
