/** The values of a draft by field, as they were typed and as the store has them. Pure. */
import * as z from 'zod/mini';

const storedValues = z.record(z.string(), z.string());

export const parseValues = (valori_json: string): Record<string, string> => storedValues.parse(JSON.parse(valori_json));
