/** The options of a field, as the calls name them and as a select shows them. Pure. */
import * as z from 'zod/mini';
import type { SelectOption } from '../../../ui/form/Select.tsx';

export const fieldOptions = z.array(z.object({ codice: z.string(), etichetta: z.string() }));
export type FieldOptions = z.infer<typeof fieldOptions>;

/** @param words labels by their codes */
export const optionsOf = (words: Readonly<Record<string, string>>): FieldOptions =>
  Object.entries(words).map(([codice, etichetta]) => ({ codice, etichetta }));

export const selectOptionsOf = (options: FieldOptions): SelectOption[] =>
  options.map(({ codice, etichetta }) => ({ value: codice, label: etichetta }));

/** @returns the code itself when it is not among them */
export const labelIn = (options: FieldOptions = [], codice = ''): string =>
  options.find((option) => option.codice === codice)?.etichetta ?? codice;
