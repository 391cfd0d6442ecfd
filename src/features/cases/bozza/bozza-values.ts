/** The values of a draft by field, as they were typed and as the store has them. Pure. */
import * as z from 'zod/mini';

/** What a browser stores of a draft that it could not send. */
export const typedBozza = z.object({
  percorso: z.string(),
  passo: z.string(),
  valori: z.record(z.string(), z.string()),
  vista: z.optional(z.string()),
  chiave: z.optional(z.string()),
  mano: z.optional(z.string()),
});

const storedValues = z.record(z.string(), z.string());

export const parseValues = (valori_json: string): Record<string, string> => storedValues.parse(JSON.parse(valori_json));
