import { expect, test } from 'vitest';
import { formatEuro } from './euro.ts';

test.each([
  [0, '0,00 €'],
  [5, '0,05 €'],
  [100, '1,00 €'],
  [99_999, '999,99 €'],
  [123_456, '1.234,56 €'],
  [123_456_789, '1.234.567,89 €'],
  [-1234, '-12,34 €'],
  [-5, '-0,05 €'],
])('%i cents read %s', (cent, words) => {
  expect(formatEuro(cent)).toBe(words.replace(' ', '\u00a0'));
});
