/** What the case of a request for instalments keeps for programs. */
import * as z from 'zod/mini';

const rata = z.object({
  n: z.int(),
  scadenza: z.iso.date(),
  capitale_cent: z.int(),
  interessi_cent: z.int(),
  importo_cent: z.int(),
});

/** @property tasso_centesimi, @property interessi_dal what the plan was made with */
export const praticaData = z.object({ piano: z.array(rata), tasso_centesimi: z.int(), interessi_dal: z.iso.date() });
export type PraticaData = z.infer<typeof praticaData>;
