import { expect, test } from 'vitest';
import { weeksOf } from './month-weeks.ts';

test('a month is shown in weeks that begin on Monday', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks[0]).toEqual([null, ...[1, 2, 3, 4, 5, 6].map((n) => `2026-12-0${n}`)]);
  expect(weeks.at(-1)).toEqual(['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null, null, null]);
  expect(weeks).toHaveLength(5);
});

test.each([
  ['2026-02', 5],
  ['2027-02', 4],
  ['2026-11', 6],
  ['2028-02', 5],
])('%s has %i weeks, and each of its days once', (month, count) => {
  const weeks = weeksOf(month);
  expect(weeks).toHaveLength(count);
  const days = weeks.flat().filter((day) => day !== null);
  expect(new Set(days).size).toBe(
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate(),
  );
});
