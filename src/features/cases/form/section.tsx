/** A section of a form: a part of its second step, and a block of its summary. */
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { FieldControl } from '../../../ui/form/FieldControl.tsx';
import type { FormField } from '../../../ui/form/fields.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { Attachments } from '../allegati/Attachments.tsx';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import type { FileCategoria } from '../allegati/file-limits.ts';
import type { SummaryFiles } from '../allegati/SummaryFiles.tsx';
import type { FormLogin } from '../utente/identita.ts';
import { type FieldSet, titleOf } from './fields.ts';
import type { FormDefinition, FormValues } from './form.ts';

/** What the fields of the second step need from the form around them. */
export type SectionContext = {
  definition: FormDefinition;
  values: FormValues;
  errors: FieldErrors;
  mounted: boolean;
  login: FormLogin | undefined;
  /** The address that was confirmed when the page came, or '' */
  confirmedEmail: string;
  onSent(email: string): void;
  /** Files that the page came with */
  allegati: readonly ShownAllegato[];
};

type FormAttachmentsProps = {
  context: Pick<SectionContext, 'definition' | 'allegati' | 'errors' | 'mounted'>;
  label: string;
  categoria?: FileCategoria;
  hint?: string;
  required?: boolean;
};

/** The form's own attachments, or those of a category. */
export function FormAttachments({ context, label, ...ofCategoria }: FormAttachmentsProps) {
  const { definition, allegati, errors, mounted } = context;
  const { path, fileRequirement } = definition;
  const own = { hint: fileRequirement, required: Boolean(fileRequirement) };
  return (
    <Attachments
      {...own}
      {...ofCategoria}
      label={label}
      path={path}
      errors={errors}
      mounted={mounted}
      rendered={allegati}
    />
  );
}

/**
 * @property id of its panel, to which index and summary link
 * @property content its part of the step; without it the section before draws it
 * @property rows its block of the summary; without it the section before has its rows
 * @property fixed its values cannot be changed in this form
 */
export type FormSection = {
  id: string;
  title: string;
  content?(context: SectionContext): ReactNode;
  rows?(values: FormValues, files: SummaryFiles): SummaryBlock['items'];
  fixed?: true;
};

/** What only the page can tell of a field, such as its options or its first and last day. @property value at first */
export type FieldOverrides = Partial<Pick<FormField, 'label' | 'hint' | 'required' | 'line' | 'options'>> & {
  value?: string | undefined;
};

type FieldMap = Readonly<Record<string, FormField>>;

/** @returns a function that draws a field of the list by its name */
export function fieldControls<T extends FieldMap>({ list }: Pick<FieldSet<T>, 'list'>, context: SectionContext) {
  return (name: keyof T & string, { value = context.values[name], line, ...own }: FieldOverrides = {}): ReactNode => {
    const field = list[name] as FormField;
    if (field.control === 'files') return <FormAttachments key={name} context={context} label={field.label} />;
    const drawn = { ...field, ...own, line: { ...field.line, ...line } };
    return <FieldControl key={name} name={name} field={drawn} value={value} errors={context.errors} />;
  };
}

/** The rows of a list in the summary. @param own shown instead of the values */
export const rowsOf = <T extends FieldMap>(
  { list }: Pick<FieldSet<T>, 'list'>,
  values: FormValues,
  files: SummaryFiles = () => '',
  own: Partial<Record<keyof T & string, ReactNode>> = {},
): SummaryBlock['items'] =>
  Object.entries(list).map(([name, field]) => ({
    name: titleOf(field),
    value: own[name] ?? (field.control === 'files' ? files() : field.inWords(values[name])),
  }));

/** A section made of a list: each field in its order, with a row in the summary. @param own what only the page can tell */
export const listedSection = <T extends FieldMap>(
  { id, title, intro }: { id: string; title: string; intro?: string },
  fields: Pick<FieldSet<T>, 'list' | 'names'>,
  own: Partial<Record<keyof T, FieldOverrides>> = {},
): FormSection => ({
  id,
  title,
  content: (context) => {
    const control = fieldControls(fields, context);
    return (
      <Panel id={id} title={title} intro={intro}>
        {fields.names.map((name) => control(name, own[name]))}
      </Panel>
    );
  },
  rows: (values, files) => rowsOf(fields, values, files),
});
