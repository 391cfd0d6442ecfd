import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isIban, italianIbanSchema } from './iban.ts';

const IBAN = 'IT60X0542811101000000123456';
const schema = italianIbanSchema();
const wordsFor = (typed: unknown) => z.safeParse(schema, typed).error?.issues.map(({ message }) => message);

test.each([IBAN, 'it60 x054 2811 1010 0000 0123 456', ` ${IBAN}\n`, 'IT60\u00a0X054\u200b2811 1010 0000 0123 456'])(
  'an IBAN is read however it was copied: %j',
  (typed) => expect(z.parse(schema, typed)).toBe(IBAN),
);

test.each([
  'IT60X0542811101000000123457',
  'IT60X054281110100000012345',
  'IT61X0542811101000000123456',
  'IT60',
  'IBAN IT60X0542811101000000123456',
  7,
  'A'.repeat(100_000),
])('a wrong one is refused in one sentence: %j', (typed) =>
  expect(wordsFor(typed)).toEqual([expect.stringMatching(/^Controlla l’IBAN/)]),
);

test('that of an account abroad is refused for that, and an empty field for being empty', () => {
  expect(isIban('DE89370400440532013000')).toBe(true);
  expect(wordsFor('DE89 3704 0044 0532 0130 00')).toEqual([expect.stringMatching(/comincia con IT/)]);
  expect(wordsFor('')).toEqual(['Scrivi l’IBAN.']);
});
