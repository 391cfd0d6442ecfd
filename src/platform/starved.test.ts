import { expect, test } from 'vitest';
import { isStarved, processorTime } from './starved.server.ts';

test('a job that had half of its time from the processor has used it up itself', () => {
  expect([0, 499, 500, 2000].map((used) => isStarved(1000, used))).toEqual([true, true, false, false]);
});

test('where nobody tells how much a job has worked, it counts as too long', () => {
  expect(isStarved(1000, undefined)).toBe(false);
  expect(processorTime(undefined)).toBeUndefined();
});

test('the time of a process is told while it works', () => {
  const before = processorTime(process.pid) ?? Number.NaN;
  for (let turn = 0; turn < 50_000_000; turn++) Math.sqrt(turn);
  expect(processorTime(process.pid)).toBeGreaterThanOrEqual(before);
});
