/** What the case of votive lamps stores for the decision. */
import * as z from 'zod/mini';

export const praticaData = z.looseObject({
  cimitero: z.string(),
  tipo: z.string(),
  lampade: z.int(),
  decorrenza: z.iso.date(),
});
export type PraticaData = z.infer<typeof praticaData>;
