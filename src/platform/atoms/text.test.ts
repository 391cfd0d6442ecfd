import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  countCharacters,
  longTextSchema,
  optionalSchema,
  optionalTickSchema,
  requiredTickSchema,
  textSchema,
} from './text.ts';

const shortText = textSchema({ max: 10, required: 'Scrivi il nome.' });
const longText = longTextSchema({ max: 10, min: 3, tooShort: 'Scrivi qualcosa di più.' });
const said = (schema: z.core.$ZodType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map((i) => i.message);

test('a line is trimmed and composed', () => {
  expect(z.parse(shortText, '  Nicolo\u0300\u00a0')).toBe('Nicolò');
});

test('a line that holds a line end is refused, and no control character is left', () => {
  for (const forged of ['Anna\r\nBcc: x@y.it', 'a\nb', 'a\u2028b', 'a\u0085b']) {
    const found = z.safeParse(textSchema({ max: 80 }), forged);
    expect(found.error?.issues[0]?.message).toBe('Scrivi il testo su una sola riga.');
  }
  expect(z.parse(textSchema({ max: 80 }), 'a\tb\0e\x1bf\x7fg\n')).toBe('a befg');
});

test('a long text keeps its lines, ended by \\n', () => {
  expect(z.parse(longTextSchema({ max: 80 }), '\r\nuno\r\ndue\rtre\n\nquattro\u2028\tcinque\0\x1b\n')).toBe(
    'uno\ndue\ntre\n\nquattro\n cinque',
  );
});

test('characters that cannot be seen are kept inside a text, and alone count as empty', () => {
  expect(z.parse(shortText, '👩\u200d🚒')).toBe('👩\u200d🚒');
  for (const invisible of ['\u200b\u200d', '\u2060 \ufeff', '\0\x01', '\u202e', '\n\n']) {
    expect(said(shortText, invisible)).toEqual(['Scrivi il nome.']);
    expect(said(longTextSchema({ max: 9, required: 'Scrivi il testo.' }), invisible)).toEqual(['Scrivi il testo.']);
  }
});

test('markup is text like any other', () => {
  const typed = '<script>alert(1)</script> & "{{7*7}}"';

  expect(z.parse(textSchema({ max: 80 }), typed)).toBe(typed);
});

test('characters are counted as the counter below the field counts them', () => {
  expect(countCharacters('🚧🚧à\n')).toBe(4);
  expect(z.safeParse(shortText, '🚧'.repeat(10)).success).toBe(true);
  expect(said(shortText, '🚧'.repeat(11))).toEqual(['Il testo è troppo lungo: scrivi al massimo 10 caratteri.']);
  expect(z.safeParse(shortText, 'o\u0302\u0301'.repeat(10)).success).toBe(true);
  expect(z.safeParse(longText, 'a\r\n'.repeat(5)).success).toBe(true);
  expect(z.safeParse(shortText, `${' '.repeat(5000)}Anna`).success).toBe(true);
});

test('a text that is too short, too long or empty gets a message of its own', () => {
  expect(said(longText, 'ab')).toEqual(['Scrivi qualcosa di più.']);
  expect(said(longTextSchema({ max: 9, min: 3 }), 'ab')).toEqual(['Scrivi almeno 3 caratteri.']);
  expect(said(longText, 'a'.repeat(100_000))).toHaveLength(1);
  expect(said(longText, ' ')).toHaveLength(1);
});

test('an optional field may be empty, blank or missing, and is then undefined', () => {
  const form = z.object({ telefono: optionalSchema(shortText) });

  for (const body of [{ telefono: '' }, { telefono: '  ' }, {}, { telefono: undefined }]) {
    expect(z.parse(form, body).telefono).toBeUndefined();
  }
  expect(z.parse(form, { telefono: ' Anna ' })).toEqual({ telefono: 'Anna' });
  expect(z.safeParse(form, { telefono: 'troppo lungo' }).success).toBe(false);
  expect(z.safeParse(form, { telefono: null }).success).toBe(false);
});

test('a box counts as ticked only when a form or a program says so', () => {
  const privacy = requiredTickSchema('Per continuare, conferma di aver letto l’informativa.');

  for (const ticked of ['on', true, 'true']) expect(z.parse(privacy, ticked)).toBe(true);
  for (const not of ['', 'off', 'false', false, 1, null, ['on'], {}, undefined]) {
    expect(said(privacy, not)).toEqual(['Per continuare, conferma di aver letto l’informativa.']);
  }
});

test('a box that may be ticked is ticked or not; any other value is refused', () => {
  for (const ticked of ['on', 'si', true, 'true']) expect(z.parse(optionalTickSchema(), ticked)).toBe(true);
  for (const not of ['', 'off', 'no', 'false', false, null, undefined])
    expect(z.parse(optionalTickSchema(), not)).toBe(false);
  expect(z.parse(z.object({ urgente: optionalTickSchema() }), {})).toEqual({ urgente: false });
  for (const neither of [1, 'forse', {}, ['on']]) expect(said(optionalTickSchema(), neither)).toHaveLength(1);
});

test('a missing tick does not hide that two fields differ', () => {
  const form = z
    .object({ a: textSchema({ max: 9 }), b: textSchema({ max: 9 }), privacy: requiredTickSchema('Conferma.') })
    .check(z.refine((v) => v.a === v.b, { error: 'Diversi.', path: ['b'] }));

  expect(said(form, { a: 'x', b: 'y', privacy: '' })).toEqual(['Conferma.', 'Diversi.']);
});

test('a line of text keeps no sign that turns what stands after it, and a long text those of scripts from the right', () => {
  const typed = 'Comune \u200fdi\u061c Bo\u200ergo';
  expect(z.parse(textSchema({ max: 40 }), typed)).toBe('Comune di Borgo');
  expect(z.parse(longTextSchema({ max: 40 }), `${typed}\u202e`)).toBe(typed);
});
