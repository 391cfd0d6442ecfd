/** The call by which the operators' list keeps its counts up to date while it is open. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';
import { areDaysInOrder, listFilters, praticaCounts } from './operatore.contract.ts';

/** New cases are counted up to one more than this, which means "more". */
export const MAX_NEW = 25;

export const countsOperations = {
  conteggiOperatore: defineOperation({
    summary: 'An operator’s open list asks for its counts again, and how many of its cases arrived since it was made.',
    method: 'GET',
    path: '/api/v1/portale/operatore/conteggi',
    access: 'operator',
    input: z
      .object({
        ...listFilters,
        /** Instant (epoch ms) at which the list was made */
        dopo: z.pipe(
          z.transform((v: unknown) => (typeof v === 'string' && /^\d{1,15}$/.test(v) ? Number(v) : v)),
          z.int('Scrivi un istante in millisecondi.'),
        ),
      })
      .check(areDaysInOrder()),
    output: z.object({
      ...praticaCounts.shape,
      /** At most {@link MAX_NEW} + 1 */
      nuove: z.int(),
      /** Cases in each saved view that can be counted, by its id */
      viste: z.record(z.string(), z.int()),
    }),
  }),
};
