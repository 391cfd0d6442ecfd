import { expect, test } from 'vitest';
import { decodeCodice, encodeCodice, normalizeCodice } from './codice.ts';

test('a code is the same however the citizen copied it', () => {
  for (const typed of ['ab12 34', ' AB1234 ', 'a b\u00a01 2 3 4\t', 'AB1234\n'])
    expect(normalizeCodice(typed)).toBe('AB1234');
});

test('a code that is encoded for an address decodes to itself', () => {
  for (const code of ['AB12-34', 'A', '0000123', 'ÀÈ?~>', '日本', 'X'.repeat(60)]) {
    expect(encodeCodice(code)).toMatch(/^[\w-]+$/);
    expect(decodeCodice(encodeCodice(code))).toBe(code);
  }
});

test('both alphabets of base64 are decoded, with and without padding', () => {
  const code = 'A?~>B';
  const standard = Buffer.from(code).toString('base64');
  for (const text of [standard, standard.replace(/=+$/, ''), Buffer.from(code).toString('base64url')]) {
    expect(decodeCodice(text)).toBe(code);
  }
});

test('text that is no code decodes to nothing: rubbish, control characters, broken UTF-8, far too long', () => {
  const wrong = [
    '',
    '=',
    '====',
    'A',
    'AAAAA',
    'AB=C',
    '%%%',
    '../../etc/passwd',
    'a b',
    'QQ==\0',
    '\0',
    'é',
    ...['A\0B', 'A\nB', '\u0085'].map((s) => Buffer.from(s).toString('base64')),
    Buffer.from([0xff, 0xfe]).toString('base64'),
    'QUFB'.repeat(250_000),
  ];
  for (const text of wrong) expect(decodeCodice(text)).toBe('');
});
