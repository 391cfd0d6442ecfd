import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { codiceFiscaleSchema } from './codice-fiscale.ts';
import { dateSchema } from './date-schema.ts';
import { emailAddressSchema } from './email.ts';
import { idSchema } from './id.ts';
import { atomSchema, defaultWords } from './localised.ts';
import { otpSchema } from './otp.ts';
import { partitaIvaSchema } from './partita-iva.ts';
import { telefonoSchema } from './telefono.ts';
import { longTextSchema, optionalSchema, requiredTickSchema, textSchema } from './text.ts';

const atoms: Record<string, z.core.$ZodType> = {
  codiceFiscale: codiceFiscaleSchema(),
  data: dateSchema(),
  email: emailAddressSchema(),
  identificativo: idSchema(),
  otp: otpSchema(),
  partitaIva: partitaIvaSchema(),
  telefono: telefonoSchema(),
  testo: textSchema({ max: 80 }),
  testoLungo: longTextSchema({ max: 2000, min: 10 }),
  casella: requiredTickSchema(),
};
const optional = Object.fromEntries(
  Object.entries(atoms).map(([name, schema]) => [`facoltativo ${name}`, optionalSchema(schema)]),
);

const strangers: [string, object][] = [
  ['null', { campo: null }],
  ['a number', { campo: 7 }],
  ['an object', { campo: { $ne: 1 } }],
  ['an array', { campo: ['123456'] }],
  ['false', { campo: false }],
  ['missing', {}],
  ['empty', { campo: '' }],
  ['only blanks', { campo: ' \u00a0 ' }],
  ['wrong', { campo: '\u0000?' }],
];

const messages = (schema: z.core.$ZodType, body: unknown): string[] =>
  z.safeParse(z.object({ campo: schema }), body).error?.issues.map((issue) => issue.message) ?? [];

const ENGLISH = /invalid|expected|received|required|too (big|small|long|short)|must|input|string/i;

describe.each(Object.entries(atoms))('%s', (_name, schema) => {
  test.each(strangers)('%s is answered with one Italian sentence', (_what, body) => {
    const said = messages(schema, body);

    // Any non-empty string is a text.
    if (said.length === 0) expect((body as { campo?: unknown }).campo).toBe('\u0000?');
    else expect(said).toHaveLength(1);
    for (const message of said) {
      expect(message).not.toMatch(ENGLISH);
      expect(message).toMatch(/^[A-Z].{10,}\.$/);
    }
  });
});

describe.each(Object.entries(optional))('%s', (_name, schema) => {
  test.each(strangers)('%s never brings English text', (_what, body) => {
    for (const message of messages(schema, body)) expect(message).not.toMatch(ENGLISH);
  });
});

test('a schema without messages of its own still answers in Italian', () => {
  const bare = z.strictObject({ a: z.string(), b: z.enum(['x']), c: z.array(z.number()) });

  const said = [null, {}, { a: 1, b: 'y', c: ['1'], d: 2 }].flatMap(
    (body) => z.safeParse(bare, body).error?.issues.map((issue) => issue.message) ?? [],
  );

  expect(new Set(said)).toEqual(new Set([defaultWords.missing, defaultWords.wrong]));
});

test("a schema's own words are one sentence for all faults, or only the one that differs", () => {
  expect(messages(dateSchema('Scrivi la data di decesso.'), {})).toEqual(['Scrivi la data di decesso.']);
  expect(messages(dateSchema('Scrivi la data di decesso.'), { campo: 'ieri' })).toEqual(['Scrivi la data di decesso.']);
  expect(messages(otpSchema({ missing: 'Manca il codice.' }), {})).toEqual(['Manca il codice.']);
  expect(messages(otpSchema({ missing: 'Manca il codice.' }), { campo: '1' })[0]).toMatch(/6 cifre/);
});

test('a value of another type is never converted', () => {
  const anything = atomSchema({ valid: () => true }, defaultWords);

  for (const value of [1, true, [], {}, new Date(0)]) expect(z.safeParse(anything, value).success).toBe(false);
});

// Each would hang, and hit the time limit of the test, if any pattern backtracked.
const long = [
  'a',
  'a.',
  '@',
  'a@',
  '.',
  '-',
  ' ',
  '(',
  '1',
  'A1',
  '\u0301',
  '\u0316\u0301',
  '\u200b',
  '\n',
  '\r\n',
  '😀',
  'à ',
];
test.each(long)('a hundred kilobytes of %j are answered in time by every atom', { timeout: 20_000 }, (piece) => {
  const flood = piece.repeat(100_000 / piece.length);

  for (const schema of [...Object.values(atoms), ...Object.values(optional)]) {
    for (const value of [flood, `x${flood}`, `${flood}x`, `x@${flood}.it`]) z.safeParse(schema, value);
  }
});

test('every atom can be described as JSON schema, with its limits', () => {
  const described = z.toJSONSchema(z.object({ ...atoms, ...optional } as z.core.$ZodLooseShape), { io: 'input' });

  expect(described.properties).toMatchObject({
    testo: { type: 'string', minLength: 1, maxLength: 80 },
    'facoltativo testoLungo': { type: 'string', minLength: 10, maxLength: 2000 },
    data: { format: 'date' },
    email: { format: 'email' },
    casella: { type: 'boolean' },
  });
  expect(described.required).toEqual(Object.keys(atoms));
});
