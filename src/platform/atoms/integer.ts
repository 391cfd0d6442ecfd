/** Whole numbers in forms: how many instalments, how many centimetres, how many pieces. */
import * as z from 'zod/mini';
import { trimUnseen } from './characters.ts';

/**
 * A whole number as a form or a program writes it.
 * @param words the message for anything else and for numbers outside the bounds
 */
export const integerSchema = ({ min, max }: { min: number; max: number }, words: string) =>
  z
    .pipe(
      z.transform((v: unknown) =>
        typeof v === 'string' && /^\d{1,9}$/.test(trimUnseen(v)) ? Number(trimUnseen(v)) : v,
      ),
      z.number(words).check(z.refine((n) => Number.isInteger(n) && n >= min && n <= max, words)),
    )
    .register(z.globalRegistry, { type: 'integer', minimum: min, maximum: max });
