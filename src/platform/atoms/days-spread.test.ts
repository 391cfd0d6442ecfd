import { expect, test } from 'vitest';
import { percentileDays } from './days-spread.ts';

const spread = (...days: number[]) => days.map((each) => ({ days: each, count: 1 }));

test('the median is the middle one, or the mean of the middle two', () => {
  expect(percentileDays(spread(9, 1, 5), 0.5)).toBe(5);
  expect(percentileDays(spread(4, 1, 9, 5), 0.5)).toBe(4.5);
  expect(
    percentileDays(
      [
        { days: 2, count: 3 },
        { days: 10, count: 2 },
      ],
      0.5,
    ),
  ).toBe(2);
});

test('nine in ten were done within the 90th percentile', () => {
  expect(
    percentileDays(
      Array.from({ length: 101 }, (_, n) => ({ days: n, count: 1 })),
      0.9,
    ),
  ).toBe(90);
  expect(percentileDays(spread(7), 0.9)).toBe(7);
});

test('there is none of nothing', () => {
  expect(percentileDays([], 0.5)).toBeUndefined();
  expect(percentileDays([{ days: 3, count: 0 }], 0.5)).toBeUndefined();
});
