import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { DESCRIBED_SECTIONS, dataDocument } from './data-document.ts';
import { DATA_SECTIONS } from './import.server.ts';
import { checkRows } from './row-check.ts';

test('every section that can be imported is described, in the same order', () => {
  expect(Object.keys(DESCRIBED_SECTIONS)).toEqual(Object.keys(DATA_SECTIONS));
});

test('every field has a meaning', () => {
  const rows = dataDocument().match(/^\| `[^`]+` \|.*$/gm) ?? [];

  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => /\|\s*\|/.test(row))).toEqual([]);
});

test('the example can be imported unchanged', () => {
  const example = JSON.parse(/```json\n(.*?)```/s.exec(dataDocument())?.[1] ?? '');

  for (const [name, { schema }] of Object.entries(DESCRIBED_SECTIONS)) {
    expect(example[name].length).toBeGreaterThan(0);
    expect(checkRows(name, schema as z.ZodMiniType<unknown>, example[name].entries()).errors).toEqual([]);
  }
});
