/** What follows from the list of a form's fields: their order, their check, what is sent, how summary and receipt say them. Pure. */
import * as z from 'zod/mini';
import type { Voce } from '../../../platform/atoms/tabella.ts';
import type { FormField, Value } from '../../../ui/form/fields.ts';
import type { Valori } from './modulo.ts';

type List = Readonly<Record<string, FormField>>;

/** Schemas by the names on the wire; `file`, the form's own files, is sent with those of who asks. */
type Shape<T extends List> = { [K in Exclude<keyof T, 'file'>]: T[K]['schema'] };

/** @typeParam T the fields by their names, from top to bottom */
export type Fields<T extends List = List> = {
  list: T;
  /** In the order of the screen */
  names: readonly (keyof T & string)[];
  /** The boxes, each '': one that is not ticked is not sent */
  boxes: Valori;
  shape: Shape<T>;
  /** What is sent of what stands in the fields */
  body(valori: Valori): Record<string, unknown>;
  /** Label and value of some of what was sent, for the receipt; in the order of the screen */
  facts<K extends keyof T & string>(sent: Readonly<Partial<Record<K, Value>>>, ...names: K[]): Voce[];
};

/** @param list the fields by their names, from top to bottom */
export function formFields<const T extends List>(list: T): Fields<T> {
  const names = Object.keys(list) as (keyof T & string)[];
  const sent = Object.entries(list).filter(([name]) => name !== 'file');
  const boxes = Object.entries(list).filter(([, { control }]) => control === 'box');
  return {
    ...{ list, names },
    boxes: Object.fromEntries(boxes.map(([name]) => [name, ''])),
    shape: Object.fromEntries(sent.map(([name, { schema }]): [string, z.ZodMiniType] => [name, schema])) as Shape<T>,
    body: (valori) => Object.fromEntries(sent.map(([name, field]) => [name, field.sent(valori[name])])),
    facts: (values, ...some) =>
      Object.entries(list)
        .filter(([name]) => some.includes(name as never))
        .map(([name, field]) => [titleOf(field), field.inWords(values[name as keyof typeof values])]),
  };
}

/** The fields of a part that is sent as an object of its own: `nome` of the part `defunto` is the field `defunto_nome`. */
export function fieldGroup<P extends string, const T extends List>(part: P, list: T) {
  type Named = { [K in keyof T & string as `${P}_${K}`]: T[K] };
  const named = Object.fromEntries(Object.entries(list).map(([name, field]) => [`${part}_${name}`, field])) as Named;
  const own = Object.entries(list);
  return {
    ...formFields<Named>(named),
    shape: { [part]: z.object(formFields(list).shape) } as Record<P, z.ZodMiniObject<Shape<T>>>,
    body: (valori: Valori) => ({
      [part]: Object.fromEntries(own.map(([name, field]) => [name, field.sent(valori[`${part}_${name}`])])),
    }),
  };
}

/** What a form needs of its fields, whatever they are. */
export type FieldList = Pick<Fields, 'list' | 'names' | 'boxes' | 'body'>;

/** Several lists, one after the other: those of a form's sections. */
export const joined = (...lists: readonly FieldList[]): FieldList => ({
  list: Object.assign({}, ...lists.map(({ list }) => list)),
  names: lists.flatMap(({ names }) => names),
  boxes: Object.assign({}, ...lists.map(({ boxes }) => boxes)),
  body: (valori) => Object.assign({}, ...lists.map(({ body }) => body(valori))),
});

/** The name of a field in summary and receipt. */
export const titleOf = ({ title, label }: FormField): string => title ?? label;
