/** The fields of a form as a list, each with its label, its error when it is missing, its limits and how it is shown. Pure. */
import * as z from 'zod/mini';
import { isDate, shortDate } from '../../platform/atoms/date.ts';
import { dateSchema } from '../../platform/atoms/date-schema.ts';
import { integerSchema } from '../../platform/atoms/integer.ts';
import {
  longTextSchema,
  optionalSchema,
  optionalTickSchema,
  requiredTickSchema,
  textSchema,
} from '../../platform/atoms/text.ts';
import type { LineAttributes } from './Field.tsx';
import type { SelectOption } from './Select.tsx';

/** A value as it stands in a field, or as the schema made it from that. */
export type FieldValue = string | number | boolean | undefined;

/**
 * One field. @typeParam S the schema that checks what is sent of it
 * @property control the control that fills it in; `specialField`: the form draws it
 * @property label also used in the summary and in the receipt, unless there is a `title`
 * @property missing the error of an empty field
 * @property options to choose from, unless only the page can list them
 */
export type FormField<S extends z.ZodMiniType = z.ZodMiniType> = {
  control: 'line' | 'lines' | 'select' | 'radio' | 'box' | 'files' | 'special';
  schema: S;
  label: string;
  title?: string | undefined;
  hint?: string | undefined;
  required: boolean;
  missing?: string | undefined;
  line?: LineAttributes | undefined;
  max?: number | undefined;
  rows?: number | undefined;
  options?: readonly SelectOption[] | undefined;
  /** The value to send: undefined for an empty field, so that a draft read again is the same send */
  sent(typed: string | undefined): unknown;
  /** The value as shown in summary and receipt */
  inWords(value: FieldValue): string;
};

/** The options of every field. @property title its name in summary and receipt, where the label is a sentence */
type FieldWords = { label: string; hint?: string; title?: string };

const asTyped = (typed: string | undefined) => typed || undefined;
const plainValue = (value: FieldValue): string => String(value ?? '');
const plainField = { required: true, sent: asTyped, inWords: plainValue };

type TextOptions = FieldWords & { max: number; missing: string; line?: LineAttributes; saysMax?: true };

/** One line. @param told.max longest text, in characters @param told.saysMax the hint ends with it */
export const textField = ({ max, missing, line, saysMax, hint, ...told }: TextOptions) =>
  ({
    ...plainField,
    ...told,
    missing,
    line,
    control: 'line',
    hint: saysMax ? [hint, `Al massimo ${max} caratteri.`].filter(Boolean).join(' ') : hint,
    schema: textSchema({ max, required: missing }),
  }) satisfies FormField;

/** Several lines, with a counter. @param told.max longest text, in characters */
export const longTextField = ({
  max,
  missing,
  rows,
  ...told
}: FieldWords & { max: number; missing: string; rows?: number }) =>
  ({
    ...plainField,
    ...told,
    missing,
    max,
    rows,
    control: 'lines',
    schema: longTextSchema({ max, required: missing }),
  }) satisfies FormField;

/** One line that an atom of its own checks, for example a postcode. */
export const lineField = <S extends z.ZodMiniType>({
  schema,
  lineField,
  ...told
}: FieldWords & { schema: S; lineField?: LineAttributes }) =>
  ({ ...plainField, ...told, control: 'line', schema, line: lineField }) satisfies FormField<S>;

/** A day. Often only the page can tell the first and last day that may be chosen. */
export const dayField = ({ missing, line, ...told }: FieldWords & { missing: string; line?: LineAttributes }) =>
  ({
    ...plainField,
    ...told,
    missing,
    control: 'line',
    line: { ...line, type: 'date' },
    schema: dateSchema({ missing }),
    inWords: (value) => (typeof value === 'string' && isDate(value) ? shortDate(value) : plainValue(value)),
  }) satisfies FormField;

type IntegerOptions = FieldWords & { min: number; max: number; missing: string };

/** A whole number. @param told.missing also the error of any other fault */
export const integerField = ({ min, max, missing, line, ...told }: IntegerOptions & { line?: LineAttributes }) =>
  ({
    ...plainField,
    ...told,
    missing,
    control: 'line',
    line: { inputMode: 'numeric', ...line },
    schema: integerSchema({ min, max }, missing),
  }) satisfies FormField;

/** One of a fixed list. @param told.options words by their code */
export function choiceField<K extends string>({
  options: words,
  missing,
  ...told
}: FieldWords & { options: Readonly<Record<K, string>>; missing: string }) {
  const codes = Object.keys(words) as [K, ...K[]];
  return {
    ...plainField,
    ...told,
    missing,
    control: 'select',
    options: codes.map((value) => ({ value, label: words[value] })),
    schema: z.enum(codes, missing),
    inWords: (value) => words[value as K] ?? plainValue(value),
  } satisfies FormField;
}

/** One of a list that only the page can make, by its code. */
export const codeField = ({ missing, ...told }: FieldWords & { missing: string }) =>
  ({
    ...plainField,
    ...told,
    missing,
    control: 'select',
    schema: textSchema({ max: 60, required: missing }),
  }) satisfies FormField;

/** The two states of a box, as shown in summary and receipt. */
type TickStates = { ticked: string; unticked: string };

const tickValue = ({ ticked, unticked }: TickStates) => ({
  sent: (typed: string | undefined) => typed === 'on',
  inWords: (value: FieldValue) => (value === true || value === 'on' ? ticked : unticked),
});

/** A box that may be ticked. */
export const tickField = ({ ticked, unticked, ...told }: FieldWords & TickStates) =>
  ({
    ...told,
    ...tickValue({ ticked, unticked }),
    control: 'box',
    required: false,
    schema: optionalTickSchema(),
  }) satisfies FormField;

/** A question with the answers yes and no, sent like a box. */
export const yesNoField = ({ yes, no, ...told }: FieldWords & { yes: string; no: string }) =>
  ({
    ...told,
    control: 'radio',
    required: true,
    options: [
      { value: 'no', label: no },
      { value: 'si', label: yes },
    ],
    schema: optionalTickSchema(),
    sent: (typed) => typed === 'si',
    inWords: (value) => (value === true || value === 'si' ? 'Sì' : 'No'),
  }) satisfies FormField;

/** A box that must be ticked. */
export const declarationField = ({
  ticked,
  unticked,
  missing,
  ...told
}: FieldWords & TickStates & { missing: string }) =>
  ({
    ...told,
    missing,
    ...tickValue({ ticked, unticked }),
    control: 'box',
    required: true,
    schema: requiredTickSchema(missing),
  }) satisfies FormField;

/**
 * The form's own files. They are checked together with those of the applicant. @param told.missing without it none is required
 */
export const filesField = ({ missing, ...told }: FieldWords & { missing?: string }) =>
  ({
    ...plainField,
    ...told,
    missing,
    control: 'files',
    required: missing !== undefined,
    schema: z.optional(z.never()),
  }) satisfies FormField;

/** A field with a control of its own, which the form draws. */
export const specialField = <S extends z.ZodMiniType>({
  schema,
  ...own
}: FieldWords & { schema: S } & Partial<Pick<FormField, 'sent' | 'inWords' | 'required'>>) =>
  ({ ...plainField, ...own, control: 'special', schema }) satisfies FormField<S>;

/** The same field when it may stay empty. */
export const optionalField = <S extends z.ZodMiniType>(field: FormField<S>) => ({
  ...field,
  required: false,
  schema: optionalSchema(field.schema),
});
