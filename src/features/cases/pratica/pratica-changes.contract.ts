/** Calls by which operators put a case right that came under the wrong type, or cannot be answered in time. Its citizen is told why. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

export const MAX_CHANGE_REASON_LENGTH = 500;

/** The id of the ente's side, and why. */
const changeShape = {
  id: lookupIdSchema(),
  motivo: longTextSchema({ max: MAX_CHANGE_REASON_LENGTH, required: 'Scrivi il motivo: lo legge anche il cittadino.' }),
};
const changeBrakes = [{ by: 'visitor', times: 120, minutes: 60 }] as const;

export const praticaChangesOperations = {
  cambiaTipoPratica: defineOperation({
    summary: 'An operator gives a report of their ente another type; it goes to the office for that type.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/tipo',
    access: 'operator',
    input: z.object({
      ...changeShape,
      codice: z.string('Scegli il tipo.').check(z.minLength(1, 'Scegli il tipo.'), z.maxLength(20, 'Scegli il tipo.')),
      /** The type on the caller's screen. Another one is a conflict */
      prima: z.string().check(z.maxLength(20)),
    }),
    output: z.object({ codice: z.string() }),
    creates: true,
    brakes: [...changeBrakes],
  }),
  prorogaPratica: defineOperation({
    summary: 'An operator moves the day by which a case of their ente is answered.',
    method: 'POST',
    path: '/api/v1/portale/operatore/pratiche/{id}/proroga',
    access: 'operator',
    scope: 'pratiche:scrivi',
    input: z.object({
      ...changeShape,
      termine: dateSchema({ missing: 'Scrivi il nuovo termine.' }),
      /** The day on the caller's screen. Another one is a conflict */
      prima: z.string().check(z.maxLength(10)),
    }),
    output: z.object({ termine: z.string() }),
    creates: true,
    brakes: [...changeBrakes],
  }),
};
