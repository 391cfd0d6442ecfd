/** What the case of a review keeps for programs. */
import * as z from 'zod/mini';

export const praticaData = z.object({ motivo: z.string(), sospensione: z.boolean() });
