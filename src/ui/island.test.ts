import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { island } from './island.ts';

test('a tagged component stays the same function', () => {
  const Form = () => null;

  expect(island(Form)).toBe(Form);
});

test('the tag is the one that Astro still reads', () => {
  const renders = import.meta.resolve('astro/runtime/server/index.js');
  const source = readFileSync(new URL('./render/common.js', renders), 'utf8');

  expect(source).toContain('astro:renderer');
});
