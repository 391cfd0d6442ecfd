/** The steps of every form: their addresses, names, fields and errors. Pure; page and island. */
import type { FieldErrors } from '../../../platform/errors.ts';
import type { FileCategoria } from '../allegati/file-limits.ts';
import {
  FORM_STEPS,
  type FormDefinition,
  type FormStep,
  type FormValues,
  fileField,
  PRIVACY_REQUIRED,
} from './form.ts';

/** @returns what of a form or a draft belongs to this form, missing keys as '' */
export function valuesOf({ fieldNames }: FormDefinition, fields: Record<string, unknown>): FormValues {
  // `codice_inviato_a`: the address that the last one-time code went to, so that its field is there after a reload.
  const kept = ['privacy', 'codice_inviato_a', ...fieldNames.filter((name) => !/^(file|otp)/.test(name))];
  return Object.fromEntries(kept.map((name) => [name, typeof fields[name] === 'string' ? fields[name] : '']));
}

/** Said on the wire where a file is missing (specification of the calls); on screen the form's own words stand for it. */
export const NO_FILE = 'No files to upload';

/** The field of a name on the wire: `richiedente.rappresentato.nome` is asked for as `rappresentato_nome`. */
// The applicant's title keeps its prefix: a request may have a `windowTitle` of its own.
const fieldOf = (name: string): string =>
  name
    .replace(/^filesAllegati.*/, 'file')
    .replace(/^(valori|richiedente(?!.titolo))\./, '')
    .replaceAll('.', '_');

/** What is said of files together on the wire: the field that asks for this one, and the form's own words. */
function fileErrorField(
  { categorie = {}, fileRequirement }: FormDefinition,
  message: string,
): [field: string, message: string] {
  if (message === NO_FILE && fileRequirement) return ['file', fileRequirement];
  return [fileField(Object.keys(categorie).find((c) => categorie[c as FileCategoria] === message)), message];
}

/** @returns errors in the order of the screen; an attachment's error stands at the field that asks for the file */
export function orderErrors(definition: FormDefinition, errors: FieldErrors): FieldErrors {
  const { fieldNames, shownAt } = definition;
  const ordered: FieldErrors = {};
  for (const [name, messages] of Object.entries(errors)) {
    const shortName = fieldOf(name);
    if (name !== 'filesAllegati') ordered[shownAt?.[shortName] ?? shortName] ??= messages;
    else
      for (const [field, message] of messages.map((f) => fileErrorField(definition, f))) ordered[field] ??= [message];
  }
  // A name that stands nowhere comes last, the privacy tick first.
  const placeOf = (name: string) => (name === 'privacy' ? -1 : fieldNames.indexOf(name) >>> 0);
  return Object.fromEntries(Object.entries(ordered).sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

export function checkPrivacy(values: FormValues): FieldErrors {
  return values.privacy === 'on' ? {} : { privacy: [PRIVACY_REQUIRED] };
}

export const hasNoErrors = (errors: FieldErrors): boolean => Object.keys(errors).length === 0;

/**
 * The step that may be opened, where the data are not asked: nobody jumps ahead of an incomplete one. What comes after the one
 * asked for is not looked at.
 * @param wanted from the URL or a draft; of none, the furthest
 * @returns undefined where they have to be complete: `allowedStep` looks
 */
export function stepWithoutData(values: FormValues, wanted: string | null | undefined): FormStep | undefined {
  if (wanted === 'privacy' || !hasNoErrors(checkPrivacy(values))) return 'privacy';
  return wanted === 'dati' ? 'dati' : undefined;
}

/** @param offset +1 the next, -1 the one before; stays inside the form */
export function neighbourStep(step: FormStep, offset: 1 | -1): FormStep {
  const at = Math.min(Math.max(FORM_STEPS.indexOf(step) + offset, 0), FORM_STEPS.length - 1);
  return FORM_STEPS[at] as FormStep;
}

/** The step on which a field stands: where an error of the send is shown. */
export function stepOfField({ fieldNames }: FormDefinition, name: string): FormStep {
  if (name === 'privacy') return 'privacy';
  return fieldNames.includes(name) ? 'dati' : 'riepilogo';
}

/** Address of a step. @param suffix more of the query, or a fragment */
export const stepAddress = ({ path }: FormDefinition, step: FormStep, suffix = ''): string =>
  `${path}?passo=${step}${suffix}`;

export function stepName({ dataStep }: Pick<FormDefinition, 'dataStep'>, step: FormStep): string {
  return { privacy: 'Informativa sulla privacy', dati: dataStep, riepilogo: 'Riepilogo' }[step];
}

/** Title of the window, before the body's name. */
export function windowTitle(
  definition: Pick<FormDefinition, 'dataStep' | 'servizio'>,
  step: FormStep,
  hasErrors: boolean,
): string {
  return `${hasErrors ? 'Errore: ' : ''}${stepName(definition, step)} - ${definition.servizio}`;
}
