/** A section of a form: a part of its second step, and a block of its summary. */
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { FieldControl } from '../../../ui/form/FieldControl.tsx';
import type { FormField } from '../../../ui/form/fields.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import type { FileDetti } from '../allegati/Attachments.tsx';
import type { CategoriaFile } from '../allegati/limiti.ts';
import { type Fields, titleOf } from './fields.ts';
import type { Modulo, Valori } from './modulo.ts';

/** What the fields of the second step need from the form around them. */
export type CampiProps = {
  modulo: Modulo;
  valori: Valori;
  errori: FieldErrors;
  mounted: boolean;
  identita: boolean | undefined;
  confermata: string;
  onSent(email: string): void;
  onConfirmed(email: string): void;
  /** The form's own attachments under this label; or those of a category */
  allegati(label: string, di?: { categoria: CategoriaFile; hint: string; required: boolean }): ReactNode;
};

/**
 * @property id of its panel, which index and summary lead to
 * @property content its part of the step; without it the section before holds it as well
 * @property rows its block of the summary; without it the section before says it as well
 * @property fixed nothing in it can be changed here
 */
export type Section = {
  id: string;
  title: string;
  content?(campi: CampiProps): ReactNode;
  rows?(valori: Valori, files: FileDetti): SummaryBlock['voci'];
  fixed?: true;
};

/** What only the page knows of a field: its options, its first and last day. @property value stands in it at first */
export type Own = Partial<Pick<FormField, 'label' | 'hint' | 'required' | 'line' | 'options'>> & {
  value?: string | undefined;
};

type List = Readonly<Record<string, FormField>>;

/** @returns draws a field of the list by its name */
export function controls<T extends List>({ list }: Pick<Fields<T>, 'list'>, campi: CampiProps) {
  return (name: keyof T & string, { value = campi.valori[name], line, ...own }: Own = {}): ReactNode => {
    const field = list[name] as FormField;
    if (field.control === 'files') return campi.allegati(field.label);
    const drawn = { ...field, ...own, line: { ...field.line, ...line } };
    return <FieldControl key={name} name={name} field={drawn} value={value} errors={campi.errori} />;
  };
}

/** The rows of a list in the summary. @param own what stands there instead of a value */
export const rowsOf = <T extends List>(
  { list }: Pick<Fields<T>, 'list'>,
  valori: Valori,
  files: FileDetti = () => '',
  own: Partial<Record<keyof T & string, ReactNode>> = {},
): SummaryBlock['voci'] =>
  Object.entries(list).map(([name, field]) => ({
    nome: titleOf(field),
    valore: own[name] ?? (field.control === 'files' ? files() : field.inWords(valori[name])),
  }));

/** A section that is its list: each control in its order, a row of each in the summary. @param own what only the page knows */
export const listed = <T extends List>(
  { id, title, intro }: { id: string; title: string; intro?: string },
  fields: Pick<Fields<T>, 'list' | 'names'>,
  own: Partial<Record<keyof T, Own>> = {},
): Section => ({
  ...{ id, title },
  content: (campi) => {
    const control = controls(fields, campi);
    return <Panel {...{ id, title, intro }}>{fields.names.map((name) => control(name, own[name]))}</Panel>;
  },
  rows: (valori, files) => rowsOf(fields, valori, files),
});
