import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cifreControlloOf, isNumeroAvviso, iuvOf, numeroAvvisoSchema } from './numero-avviso.ts';

test('a notice number has 18 digits, and the last two are the others modulo 93', () => {
  expect(isNumeroAvviso('301011100007347557')).toBe(true);
  expect(isNumeroAvviso('301011100007347558')).toBe(false);
  expect(isNumeroAvviso('302000100440009424')).toBe(false);
  for (const short of ['', '30101110000734755', '3010111000073475570', '401011100007347557', '30101110000734755a']) {
    expect(isNumeroAvviso(short)).toBe(false);
  }
});

test('check digits below ten keep their zero, and the largest number is computed exactly', () => {
  expect(cifreControlloOf('0000000000000094')).toBe('01');
  expect(cifreControlloOf('3999999999999999')).toBe(String(3999999999999999n % 93n).padStart(2, '0'));
});

test('aux digit 1 has no check digits', () => {
  expect(isNumeroAvviso('100000000000000099')).toBe(true);
});

test('the IUV is the notice number without its prefix', () => {
  expect(iuvOf('301011100007347557')).toBe('01011100007347557');
  expect(iuvOf('001234567890123456')).toBe('234567890123456'.padStart(15, '0'));
});

test('a number copied in groups of four digits is accepted', () => {
  expect(z.parse(numeroAvvisoSchema(), ' 3010 1110 0007 3475 57 ')).toBe('301011100007347557');
});
