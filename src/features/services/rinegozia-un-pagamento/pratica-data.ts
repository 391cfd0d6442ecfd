/** What the case of a request for more time keeps for programs. */
import * as z from 'zod/mini';

export const praticaData = z.object({ nuova_scadenza: z.iso.date() });
