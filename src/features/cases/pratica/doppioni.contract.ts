/** The call by which an operator says that two reports are about the same problem. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

const MISSING_NUMBER = 'Scegli la segnalazione, o scrivi il suo numero, ad esempio 2026/000123.';

export const doppioniOperations = {
  unisciSegnalazione: defineOperation({
    summary:
      'An operator closes a report of their ente as a duplicate of another one that is open. Its citizen and its followers hear what becomes of that one.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/unisci',
    access: 'operator',
    input: z.object({
      /** The id of the ente's side */
      id: lookupIdSchema(),
      /** Number of the report that goes on */
      numero: textSchema({ max: 20, required: MISSING_NUMBER }),
    }),
    output: z.object({ protocollo: z.string() }),
    creates: true,
    brakes: [{ by: 'visitor', times: 120, minutes: 60 }],
  }),
};
