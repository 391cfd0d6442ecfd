/** What the case of a request for more time stores for the decision. */
import * as z from 'zod/mini';

export const praticaData = z.object({ nuova_scadenza: z.iso.date() });
export type PraticaData = z.infer<typeof praticaData>;
