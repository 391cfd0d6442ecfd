/** What was typed in a draft, by field, as the store keeps it. Pure. */
import * as z from 'zod/mini';

const storedValues = z.record(z.string(), z.string());

export const parseValues = (valori_json: string): Record<string, string> => storedValues.parse(JSON.parse(valori_json));
