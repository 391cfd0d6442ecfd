/** A citizen who is about to send a report sees whether everybody can follow one of the same problem already. */
import * as z from 'zod/mini';
import { optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { degreesUpTo } from './segnalazione.fields.ts';
import { NEARBY_WORDS, nearbyInput } from './segnalazioni-nearby.contract.ts';

export const pubblicheNearbyOperations = {
  // POST, so that no point stands in the log of a proxy.
  segnalazioniPubblicheVicine: defineOperation({
    summary: `Anyone lists the public reports of a type that are released and open near a point, ${NEARBY_WORDS}; or in a street, the latest first.`,
    method: 'POST',
    path: '/api/v1/portale/segnalazioni/vicine',
    access: 'anyone',
    input: z
      .object({
        ...nearbyInput.shape,
        lat: optionalSchema(degreesUpTo(90)),
        lon: optionalSchema(degreesUpTo(180)),
        /** Name of a street, where no point is known */
        via: optionalSchema(textSchema({ max: 200 })),
      })
      .check(
        z.refine((v) => v.via !== undefined || (v.lat !== undefined && v.lon !== undefined), {
          path: ['via'],
          error: 'Indica un punto o una via.',
        }),
      ),
    output: z.array(
      z.object({
        titolo: z.string(),
        /** The beginning of its text */
        testo: z.nullable(z.string()),
        giorno: z.string(),
        /** From the point; null in a street */
        metri: z.nullable(z.int()),
        /** As it was released */
        luogo: z.nullable(z.string()),
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
