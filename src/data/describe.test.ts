import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { DESCRIBED, dataDocument } from './describe.ts';
import { esamina } from './esame.ts';
import { SEZIONI } from './import.server.ts';

test('every section that can be imported is described, in the same order', () => {
  expect(Object.keys(DESCRIBED)).toEqual(Object.keys(SEZIONI));
});

test('every field has a meaning', () => {
  const rows = dataDocument().match(/^\| `[^`]+` \|.*$/gm) ?? [];

  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => /\|\s*\|/.test(row))).toEqual([]);
});

test('the example can be imported as it stands', () => {
  const example = JSON.parse(/```json\n(.*?)```/s.exec(dataDocument())?.[1] ?? '');

  for (const [name, { schema }] of Object.entries(DESCRIBED)) {
    expect(example[name].length).toBeGreaterThan(0);
    expect(esamina(name, schema as z.ZodMiniType<unknown>, example[name].entries()).errori).toEqual([]);
  }
});
