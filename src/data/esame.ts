/** First stage of the import, the same for all sections: sorts out rows that break the schema. Pure. */
import * as z from 'zod/mini';

/** Why something was refused, for the person who wrote the file, and where in it. */
export type Errore = { percorso: PropertyKey[]; testo: string };

/** One row that passed, with its place in the section. */
export type Riga<T> = { indice: number; valore: T };

/**
 * Parts rows of a section into those that pass the schema and the errors of the others, all of them at once.
 * @param righe each with its place in the section
 */
export function esamina<T>(
  sezione: string,
  schema: z.ZodMiniType<T>,
  righe: Iterable<readonly [indice: number, riga: unknown]>,
): { buone: Riga<T>[]; errori: Errore[] } {
  const buone: Riga<T>[] = [];
  const errori: Errore[] = [];
  for (const [indice, riga] of righe) {
    const result = z.safeParse(schema, riga);
    if (result.success) buone.push({ indice, valore: result.data });
    else errori.push(...result.error.issues.flatMap((issue) => detti(issue, [sezione, indice])));
  }
  return { buone, errori };
}

/** An unknown field is named by its own path, one error each. */
function detti(issue: z.core.$ZodIssue, base: PropertyKey[]): Errore[] {
  const percorso = [...base, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ percorso, testo: issue.message }];
  return issue.keys.map((key) => ({ percorso: [...percorso, key], testo: issue.message }));
}
