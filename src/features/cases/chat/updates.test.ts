import { expect, test } from 'vitest';
import { pauseAfter } from './updates.browser.ts';

test('a portal that does not answer is asked less and less often, but at least once a minute', () => {
  expect([0, 1, 2, 3, 4, 20].map((failures) => pauseAfter(failures))).toEqual([
    4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ]);
});

test('the browser does not ask again before the time that the portal named', () => {
  expect(pauseAfter(1, 300)).toBe(300_000);
});
