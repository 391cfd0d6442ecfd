/** The engines of the store that a test runs on. */
import { createHash } from 'node:crypto';
import type { StoreDialect } from '../src/store/tables.ts';

export const ENGINES: readonly StoreDialect[] = ['sqlite', 'postgres'];

const DAY = 24 * 3600_000;

/**
 * Where the code under test asks the store the same on both engines: one engine, in turns, so that of two days each has one.
 * `npm run test:engines` takes both at once, and `TEST_ENGINES=sqlite` that one.
 * @param name of the suite: its hash says whose turn it is on an even day
 */
export function engineInTurn(name: string): readonly StoreDialect[] {
  const asked = process.env.TEST_ENGINES;
  if (asked === 'both') return ENGINES;
  const turn = createHash('sha256').update(name).digest().readUInt8() + Math.floor(Date.now() / DAY);
  const named = ENGINES.filter((engine) => engine === asked);
  return named.length > 0 ? named : ENGINES.filter((_, n) => n === turn % ENGINES.length);
}
