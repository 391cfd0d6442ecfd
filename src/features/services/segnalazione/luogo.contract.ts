/** A citizen who says where a problem is gets addresses to choose from, and the street of a point. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';
import { degreesUpTo, enteSchema } from './segnalazione.fields.ts';

export const luogoOperations = {
  // POST, so that no address stands in the log of a proxy.
  cercaLuogo: defineOperation({
    summary: 'Anyone searches an address in the municipality of an ente. Nothing of it is kept.',
    method: 'POST',
    path: '/api/v1/generic/segnalazione/luogo/cerca',
    access: 'anyone',
    kept: true,
    input: z.object({ ente: enteSchema, testo: textSchema({ max: 200, required: 'Scrivi l’indirizzo.' }) }),
    output: z.array(z.object({ indirizzo: z.string(), lat: z.number(), lon: z.number() })),
    brakes: [
      { by: 'visitor', times: 120, minutes: 60 },
      { by: 'address', times: 1200, minutes: 60 },
    ],
  }),
  luogoDelPunto: defineOperation({
    summary:
      'Anyone asks what address is near a point, and whether it lies beyond the border of an ente (`fuori`: the words of that). Nothing of it is kept.',
    method: 'POST',
    path: '/api/v1/generic/segnalazione/luogo/punto',
    access: 'anyone',
    kept: true,
    input: z.object({ ente: enteSchema, lat: degreesUpTo(90), lon: degreesUpTo(180) }),
    output: z.object({ indirizzo: z.nullable(z.string()), fuori: z.nullable(z.string()) }),
    brakes: [
      { by: 'visitor', times: 120, minutes: 60 },
      { by: 'address', times: 1200, minutes: 60 },
    ],
  }),
};
