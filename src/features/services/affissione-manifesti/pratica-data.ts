/** What the case of a poster request stores for the decision: the request, with the tariff of its day. */
import * as z from 'zod/mini';
import { offertaManifestiSchema } from './offerta.ts';

const { prezzi, urgenza_percento, urgenza_minimo_cent } = offertaManifestiSchema.shape;

export const praticaData = z.object({
  categoria: z.string(),
  formato: z.string(),
  quantita: z.int(),
  dal: z.iso.date(),
  al: z.iso.date(),
  urgente: z.boolean(),
  tariffa: z.object({ prezzi, urgenza_percento, urgenza_minimo_cent }),
});
export type PraticaData = z.infer<typeof praticaData>;
