/** What follows from the list of a form's fields: order, schema, body of the call, rows of summary and receipt. Pure. */
import * as z from 'zod/mini';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import type { FieldValue, FormField } from '../../../ui/form/fields.ts';
import type { FormValues } from './form.ts';

type FieldMap = Readonly<Record<string, FormField>>;

/** Schemas by the names on the wire; `file`, the form's own files, is sent as part of `filesAllegati`. */
type FieldSchemas<T extends FieldMap> = { [K in Exclude<keyof T, 'file'>]: T[K]['schema'] };

/** @typeParam T the fields by their names, from top to bottom */
export type FieldSet<T extends FieldMap = FieldMap> = {
  list: T;
  /** In the order of the screen */
  names: readonly (keyof T & string)[];
  /** The boxes, each '', because a browser does not send one that is not ticked */
  boxes: FormValues;
  shape: FieldSchemas<T>;
  /** The values as the call takes them */
  body(values: FormValues): Record<string, unknown>;
  /** Labels and values for the receipt, in the order of the screen */
  facts<K extends keyof T & string>(sent: Readonly<Partial<Record<K, FieldValue>>>, ...names: K[]): SummaryItem[];
};

/** @param list the fields by their names, from top to bottom */
export function formFields<const T extends FieldMap>(list: T): FieldSet<T> {
  const names = Object.keys(list) as (keyof T & string)[];
  const sent = Object.entries(list).filter(([name]) => name !== 'file');
  const boxes = Object.entries(list).filter(([, { control }]) => control === 'box');
  return {
    list,
    names,
    boxes: Object.fromEntries(boxes.map(([name]) => [name, ''])),
    shape: Object.fromEntries(
      sent.map(([name, { schema }]): [string, z.ZodMiniType] => [name, schema]),
    ) as FieldSchemas<T>,
    body: (values) => Object.fromEntries(sent.map(([name, field]) => [name, field.sent(values[name])])),
    facts: (values, ...some) =>
      Object.entries(list)
        .filter(([name]) => some.includes(name as never))
        .map(([name, field]) => [titleOf(field), field.inWords(values[name as keyof typeof values])]),
  };
}

/** Fields that are sent as an object of their own: `nome` of the part `defunto` is the field `defunto_nome`. */
export function fieldGroup<P extends string, const T extends FieldMap>(part: P, list: T) {
  type Named = { [K in keyof T & string as `${P}_${K}`]: T[K] };
  const named = Object.fromEntries(Object.entries(list).map(([name, field]) => [`${part}_${name}`, field])) as Named;
  const own = Object.entries(list);
  return {
    ...formFields<Named>(named),
    shape: { [part]: z.object(formFields(list).shape) } as Record<P, z.ZodMiniObject<FieldSchemas<T>>>,
    /** What stands in its fields, by their names in the part */
    typed: (values: FormValues) =>
      Object.fromEntries(own.map(([name]) => [name, values[`${part}_${name}`]])) as Record<keyof T, string | undefined>,
    body: (values: FormValues) => ({
      [part]: Object.fromEntries(own.map(([name, field]) => [name, field.sent(values[`${part}_${name}`])])),
    }),
  };
}

/** What a form needs of any list of fields. */
export type FieldList = Pick<FieldSet, 'list' | 'names' | 'boxes' | 'body'>;

/** Joins the lists of a form's sections, in their order. */
export const joinFields = (...lists: readonly FieldList[]): FieldList => ({
  list: Object.assign({}, ...lists.map(({ list }) => list)),
  names: lists.flatMap(({ names }) => names),
  boxes: Object.assign({}, ...lists.map(({ boxes }) => boxes)),
  body: (values) => Object.assign({}, ...lists.map(({ body }) => body(values))),
});

/** The name of a field in summary and receipt. */
export const titleOf = ({ title, label }: FormField): string => title ?? label;
