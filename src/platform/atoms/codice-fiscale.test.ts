import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { codiceFiscaleSchema, isCodiceFiscale } from './codice-fiscale.ts';

test.each(['RSSMRA80A01H501U', 'RSSMRA79B11C566R', 'VRNGNY07D68C351V'])('%s is right', (s) => {
  expect(isCodiceFiscale(s)).toBe(true);
});

test.each(['RSSMRA80A01H50MM', 'RSSMRA80A01H5LMX', 'RSSMRAULALMHRLMD'])('%s, an omocodia, is right', (s) => {
  expect(isCodiceFiscale(s)).toBe(true);
});

test.each(['15376371009', '02438750586', '12345678903'])('%s, a company or provisional code, is right', (s) => {
  expect(isCodiceFiscale(s)).toBe(true);
});

test.each([
  'RSSMRA80A01H501X',
  'RSSMRA80F01H501U',
  'RSSMRA80A01H501',
  'RSSMRA80A01H501UU',
  '00000000000',
  '77777777777',
  '',
])('%j is wrong', (s) => {
  expect(isCodiceFiscale(s)).toBe(false);
});

// The check letters are right, but no month has these days.
test.each(['RSSMRA80A00H501', 'RSSMRA80A32H501', 'RSSMRA80A40H501', 'RSSMRA80A72H501', 'RSSMRA80A99H501'])(
  'a right check letter does not make the impossible day of %s right',
  (s) => {
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') expect(isCodiceFiscale(s + letter)).toBe(false);
  },
);

test('exactly one check letter is right for a person’s code', () => {
  const right = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => isCodiceFiscale(`VRNGNY07D68C351${letter}`));

  expect(right).toEqual(['V']);
});

test('blanks go away and letters become capitals', () => {
  expect(z.parse(codiceFiscaleSchema(), ' rss mra 80a01\u00a0h501u ')).toBe('RSSMRA80A01H501U');
});
