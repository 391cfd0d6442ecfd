/** The amount of money that an operator types in a decision, read as whole cents so that sums stay exact. */
import * as z from 'zod/mini';
import { withoutMarks } from './characters.ts';

/**
 * Turns an amount as people write it (`1.234,56`, `25,5`, `12`), or whole cents as a program sends them, into whole cents.
 * @param error the message for anything else, for an empty value and for less than a cent
 */
export const centsSchema = (error: string) =>
  z
    .pipe(
      z.transform((v: unknown) => (typeof v === 'string' ? parseCents(v) : v)),
      z.number(error).check(z.refine((n) => Number.isSafeInteger(n) && n > 0 && n < 100_000_000, error)),
    )
    .register(z.globalRegistry, { type: 'integer', minimum: 1 });

/** @returns whole cents, or NaN */
export function parseCents(typed: string): number {
  const [, whole = '', decimals = ''] =
    /^(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$/.exec(withoutMarks(typed).replace(/[\s€]/g, '')) ?? [];
  return whole === '' ? Number.NaN : Number(whole.replaceAll('.', '') + decimals.padEnd(2, '0'));
}
