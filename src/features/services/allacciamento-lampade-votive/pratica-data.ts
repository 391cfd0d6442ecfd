/** What the case of votive lamps keeps for programs. */
import * as z from 'zod/mini';

export const praticaData = z.looseObject({
  cimitero: z.string(),
  tipo: z.string(),
  lampade: z.int(),
  decorrenza: z.iso.date(),
});
