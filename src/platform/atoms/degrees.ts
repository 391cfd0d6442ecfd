/** Degrees of a latitude or a longitude, as a form or a caller sends them: "42.512345". */
import * as z from 'zod/mini';
import { trimUnseen } from './characters.ts';

/** @param limit 90 for a latitude, 180 for a longitude @param whatNow what somebody does whose position is none, as the end of a sentence */
export const degreesSchema = (limit: 90 | 180, whatNow: string) =>
  z
    .pipe(
      z.transform((v: unknown) =>
        typeof v === 'string' && /^-?\d{1,3}(\.\d{1,20})?$/.test(trimUnseen(v)) ? Number(trimUnseen(v)) : v,
      ),
      z.custom<number>((v) => typeof v === 'number' && Math.abs(v) <= limit, {
        error: ({ input }) => `La posizione non è ${typeof input === 'number' ? 'valida' : 'leggibile'}: ${whatNow}`,
      }),
    )
    .register(z.globalRegistry, { type: 'number', minimum: -limit, maximum: limit });
