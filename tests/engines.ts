/** The engines of the store that a test runs on. */
import { createHash } from 'node:crypto';
import type { StoreDialect } from '../src/store/tables.ts';

export const ENGINES: readonly StoreDialect[] = ['sqlite', 'postgres'];

const WEEK = 7 * 24 * 3600_000;

/**
 * For many tests of one promise, where the engine makes no difference to it: one engine, in turns, so that over the weeks it holds on
 * both. `npm run test:engines` takes both at once, and `TEST_ENGINES=sqlite` that one.
 * @param name of the suite: its hash says whose turn it is in an even week
 */
export function engineInTurn(name: string): readonly StoreDialect[] {
  const asked = process.env.TEST_ENGINES;
  if (asked === 'both') return ENGINES;
  const turn = createHash('sha256').update(name).digest().readUInt8() + Math.floor(Date.now() / WEEK);
  const named = ENGINES.filter((engine) => engine === asked);
  return named.length > 0 ? named : ENGINES.filter((_, n) => n === turn % ENGINES.length);
}
