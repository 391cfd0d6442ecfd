/** What the case of a petition keeps for programs. */
import * as z from 'zod/mini';

export const dati = z.object({ sistema: z.string() });
