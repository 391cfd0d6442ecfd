/** What the case of a request for instalments keeps for programs. */
import * as z from 'zod/mini';
import { DECORRENZE } from './piano.ts';

const rata = z.object({
  n: z.int(),
  scadenza: z.iso.date(),
  capitale_cent: z.int(),
  interessi_cent: z.int(),
  importo_cent: z.int(),
});

const documento = z.object({ tipo: z.string(), importo_cent: z.int(), scadenza: z.nullable(z.iso.date()) });

/**
 * What the plan was made with. @property interessi_dal day of the request
 * @property documenti missing in a case from before interest looked at due dates: it ran on the whole total from the day of the request
 */
export const praticaData = z.object({
  piano: z.array(rata),
  tasso_centesimi: z.int(),
  interessi_dal: z.iso.date(),
  documenti: z.optional(z.array(documento)),
  decorrenza_interessi: z._default(z.enum(DECORRENZE), 'richiesta'),
});
export type PraticaData = z.infer<typeof praticaData>;
