import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isPartitaIva } from './check-digit.ts';
import { partitaIvaSchema } from './partita-iva.ts';

test.each(['15376371009', '02438750586', '80012000826', '00311260095', '12345678903'])('%s is right', (s) => {
  expect(isPartitaIva(s)).toBe(true);
});

test.each([
  '12345678901',
  '77777777777',
  '00000000000',
  '1234567890',
  '123456789030',
  '1234567890A',
  '１２３４５６７８９０３',
  '',
])('%j is wrong', (s) => {
  expect(isPartitaIva(s)).toBe(false);
});

test('blanks and the prefixes of VIES and SPID are removed', () => {
  for (const typed of ['IT12345678903', 'it 123 456 789 03', 'VATIT-12345678903', ' 12345678903\t']) {
    expect(z.parse(partitaIvaSchema(), typed)).toBe('12345678903');
  }
  expect(z.safeParse(partitaIvaSchema(), 'FR12345678903').success).toBe(false);
});

test('eleven zeros are refused although their sum is right', () => {
  expect(z.safeParse(partitaIvaSchema(), '00000000000').success).toBe(false);
});
