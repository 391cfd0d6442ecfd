/** One device as it is typed: the fields of its form, and what of them is sent. Pure. */
import { normaliseTarga } from '../../../platform/atoms/targa-format.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { FILE_CATEGORIE, TIPO_FIELD } from './mezzo-values.ts';
import type { ShownMezzo } from './shown.ts';

/** Fields of a vehicle, of all other types, and of both. */
const AUTOMEZZO_FIELDS = ['targa', 'paese', 'categoria_veicolo'] as const;
const FIXED_FIELDS = ['indirizzo', 'quantita', 'testo', 'dal', 'al'] as const;
const SHARED_FIELDS = ['facce', 'illuminazione', 'larghezza_cm', 'altezza_cm'] as const;
/** All fields in the order in which errors are listed. */
const ALL_FIELDS: readonly string[] = [
  TIPO_FIELD,
  ...AUTOMEZZO_FIELDS,
  ...FIXED_FIELDS,
  ...SHARED_FIELDS,
  ...FILE_CATEGORIE.map((c) => `file_${c}`),
];

/** @returns what of a form belongs to a device, missing keys left out */
export function valuesOf(fields: Record<string, unknown>): FormValues {
  return Object.fromEntries(
    ALL_FIELDS.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]] as const] : [])),
  );
}

/** The values of a device for the fields of its form. */
export function valuesOfMezzo(mezzo: ShownMezzo): FormValues {
  const [targa = '', paese = ''] = (mezzo.targa ?? '').split(':').reverse();
  const typed = Object.entries({ ...mezzo, targa, paese }).map(([name, v]) => [name, v === undefined ? '' : String(v)]);
  return valuesOf(Object.fromEntries(typed));
}

export const NEW_VALUES: FormValues = { quantita: '1' };

/** The plate with the country that was chosen beside it. */
function fullTarga({ targa = '', paese = '' }: FormValues): string {
  const normal = normaliseTarga(targa);
  return !normal || normal.includes(':') || !paese || paese === 'IT' ? targa : `${paese}:${normal}`;
}

/** What is sent: the fields of its type, and those of all. */
export function bodyOf(values: FormValues): Record<string, string> {
  const auto = values[TIPO_FIELD] === 'Automezzo';
  const own: readonly string[] = auto ? ['targa', 'categoria_veicolo'] : FIXED_FIELDS;
  const chosen = [TIPO_FIELD, ...own, ...SHARED_FIELDS].map((name) => [name, values[name] ?? ''] as const);
  return { ...Object.fromEntries(chosen), ...(auto && { targa: fullTarga(values) }) };
}

/** @returns errors of the fields on screen, in their order; without a type its fields are not asked for yet */
export function orderMezzoErrors(errors: FieldErrors, { [TIPO_FIELD]: tipo }: FormValues): FieldErrors {
  const all: FieldErrors = {};
  for (const [name, messages] of Object.entries(errors)) {
    const field = /allegati|^file/i.test(name) ? fileField(name) : name;
    if (!ALL_FIELDS.includes(field) || (!tipo && FIXED_FIELDS.some((c) => c === field))) continue;
    all[field] ??= messages;
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => fieldIndex(a) - fieldIndex(b)));
}

const fieldIndex = (name: string): number => ALL_FIELDS.indexOf(name) >>> 0;
/** An error of the files is shown at the first field of files, unless it names another. */
const fileField = (name: string): string => (ALL_FIELDS.includes(name) ? name : `file_${FILE_CATEGORIE[0]}`);
