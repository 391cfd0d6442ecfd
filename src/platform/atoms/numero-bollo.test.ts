import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { numeroBolloSchema } from './numero-bollo.ts';

test.each([
  ['01234567890123', '01234567890123'],
  [' 0123 4567 8901 23 ', '01234567890123'],
  ['0123-4567-8901-23', '01234567890123'],
  ['01–23.4567\u00a08901 23', '01234567890123'],
])('the number of a stamp, %j, is %s', (typed, read) => {
  expect(z.parse(numeroBolloSchema(), typed)).toBe(read);
});

test.each(['', ' ', '0123456789012', '012345678901234', '0123456789012A', '00000000000000', '7'.repeat(14)])(
  '%j is no number of a stamp, and the words say what is missing',
  (typed) => {
    const parsed = z.safeParse(numeroBolloSchema(), typed);
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining('14 cifre')]);
  },
);
