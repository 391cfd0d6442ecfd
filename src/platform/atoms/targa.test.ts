import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isTarga, targaSchema } from './targa.ts';
import { normaliseTarga, PAESE_NAMES, targaInWords } from './targa-format.ts';

test.each([
  // Cars since 1994, as people write them.
  ['AB123CD', 'AB123CD'],
  [' ab 123 cd ', 'AB123CD'],
  ['ab-123.cd', 'AB123CD'],
  ['ＡＢ１２３ＣＤ', 'AB123CD'],
  ['it:AB123CD', 'AB123CD'],
  ['AB\u00a0123\u2009CD', 'AB123CD'],
  ['GZ999ZZ', 'GZ999ZZ'],
  // A trailer, a hire car and a diplomat's car have the same form.
  ['XA123AB', 'XA123AB'],
  ['CD 123 AB', 'CD123AB'],
  // Motorcycles, light quads, mopeds.
  ['AA12345', 'AA12345'],
  ['X2B3C4', 'X2B3C4'],
  // Before 1994.
  ['MI 123456', 'MI123456'],
  ['Roma A12345', 'ROMAA12345'],
  ['ROMA 1A2345', 'ROMA1A2345'],
  ['to 00001 a', 'TO00001A'],
  ['AO 1', 'AO1'],
  ['FO 654321', 'FO654321'],
  // Foreign ones.
  ['CH:ZH 123 456', 'CH:ZH123456'],
  ['ch: ti·1', 'CH:TI1'],
  ['DE:M-AB 123', 'DE:MAB123'],
  ['DE:TÜ-X 99H', 'DE:TÜX99H'],
  ['de:b-e 1e', 'DE:BE1E'],
  ['FR:AB-123-CD', 'FR:AB123CD'],
  ['FR:1234 AB 2A', 'FR:1234AB2A'],
  ['ES:1234 BCD', 'ES:1234BCD'],
  ['ES:M-1234-AB', 'ES:M1234AB'],
  ['GB:AB12 CDE', 'GB:AB12CDE'],
  ['GB:1 A', 'GB:1A'],
  ['RO:B 123 ABC', 'RO:B123ABC'],
  ['RO:CJ 01 ABC', 'RO:CJ01ABC'],
  ['PL:WA 12345', 'PL:WA12345'],
  ['PT:AA-12-BB', 'PT:AA12BB'],
  ['SM:A1234', 'SM:A1234'],
  ['VA:SCV 00001', 'VA:SCV00001'],
  ['UA:AA 1234 BB', 'UA:AA1234BB'],
  ['AT:W-12345A', 'AT:W12345A'],
  ['ALTRO:Č 123', 'ALTRO:Č123'],
  // Typed with a Cyrillic or Greek keyboard, where every letter of a plate has a Latin twin.
  ['АВ123СЕ', 'AB123CE'],
  ['ав 123 се', 'AB123CE'],
  ['UA:АА 1234 ВВ', 'UA:AA1234BB'],
  ['ALTRO:ΑΒΕ 1234', 'ALTRO:ABE1234'],
])('%s is the plate %s', (typed, normalised) => {
  expect(normaliseTarga(typed)).toBe(normalised);
  expect(z.safeParse(targaSchema(), typed)).toMatchObject({ success: true, data: normalised });
});

test.each([
  // Letters that no Italian plate has, figures and letters in the wrong place, too much, too little.
  'AI123CD',
  'AB123CO',
  'AQ123CD',
  'AB12CD',
  'AB1234CD',
  '123ABCD',
  'ABCDEFG',
  'AB123CDE',
  'AA1234',
  'X2A3E4',
  'X01234',
  'MI1234567',
  'ZZ999',
  'ROMA',
  'RO-MA',
  // A foreign plate without its country, or of another country.
  'ZH123456',
  'CH:AB123CD',
  'FR:AO123CD',
  'ES:1234 AEI',
  'DE:1234',
  'PT:123456789',
  'VA:XX1',
  'GB:ABCDEFG',
  // A country that does not exist, and keys that every object has.
  'XX:AB123CD',
  'constructor:AB123CD',
  '__proto__:1A',
  'ALTRO:ABCDEF',
  'ALTRO:1',
  'ALTRO:12345678901',
  // Letters of another alphabet without a Latin twin, markup, a second colon.
  'ДЖ123ЯЮ',
  '<b>1</b>',
  'CH:ZH:1',
  'AB123CD\nAB124CD',
])('%j is not a plate', (typed) => {
  expect(z.safeParse(targaSchema(), typed).error?.issues[0]?.message).toBe(
    'Controlla la targa e il paese: quelle italiane sono come AB123CD.',
  );
});

test.each(['', '   ', '-', undefined, null, 'CH:', 'CH: '])('%j is an empty plate', (typed) => {
  expect(z.safeParse(targaSchema(), typed).error?.issues[0]?.message).toBe('Scrivi la targa.');
});

test('a foreign plate is shown with its country', () => {
  expect(targaInWords('AB123CD')).toBe('AB123CD');
  expect(targaInWords('CH:ZH123456')).toBe('ZH123456 (Svizzera)');
  expect(targaInWords('ALTRO:A1')).toBe('A1 (Altro paese)');
});

test('no plate of any country takes long to check', () => {
  for (const paese of Object.keys(PAESE_NAMES)) expect(isTarga(`${paese}:${'A'.repeat(5000)}1!`)).toBe(false);
});
