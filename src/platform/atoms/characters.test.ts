import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { normalizeCodice } from '../../features/cases/posizione/codice.ts';
import { readProtocollo } from '../../features/cases/pratica/protocollo.ts';
import { parseAvviso } from '../../features/services/paga-online/avviso.ts';
import { centsSchema } from './cents.ts';
import { trimUnseen, withoutMarks } from './characters.ts';
import { codiceFiscaleSchema } from './codice-fiscale.ts';
import { dateSchema } from './date-schema.ts';
import { degreesSchema } from './degrees.ts';
import { comparableEmail, emailAddressSchema } from './email.ts';
import { capSchema, provinciaSchema } from './indirizzo.ts';
import { integerSchema } from './integer.ts';
import { cognomeSchema } from './nome.ts';
import { numeroAvvisoSchema } from './numero-avviso.ts';
import { otpSchema } from './otp.ts';
import { partitaIvaSchema } from './partita-iva.ts';
import { wordsOf } from './plain-text.ts';
import { targaSchema } from './targa.ts';
import { telefonoSchema } from './telefono.ts';
import { longTextSchema, optionalSchema, textSchema } from './text.ts';

const parses = (schema: z.ZodMiniType) => (typed: string) => z.parse(schema, typed);

/** Each kind of value that is a code or a number, and one of them. */
const VALUES: [string, (typed: string) => unknown, string][] = [
  ['telephone', parses(telefonoSchema()), '+393331234567'],
  ['e-mail', parses(emailAddressSchema()), 'anna@esempio.it'],
  ['e-mail to compare', comparableEmail, 'anna@esempio.it'],
  ['tax code', parses(codiceFiscaleSchema()), 'RSSMRA80A01H501U'],
  ['VAT number', parses(partitaIvaSchema()), '12345678903'],
  ['notice number', parses(numeroAvvisoSchema()), '301011100007347557'],
  ['typed notice', (typed) => parseAvviso(typed)?.numero_avviso, '301011100007347557'],
  ['plate', parses(targaSchema()), 'AB123CD'],
  ['one-time code', parses(otpSchema()), '123456'],
  ['postcode', parses(capSchema()), '00100'],
  ['province', parses(provinciaSchema()), 'RM'],
  ['day', parses(dateSchema()), '2026-11-20'],
  ['code of a position', normalizeCodice, 'TR-000417'],
];

/** What copying adds: overrides and isolates of the writing direction, marks of direction, zero width blanks, a soft hyphen, a byte-order mark. */
const MARKS = ['\u202a', '\u202c', '\u2066', '\u200e', '\u200f', '\u061c', '\u200b', '\u2060', '\u00ad', '\ufeff'];

test.each(VALUES)('a %s loses the marks that were copied with it, at its ends and inside', (_kind, read, value) => {
  for (const mark of MARKS) {
    const [start, end] = [value.slice(0, 4), value.slice(4)];
    expect([read(`${mark}${value}${mark}`), read(` ${mark} ${start}${mark}${end} ${mark} `)]).toEqual([value, value]);
  }
});

test.each([
  ['whole number', integerSchema({ min: 1, max: 99 }, 'no'), '\u202a12\u202c', 12],
  ['degree', degreesSchema(90, 'no'), '\u200e45.5', 45.5],
  ['amount', centsSchema('no'), '\u202a1.234,56\u202c €', 123456],
] as const)('a %s loses them, too', (_kind, schema, typed, value) => {
  expect(z.parse(schema, typed)).toBe(value);
});

test('names and texts lose them at their ends and keep what joins letters inside', () => {
  for (const mark of MARKS) {
    for (const schema of [cognomeSchema('no'), textSchema({ max: 60 }), longTextSchema({ max: 60 })])
      expect(z.parse(schema, ` ${mark}Anna Bianchi${mark} `)).toBe('Anna Bianchi');
    expect(z.parse(optionalSchema(textSchema({ max: 9 })), ` ${mark} `)).toBeUndefined();
  }
  const joined = 'می\u200cخواهم';
  expect(z.parse(textSchema({ max: 60 }), joined)).toBe(joined);
});

test('a picture at the end of a text keeps what makes it that picture', () => {
  for (const picture of ['❤\ufe0f', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'])
    expect(trimUnseen(`${picture}\u200b `)).toBe(picture);
});

test('a number of a case and searched words are found with marks', () => {
  expect(readProtocollo('\u202a2026/000123\u202c')).toEqual({ anno: 2026, numero: 123 });
  expect(wordsOf('lam\u200bpione \u200espento')).toEqual(['lampione', 'spento']);
  expect(withoutMarks('\ufeffa')).toBe('a');
});

test('an address is one, with an international domain or its code, in small letters or capitals', () => {
  expect(comparableEmail('Anna@Città.example')).toBe(comparableEmail('anna@xn--citt-3na.example'));
});
