/** What the case of a petition stores beside its text. */
import * as z from 'zod/mini';

export const praticaData = z.object({ sistema: z.string() });
