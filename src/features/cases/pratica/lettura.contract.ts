/** The call by which an operator says why they read a case of another office. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { MAX_CHANGE_REASON_LENGTH } from './pratica-changes.contract.ts';

export const letturaOperations = {
  motivaLettura: defineOperation({
    summary:
      'An operator says why they read a case of another office of their ente, which opens it to them for eight hours; the reason stays in the history of the case.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/lettura',
    access: 'operator',
    input: z.object({
      id: lookupIdSchema(),
      motivo: longTextSchema({
        max: MAX_CHANGE_REASON_LENGTH,
        required: 'Scrivi il motivo: resta nella storia della pratica.',
      }),
    }),
    /** False: the case was open to them already */
    output: z.object({ aperta: z.boolean() }),
    creates: true,
    brakes: [{ by: 'visitor', times: 60, minutes: 60 }],
  }),
};
