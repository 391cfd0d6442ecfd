/** The number of a page of a list, as calls and addresses give it. */
import * as z from 'zod/mini';
import { optionalSchema } from './text.ts';

/**
 * From 1; left out or empty it is undefined.
 * @param wrong words for anything else @param max last page that is served @param digits how long a text of digits may be
 */
export const pageNumberSchema = (wrong: string, { max, digits }: { max: number; digits: number }) =>
  optionalSchema(
    z.pipe(
      z.transform((v: unknown) => (typeof v === 'string' && /^\d+$/.test(v) && v.length <= digits ? Number(v) : v)),
      z.int(wrong).check(z.gte(1, wrong), z.lte(max, wrong)),
    ),
  );
