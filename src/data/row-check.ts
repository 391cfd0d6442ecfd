/** First stage of the import, the same for all sections: separates rows that break the schema. Pure. */
import * as z from 'zod/mini';

/** Why a row was refused, for the person who wrote the file, and where in it. */
export type DataError = { path: PropertyKey[]; text: string };

/** One row that passed, with its place in the section. */
export type IndexedRow<T> = { index: number; value: T };

/**
 * Separates the rows of a section that pass the schema from the errors of the others, all of them at once.
 * @param rows each with its place in the section
 */
export function checkRows<T>(
  section: string,
  schema: z.ZodMiniType<T>,
  rows: Iterable<readonly [index: number, row: unknown]>,
): { good: IndexedRow<T>[]; errors: DataError[] } {
  const good: IndexedRow<T>[] = [];
  const errors: DataError[] = [];
  for (const [index, row] of rows) {
    const result = z.safeParse(schema, row);
    if (result.success) good.push({ index, value: result.data });
    else errors.push(...result.error.issues.flatMap((issue) => errorsOf(issue, [section, index])));
  }
  return { good, errors };
}

/** An unknown field is named by its own path, one error each. */
function errorsOf(issue: z.core.$ZodIssue, prefix: PropertyKey[]): DataError[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ path, text: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key], text: issue.message }));
}
