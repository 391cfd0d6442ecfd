import { expect, test } from 'vitest';
import { createSeries } from './series.ts';

function noted() {
  const lines: string[] = [];
  const series = createSeries({
    every: 60,
    calm: 5,
    first: (name, why) => lines.push(`${name}: ${why}`),
    more: (name, why, times) => lines.push(`${name}: ${why}, ${times} more`),
    over: (name, { ms, times }) => lines.push(`${name} again after ${ms}, ${times} in all`),
  });
  return { lines, series };
}

test('the first of a series is told at once, then a count for each period, then that it is over and how long it took', () => {
  const { lines, series } = noted();
  for (let at = 0; at <= 130; at += 10) series.fault('mail', 'away', at);
  series.well('mail', () => 140);
  expect(lines).toEqual(['mail: away', 'mail: away, 6 more', 'mail: away, 6 more', 'mail again after 140, 14 in all']);
  expect(series.counts.get('mail')).toBe(14);
});

test('a system that fails every other time is one series, which ends when no fault has come for a while', () => {
  const { lines, series } = noted();
  for (let at = 0; at < 40; at += 2) {
    series.fault('mail', 'away', at);
    series.well('mail', () => at + 1);
  }
  expect(lines).toEqual(['mail: away']);
  series.well('mail', () => 44);
  series.well('mail', () => 45);
  expect(lines).toEqual(['mail: away', 'mail again after 44, 20 in all']);
});

test('two systems are two series, and a success of one says nothing about the other', () => {
  const { lines, series } = noted();
  series.fault('mail', 'away', 0);
  series.well('store', () => 100);
  series.fault('mail', 'away', 101);
  series.fault('store', 'full', 101);
  expect(lines).toEqual(['mail: away', 'mail: away, 1 more', 'store: full']);
});

test('a clock that was set back does not silence a series', () => {
  const { lines, series } = noted();
  series.fault('mail', 'away', 1_000_000);
  series.fault('mail', 'away', 5);
  expect(lines).toHaveLength(2);
});
