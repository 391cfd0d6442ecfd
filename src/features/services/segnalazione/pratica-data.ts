/** What the case of a report stores beside its text. */
import * as z from 'zod/mini';

export const praticaData = z.object({ indirizzo: z.optional(z.nullable(z.string())) });
