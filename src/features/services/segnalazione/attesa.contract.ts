/** A citizen confirms a report that a program has sent in their name, with the key in the mail that they got. */
import * as z from 'zod/mini';
import { requiredTickSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { PRIVACY_REQUIRED } from '../../cases/form/form.ts';
import { openedPratica } from '../../cases/pratica/pratica.contract.ts';
import { publicFields } from './segnalazione.fields.ts';

const WRONG_KEY = 'Apri di nuovo la pagina dal collegamento nell’e-mail.';

export const attesaOperations = {
  confermaSegnalazione: defineOperation({
    summary:
      'A citizen confirms a report that a program has sent in their name, by the key in the mail to their address.',
    method: 'POST',
    path: '/api/v1/portale/segnalazioni/conferma',
    access: 'anyone',
    input: z.object({
      chiave: z.string(WRONG_KEY).check(z.maxLength(200, WRONG_KEY)),
      ...publicFields.shape,
      // Programs that look for dangerous mails open each link, and some press what is there: none of them ticks a box.
      privacy: requiredTickSchema(PRIVACY_REQUIRED),
    }),
    output: openedPratica,
    status: 201,
    creates: true,
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 200, minutes: 60 },
    ],
  }),
};
