/** An operator who files a report sees whether the same problem was reported nearby. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';
import { NEARBY_LIMITS } from '../../cases/pratica/near-limits.ts';
import { degreesUpTo, enteSchema } from './segnalazione.fields.ts';

/** What somebody is about to report, and where. */
export const nearbyInput = z.object({
  ente: enteSchema,
  codice: z.string().check(z.maxLength(20)),
  lat: degreesUpTo(90),
  lon: degreesUpTo(180),
});

/** How many, how near and how old, in words for the summaries of the two calls. */
export const NEARBY_WORDS = `the nearest first: at most ${NEARBY_LIMITS.shown}, within ${NEARBY_LIMITS.metres} m, of the last ${NEARBY_LIMITS.days} days`;

export const nearbyOperations = {
  // POST, so that no point stands in the log of a proxy.
  segnalazioniVicine: defineOperation({
    summary: `An operator lists the open reports of a type near a point, ${NEARBY_WORDS}.`,
    method: 'POST',
    path: '/api/v1/portale/operatore/segnalazioni/vicine',
    access: 'operator',
    input: nearbyInput,
    output: z.array(
      z.object({
        protocollo: z.string(),
        oggetto: z.string(),
        stato: z.string(),
        inviata_il: z.string(),
        metri: z.int(),
        /** Path of the operator's chat */
        chat: z.string(),
      }),
    ),
    brakes: [{ by: 'visitor', times: 300, minutes: 60 }],
  }),
};
