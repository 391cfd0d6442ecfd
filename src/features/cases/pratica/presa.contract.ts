/** Calls by which a citizen takes into their area the cases they sent as a guest. */
import * as z from 'zod/mini';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { openedPratica } from './pratica.contract.ts';

export const presaOperations = {
  praticheDaPrendere: defineOperation({
    summary: 'A citizen lists the cases with their tax code that are in no area yet, newest first.',
    method: 'GET',
    path: '/api/v1/portale/pratiche/da-prendere',
    access: 'citizen',
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.string(),
        protocollo: z.string(),
        tipo: z.enum(['segnalazione', 'richiesta']),
        codice: z.string(),
        oggetto: z.string(),
        ente: z.string(),
        stato: z.string(),
        inviata_il: z.string(),
      }),
    ),
  }),
  prendiPratica: defineOperation({
    summary:
      'A citizen takes a guest’s case into their area: by `id` when it carries their tax code, else by number, ente and e-mail, with the e-mail confirmed by its code. Works once, and answers with the address of the case.',
    method: 'POST',
    path: '/api/v1/portale/pratiche/da-prendere',
    access: 'citizen',
    input: z.object({
      id: z.optional(lookupIdSchema()),
      ente: optionalSchema(textSchema({ max: 60 })),
      protocollo: optionalSchema(textSchema({ max: 20 })),
      email: optionalSchema(emailAddressSchema()),
    }),
    output: openedPratica,
    brakes: [
      { by: 'visitor', times: 30, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
  }),
};
