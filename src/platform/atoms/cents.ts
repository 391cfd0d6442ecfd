/** An amount of money that somebody types, read as whole cents so that sums stay exact. */
import * as z from 'zod/mini';
import { withoutMarks } from './characters.ts';

/**
 * Turns an amount as people write it, or whole cents as a program sends them, into whole cents.
 * @param error the message for anything else, for an empty value and for less than a cent
 */
export const centsSchema = (error: string) =>
  z
    .pipe(
      z.transform((v: unknown) => (typeof v === 'string' ? parseCents(v) : v)),
      z.number(error).check(z.refine((n) => Number.isSafeInteger(n) && n > 0 && n < 100_000_000, error)),
    )
    .register(z.globalRegistry, { type: 'integer', minimum: 1 });

/**
 * Reads an amount as Italians type it: `25`, `25,5`, `1.234,56 €`; `25.50` too.
 * @returns whole cents; undefined when it is no amount
 */
export function parseCents(typed: string): number | undefined {
  const s = withoutMarks(typed).replace(/[\s€]/g, '');
  if (!/^(\d{1,3}(\.\d{3})+|\d{1,9})(,\d{1,2})?$|^\d{1,9}\.\d{1,2}$/.test(s)) return undefined;
  const [whole = '', decimals = ''] = /\.\d{1,2}$/.test(s) ? s.split('.') : s.replaceAll('.', '').split(',');
  return Number(whole + decimals.padEnd(2, '0'));
}
