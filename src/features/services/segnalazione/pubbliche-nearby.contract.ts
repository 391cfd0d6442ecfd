/** A citizen who is about to send a report sees whether everybody can follow one of the same problem already. */
import * as z from 'zod/mini';
import { defineOperation } from '../../../platform/contract.ts';
import { NEARBY_WORDS, nearbyInput } from './segnalazioni-nearby.contract.ts';

export const pubblicheNearbyOperations = {
  // POST, so that no point stands in the log of a proxy.
  segnalazioniPubblicheVicine: defineOperation({
    summary: `Anyone lists the public reports of a type that are released and open near a point, ${NEARBY_WORDS}.`,
    method: 'POST',
    path: '/api/v1/portale/segnalazioni/vicine',
    access: 'anyone',
    input: nearbyInput,
    output: z.array(
      z.object({
        titolo: z.string(),
        /** The beginning of its text */
        testo: z.nullable(z.string()),
        giorno: z.string(),
        metri: z.int(),
        seguita_da: z.int(),
        /** Address of its first photo, small */
        foto: z.nullable(z.string()),
        /** Path of its page */
        pagina: z.string(),
      }),
    ),
    brakes: [
      { by: 'visitor', times: 120, minutes: 60 },
      { by: 'address', times: 1200, minutes: 60 },
    ],
  }),
};
