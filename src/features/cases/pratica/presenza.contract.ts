/** The call by which an operator who has a case open hears which colleagues have it open, too. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { defineOperation } from '../../../platform/contract.ts';

export const presenzaOperations = {
  // A GET: a page that asks by itself must not count as something that the operator does, which would prolong their login.
  presenzaPratica: defineOperation({
    summary: 'An operator who has a case of their ente open tells so, and reads which colleagues have it open, too.',
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche/{id}/presenza',
    access: 'operator',
    input: z.object({ id: lookupIdSchema() }),
    output: z.object({
      altri: z.array(
        z.object({
          nome: z.string(),
          /** Minutes since they opened it */
          minuti: z.number(),
          /** They are writing on it now */
          scrive: z.boolean(),
        }),
      ),
    }),
  }),
};
