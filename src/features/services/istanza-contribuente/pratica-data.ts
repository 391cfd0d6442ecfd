/** What the case of a petition keeps for programs. */
import * as z from 'zod/mini';

export const praticaData = z.object({ sistema: z.string() });
