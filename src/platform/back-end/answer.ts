/** Parts of the schemas by which an answer of a back end is read, which need not say all that the portal shows. */
import * as z from 'zod/mini';

/** Not said: there is none. */
export const orNull = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null);

/** Not said, or null: none. */
export const orEmpty = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((list): z.output<T>[] => list ?? []),
  );

/** Whatever is said: the portal in front has it otherwise. */
export const replacedBy = <T>(value: T) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform(() => value),
  );
