import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutAccessors } from './server-build.ts';

const theirs = readFileSync(new URL('../node_modules/astro/dist/core/fetch/fetch-state.js', import.meta.url), 'utf8');

test('the module that Astro comes with is understood', () => {
  const ours = withoutAccessors(theirs);
  expect(ours).toMatch(/return new ComponentContext\(this, result, props, slotValues\);/);
  expect(ours).toMatch(/new RequestContext\(this\)/);
  expect(ours).not.toMatch(/get headers\(\)|get locals\(\) \{\s+return self/);
});

test.each(['createAstro(result,', 'actionApiContext !== null', 'return self.locals', 'set headers('])(
  'one that writes «%s» in another way stops the build',
  (words) => {
    expect(() => withoutAccessors(theirs.replaceAll(words, 'x'))).toThrow(/Astro lo scrive in un altro modo/);
  },
);
