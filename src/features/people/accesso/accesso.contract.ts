/** A logged-in person asks how long the login lasts, and extends it. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';

/** When the login in force ends. */
const durata = z
  .object({
    /** Without another action; never later than `limite_il` */
    scade_il: z.iso.datetime(),
    limite_il: z.iso.datetime(),
    /** From now to `scade_il`, for clocks that are wrong */
    secondi: z.number(),
  })
  .register(z.globalRegistry, { id: 'DurataAccesso' });

export const accessoOperations = {
  durataAccesso: defineOperation({
    summary: 'A page asks when the login ends. Asking prolongs nothing.',
    method: 'GET',
    path: '/api/v1/portale/accesso',
    access: 'login',
    input: z.object({}),
    output: durata,
  }),
  restaCollegato: defineOperation({
    summary: 'A logged-in person prolongs the login: the time without action begins again, up to the limit of a login.',
    method: 'POST',
    path: '/api/v1/portale/accesso',
    access: 'login',
    input: z.object({}),
    output: durata,
  }),
};
