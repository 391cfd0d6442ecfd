/** The fields of a form as a list: of each its label, its words when it is missing, its limits and how it is shown. Pure. */
import * as z from 'zod/mini';
import { data } from '../../platform/atoms/data.ts';
import { dataBreve, isData } from '../../platform/atoms/date.ts';
import { interoScritto } from '../../platform/atoms/intero.ts';
import { casellaLibera, dichiarazione, facoltativo, testo, testoLungo } from '../../platform/atoms/testo.ts';
import type { LineAttributes } from './Field.tsx';
import type { Option } from './Select.tsx';

/** A value as it stands in a field, or as the schema made it of that. */
export type Value = string | number | boolean | undefined;

/**
 * One field. @typeParam S what is sent of it is checked by
 * @property control by which it is filled in; `special`: the form writes it out
 * @property label also in the summary and in the receipt, unless there is a `title`
 * @property missing the words for a field that is empty
 * @property options to choose from, unless only the page knows them
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
  options?: readonly Option[] | undefined;
  /** What is sent of what was typed: nothing of an empty field, so that a draft read again is the same send */
  sent(typed: string | undefined): unknown;
  /** The value as summary and receipt say it */
  inWords(value: Value): string;
};

/** What every field is told of. @property title its name in summary and receipt, where the label is a sentence */
type Told = { label: string; hint?: string; title?: string };

const asTyped = (typed: string | undefined) => typed || undefined;
const plainly = (value: Value): string => String(value ?? '');
const plain = { required: true, sent: asTyped, inWords: plainly };

type Text = Told & { max: number; missing: string; line?: LineAttributes; saysMax?: true };

/** One line. @param told.max longest text, in characters @param told.saysMax the hint ends with it */
export const text = ({ max, missing, line, saysMax, hint, ...told }: Text) =>
  ({
    ...{ ...plain, ...told, missing, line },
    control: 'line',
    hint: saysMax ? [hint, `Al massimo ${max} caratteri.`].filter(Boolean).join(' ') : hint,
    schema: testo({ max, required: missing }),
  }) satisfies FormField;

/** Several lines, with their count. @param told.max longest text, in characters */
export const longText = ({ max, missing, rows, ...told }: Told & { max: number; missing: string; rows?: number }) =>
  ({
    ...{ ...plain, ...told, missing, max, rows },
    control: 'lines',
    schema: testoLungo({ max, required: missing }),
  }) satisfies FormField;

/** One line that an atom of its own checks: a postal code, say. */
export const line = <S extends z.ZodMiniType>({ schema, line, ...told }: Told & { schema: S; line?: LineAttributes }) =>
  ({ ...plain, ...told, control: 'line', schema, line }) satisfies FormField<S>;

/** A day. The first and the last that may be chosen are often the page's to say. */
export const day = ({ missing, line, ...told }: Told & { missing: string; line?: LineAttributes }) =>
  ({
    ...{ ...plain, ...told, missing },
    control: 'line',
    line: { ...line, type: 'date' },
    schema: data({ missing }),
    inWords: (value) => (typeof value === 'string' && isData(value) ? dataBreve(value) : plainly(value)),
  }) satisfies FormField;

type Whole = Told & { min: number; max: number; missing: string };

/** A whole number. @param told.missing said of everything else, too */
export const whole = ({ min, max, missing, line, ...told }: Whole & { line?: LineAttributes }) =>
  ({
    ...{ ...plain, ...told, missing },
    control: 'line',
    line: { inputMode: 'numeric', ...line },
    schema: interoScritto({ min, max }, missing),
  }) satisfies FormField;

/** One of a list that stands here. @param told.options words by their code */
export function choice<K extends string>({
  options: words,
  missing,
  ...told
}: Told & { options: Readonly<Record<K, string>>; missing: string }) {
  const codes = Object.keys(words) as [K, ...K[]];
  return {
    ...{ ...plain, ...told, missing },
    control: 'select',
    options: codes.map((value) => ({ value, label: words[value] })),
    schema: z.enum(codes, missing),
    inWords: (value) => words[value as K] ?? plainly(value),
  } satisfies FormField;
}

/** One of a list that only the page knows, by its code. */
export const code = ({ missing, ...told }: Told & { missing: string }) =>
  ({
    ...plain,
    ...told,
    missing,
    control: 'select',
    schema: testo({ max: 60, required: missing }),
  }) satisfies FormField;

/** The two states of a box, as summary and receipt say them. */
type States = { ticked: string; unticked: string };

const box = ({ ticked, unticked }: States) => ({
  sent: (typed: string | undefined) => typed === 'on',
  inWords: (value: Value) => (value === true || value === 'on' ? ticked : unticked),
});

/** A box that may be ticked. */
export const tick = ({ ticked, unticked, ...told }: Told & States) =>
  ({
    ...{ ...told, ...box({ ticked, unticked }) },
    control: 'box',
    required: false,
    schema: casellaLibera(),
  }) satisfies FormField;

/** A question that is answered by yes or no, sent like a box. */
export const yesNo = ({ yes, no, ...told }: Told & { yes: string; no: string }) =>
  ({
    ...told,
    control: 'radio',
    required: true,
    options: [
      { value: 'no', label: no },
      { value: 'si', label: yes },
    ],
    schema: casellaLibera(),
    sent: (typed) => typed === 'si',
    inWords: (value) => (value === true || value === 'si' ? 'Sì' : 'No'),
  }) satisfies FormField;

/** A box that has to be ticked. */
export const declaration = ({ ticked, unticked, missing, ...told }: Told & States & { missing: string }) =>
  ({
    ...{ ...told, missing, ...box({ ticked, unticked }) },
    control: 'box',
    required: true,
    schema: dichiarazione(missing),
  }) satisfies FormField;

/** The form's own files. They are checked together with those of who asks. @param told.missing without it none is needed */
export const files = ({ missing, ...told }: Told & { missing?: string }) =>
  ({
    ...{ ...plain, ...told, missing },
    control: 'files',
    required: missing !== undefined,
    schema: z.optional(z.never()),
  }) satisfies FormField;

/** A field with a control of its own, which the form writes out. */
export const special = <S extends z.ZodMiniType>({
  schema,
  ...own
}: Told & { schema: S } & Partial<Pick<FormField, 'sent' | 'inWords' | 'required'>>) =>
  ({ ...plain, ...own, control: 'special', schema }) satisfies FormField<S>;

/** The same field, which may stay empty. */
export const optional = <S extends z.ZodMiniType>(field: FormField<S>) => ({
  ...field,
  required: false,
  schema: facoltativo(field.schema),
});
