import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineOperation } from '../../src/platform/contract.ts';
import { inWords } from '../../src/platform/schema-words.ts';
import { apiDocument } from './api-document.ts';
import { askedCalls, callsDocument } from './calls-document.ts';
import { citedTests, glossaryGaps, missingTests } from './cited.ts';
import { firstDifference } from './documents.ts';
import { routesDocument } from './routes-document.ts';
import { environmentExample, settingsTable } from './settings-document.ts';

const SETTINGS = [
  { name: 'PORT', schema: z.prefault(z.string(), '4321'), meaning: 'Port.' },
  { name: 'SMTP_URL', schema: z.optional(z.string()), meaning: 'Mail server | relay.' },
];

test('of a contract the browser gets the facts of its calls, in the form that the formatter leaves alone', () => {
  const operation = {
    summary: 'Anyone writes.',
    method: 'POST',
    path: '/api/v1/x/{id}',
    access: 'anyone',
    input: z.object({ id: z.string() }),
    output: z.void(),
  } as const;
  const long = `/api/v1/${'x'.repeat(90)}` as const;
  const xOperations = {
    scriviX: defineOperation({ ...operation, creates: true, bot: 'spent', upload: 1024 }),
    spostaX: defineOperation({ ...operation, path: long }),
  };

  expect(callsDocument('src/features/cases/x/x.calls.ts', { xOperations, MAX: 3 })).toBe(`\
/** What the browser needs to know of the calls in x.contract.ts. Generated: \`npm run check -- documents --write\`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { xOperations } from './x.contract.ts';

export const xCalls: CallsOf<typeof xOperations> = {
  scriviX: { method: 'POST', path: '/api/v1/x/{id}', bot: 'spent', upload: 1024 },
  spostaX: {
    method: 'POST',
    path: '${long}',
  },
};
`);
  expect(() => callsDocument('src/features/cases/x/x.calls.ts', { MAX: 3 })).toThrow('x.contract.ts');
});

test('calls are generated for the contracts that browser code asks for, each once', () => {
  const edge = { from: 'src/a.tsx', type: false, lazy: false };

  expect(
    askedCalls([
      { ...edge, to: 'src/b.calls.ts' },
      { ...edge, to: 'src/a.ts' },
      { ...edge, to: 'src/b.calls.ts' },
    ]),
  ).toEqual(['src/b.calls.ts']);
});

test('an operation is described by who does what, its fields, its limits and its answer', () => {
  const page = apiDocument({
    scrivi: defineOperation({
      summary: 'Anyone writes.',
      method: 'POST',
      path: '/api/v1/scrivi/{id}',
      access: 'anyone',
      input: z.object({ id: z.string(), nota: z.optional(z.string().check(z.maxLength(20))) }),
      output: z.array(z.object({ id: z.string() })),
      status: 201,
      creates: true,
      bot: 'spent',
      brakes: [{ by: 'address', times: 3, minutes: 15 }],
    }),
  });

  expect(page).toContain('| `POST /api/v1/scrivi/{id}` | [scrivi](#scrivi) | Anyone writes. | anyone |');
  expect(page).toContain(
    'Answers 201 with list of `{id}`. Needs no login. Creates: takes an idempotency key. Spends a bot-check token.',
  );
  expect(page).toContain('At most 3 in 15 minutes for a network address.');
  expect(page).toContain('| `nota` | – | text of up to 20 characters |');
});

test.each([
  [{ type: 'string', minLength: 1, maxLength: 80 }, 'text of 1–80 characters'],
  [{ type: 'string', format: 'binary' }, 'a file'],
  [{ type: 'integer', minimum: 1, maximum: 5 }, 'whole number from 1 to 5'],
  [{ enum: ['a', 'b'] }, 'one of `a`, `b`'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text or `null`'],
  [{}, 'any value'],
])('a field of the schema %o is described as “%s”', (schema, words) => {
  expect(inWords(schema)).toBe(words);
});

test('a screen is a row with its access and its rules', () => {
  const screen = { path: '/uno', title: 'Uno', login: 'required', botCheck: true, form: 'text' } as const;

  expect(routesDocument([screen], [])).toContain('| `/uno` | Uno | required | yes | yes | – | – |');
});

describe('settings', () => {
  test('the example file sets nothing', () => {
    const lines = environmentExample(SETTINGS).split('\n').filter(Boolean);

    expect(lines.every((line) => line.startsWith('#'))).toBe(true);
    expect(lines).toContain('#PORT=4321');
  });

  test('a bar in a meaning stays in its cell', () => {
    expect(settingsTable(SETTINGS)).toContain('| `SMTP_URL` | – | Mail server \\| relay. |');
  });
});

test('a document that differs is reported with its first different line', () => {
  expect(firstDifference('a.md', 'a\nb\n', 'a\nb\n')).toEqual([]);
  expect(firstDifference('a.md', 'a\nb\n', 'a\nc\n')).toEqual([
    'a.md:2 is out of date: npm run check -- documents --write\n- b\n+ c',
  ]);
  expect(firstDifference('a.md', '', 'a')).toEqual(['a.md is missing: npm run check -- documents --write']);
});

test('a test that a page cites must exist', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const here = 'scripts/check/documents.test.ts';
  const row = `| attack | answer | [${here}] a test that a page cites<br>[${here}] is not ${'there'} at all |`;

  expect(citedTests(row)).toHaveLength(2);
  expect(missingTests(root, row)).toEqual([`docs/security.md: ${here} has no test "is not ${'there'} at all"`]);
});

test('every counter has its row in the glossary, and every row its counter', () => {
  expect(glossaryGaps(['cases/otp'], '| code | `features/cases/otp` |')).toEqual([]);
  expect(glossaryGaps(['cases/chat'], '| code | `features/cases/otp/otp.db.ts` |')).toEqual([
    'docs/glossary.md: no row for features/cases/chat',
    'docs/glossary.md: no features/cases/otp',
  ]);
});
