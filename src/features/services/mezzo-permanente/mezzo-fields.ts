/** One device as it is typed: the fields of its form, what of them is sent, and how a half-typed one is kept. Pure. */
import { normaliseTarga } from '../../../platform/atoms/targa-format.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { ShownMezzo } from './mezzo.contract.ts';
import type { NamedFile } from './mezzo.ts';
import { FILE_CATEGORIE, TIPO_FIELD } from './mezzo-values.ts';

/** Fields of a vehicle, of all other types, and of both. */
const AUTOMEZZO_FIELDS = ['targa', 'paese', 'categoria_veicolo'] as const;
const FIXED_FIELDS = ['indirizzo', 'quantita', 'testo', 'dal', 'al'] as const;
const SHARED_FIELDS = ['facce', 'illuminazione', 'larghezza_cm', 'altezza_cm'] as const;
/** All fields in the order in which errors are listed. */
const ALL_FIELDS: readonly string[] = [
  ...[TIPO_FIELD, ...AUTOMEZZO_FIELDS, ...FIXED_FIELDS, ...SHARED_FIELDS],
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
export function orderErrors(errors: FieldErrors, { [TIPO_FIELD]: tipo }: FormValues): FieldErrors {
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

/** @property mezzo id of the device, or `nuovo` @property file the files of the form */
export type MezzoInProgress = { mezzo: string; valori: FormValues; file: NamedFile[] };

/** Characters: the longest value of a draft, and how much of a field is kept in it. */
const MAX_BOZZA_LENGTH = 8000;
const MAX_FIELD_LENGTH = 400;

/** @returns text for the draft, within its limit: fields that are too long are cut */
export function formatMezzoInProgress({ mezzo, valori: values, file }: MezzoInProgress): string {
  const formatWith = (max: number) => {
    const shortened = Object.entries(values).map(([name, v]) => [name, v.slice(0, max)]);
    const plainFiles = file.map(({ Id, categoria }) => ({ Id, categoria }));
    return JSON.stringify({ mezzo, valori: Object.fromEntries(shortened), file: plainFiles } satisfies MezzoInProgress);
  };
  return [MAX_FIELD_LENGTH, 100, 10].map(formatWith).find((t) => t.length <= MAX_BOZZA_LENGTH) ?? '';
}

/** @param text from the draft @returns null when there is none, or none that can be read */
export function parseMezzoInProgress(text: string | undefined): MezzoInProgress | null {
  if (!text) return null;
  try {
    const parsed = JSON.parse(text) as Partial<MezzoInProgress> | null;
    if (typeof parsed?.mezzo !== 'string') return null;
    return { mezzo: parsed.mezzo, valori: valuesOf(parsed.valori ?? {}), file: filterNamedFiles(parsed.file) };
  } catch {
    // The citizen can type it again; the page has to open.
    return null;
  }
}

/** @param text from the draft @returns undefined when there is none, or none that can be read. `mezzo`: its id */
export function parseCessazioneInProgress(
  text: string | undefined,
): { mezzo: string; dal: string; motivo: string } | undefined {
  if (!text) return undefined;
  try {
    const { cessa: mezzo, dal, motivo } = JSON.parse(text) as FormValues;
    return { mezzo: String(mezzo), dal: String(dal), motivo: String(motivo) };
  } catch {
    // The citizen can type it again; the page has to open.
    return undefined;
  }
}

/** @param text `[{Id, categoria}]` as the form carries it @returns the entries of that form */
export function parseNamedFiles(text: string | undefined): NamedFile[] {
  try {
    return filterNamedFiles(JSON.parse(text || '[]'));
  } catch {
    // Not written by our page: treated as no files.
    return [];
  }
}

function filterNamedFiles(parsed: unknown): NamedFile[] {
  if (!Array.isArray(parsed)) return [];
  return parsed.filter(
    (f): f is NamedFile => typeof f?.Id === 'string' && FILE_CATEGORIE.some((categoria) => categoria === f.categoria),
  );
}
