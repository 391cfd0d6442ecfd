/** The call by which an operator reads all that happened to a case, and by whom. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { defineOperation } from '../../../platform/contract.ts';

export const storiaOperations = {
  storiaPratica: defineOperation({
    summary:
      'An operator reads all that happened to a case of their ente, in order: messages, changes of state, assignments, notes, and who opened it.',
    method: 'GET',
    path: '/api/v1/portale/operatore/pratiche/{id}/storia',
    access: 'operator',
    scope: 'pratiche:leggi',
    input: z.object({ id: lookupIdSchema() }),
    output: z.object({
      righe: z.array(
        z.object({
          quando: z.string(),
          /** The person’s name at that time; for a citizen the name on the case */
          nome: z.string(),
          azione: z.string(),
          /** A note, or the reason of a change. The words of messages are in the timeline */
          testo: z.string(),
          /** Only operators know of it */
          interna: z.boolean(),
        }),
      ),
      /** Whether there was more before these */
      altre: z.boolean(),
    }),
  }),
};
