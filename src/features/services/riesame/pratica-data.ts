/** What the case of a review stores beside its text. */
import * as z from 'zod/mini';

export const praticaData = z.object({ motivo: z.string(), sospensione: z.boolean() });
