/** A portal of its own that begins on a fixed day: what it shows is the same in every run. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ahead of the browser's clock, which would take cookies of a day before for expired. */
export const FIXED_DAY = Date.parse('2030-05-15T10:00:00+02:00');

/** @param name of the test: a portal with a secret of its own fills its sandbox itself, on that day */
export function fixedDaySettings(name: string): Record<string, string> {
  const CLOCK_FILE = join(mkdtempSync(join(tmpdir(), 'orologio-')), 'ms');
  writeFileSync(CLOCK_FILE, String(FIXED_DAY - Date.now()));
  return { CLOCK_FILE, NODE_OPTIONS: '--import=./tests/doubles/clock.ts', PORTAL_SECRET: name.repeat(8) };
}
