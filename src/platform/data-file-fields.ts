/** Helpers for the schemas of a data file: each field has its line in the document, and unknown fields are refused. */
import * as z from 'zod/mini';

export const OBJECT_WANTED = 'Qui serve un oggetto tra parentesi graffe.';
export const LIST_WANTED = 'Qui serve un elenco tra parentesi quadre.';

/** Gives a field its line in docs/data.md. */
export function describeField<T extends z.core.$ZodType>(schema: T, description: string): T {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description });
  return schema;
}

/** A fixed set of fields; any other name is a typing error and is reported as one. */
export const strictFields = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? 'Campo sconosciuto: controlla come è scritto, i nomi sono in docs/data.md.'
        : OBJECT_WANTED,
  });
