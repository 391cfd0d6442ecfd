/** The form in which the store keeps what once passed a schema. */
import * as z from 'zod/mini';

/**
 * A schema with the same fields and types, but without the rules, the defaults and the words: what was accepted is read as long as its
 * form is right, even after a rule became stricter. Fields that it does not know are left out; what a transformation or a check of its own
 * made is taken as it is.
 */
export function storedForm<T extends z.core.$ZodType>(schema: T): z.ZodMiniType<z.output<T>>;
export function storedForm(schema: z.core.$ZodType): z.ZodMiniType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return z.object(Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, storedForm(field)])));
    case 'array':
      return z.array(storedForm(def.element));
    case 'record':
      return z.record(z.string(), storedForm(def.valueType));
    case 'optional':
      return z.optional(storedForm(def.innerType));
    case 'nullable':
      return z.nullable(storedForm(def.innerType));
    case 'default':
      return storedForm(def.innerType);
    case 'pipe':
      return storedForm(def.out);
    case 'string':
      return z.string();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'enum':
      return z.enum(def.entries);
    case 'custom':
    case 'transform':
      return z.unknown();
    default:
      throw new Error(`storedForm: no form for a schema of type ${def.type}`);
  }
}
