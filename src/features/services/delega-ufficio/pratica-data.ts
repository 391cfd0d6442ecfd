/** What the case of such a request keeps for its decision. */
import * as z from 'zod/mini';
import { MOTIVO_CODES } from '../../cases/posizione/motivi-delega.ts';

export const praticaData = z.object({
  persona: z.object({ nome: z.string(), cognome: z.string(), codice_fiscale: z.string() }),
  motivo: z.enum(MOTIVO_CODES),
  paga: z.boolean(),
  presenta: z.boolean(),
  fino_a: z.optional(z.string()),
});
export type PraticaData = z.infer<typeof praticaData>;
