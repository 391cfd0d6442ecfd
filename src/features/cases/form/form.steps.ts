/** What stands on the three steps that forms have: their addresses, fields and errors. Pure; page and island. */
import type { FieldErrors } from '../../../platform/errors.ts';
import type { FileCategoria } from '../allegati/file-limits.ts';
import { SEARCH_ENTE } from '../ente/choice.ts';
import { type FormDefinition, type FormStep, type FormValues, fileField, PRIVACY_REQUIRED } from './form.ts';
import type { FormSteps } from './steps.ts';

/** @returns the values that belong to this form, missing ones as '' */
export function valuesOf({ fieldNames }: FormDefinition, fields: Record<string, unknown>): FormValues {
  // `codice_inviato_a` is the address that got the last one-time code: after a reload the field of the code is shown again.
  const kept = ['privacy', 'codice_inviato_a', SEARCH_ENTE, ...fieldNames.filter((name) => !/^(file|otp)/.test(name))];
  return Object.fromEntries(kept.map((name) => [name, typeof fields[name] === 'string' ? fields[name] : '']));
}

/** Answer of the calls when a file is missing (their specification); the screen shows the form's own words instead. */
export const NO_FILE = 'No files to upload';

/** The field of a name on the wire: `richiedente.rappresentato.nome` is the field `rappresentato_nome`. */
// The applicant's title keeps its prefix: a request may have a field `titolo` of its own.
const fieldOf = (name: string): string =>
  name
    .replace(/^filesAllegati.*/, 'file')
    .replace(/^(valori|richiedente(?!.titolo))\./, '')
    .replaceAll('.', '_');

/** An error of all files together on the wire: the field that asks for the missing one, and the form's own words. */
function fileErrorField(
  { categorie = {}, fileRequirement }: FormDefinition,
  message: string,
): [field: string, message: string] {
  if (message === NO_FILE && fileRequirement) return ['file', fileRequirement];
  return [fileField(Object.keys(categorie).find((c) => categorie[c as FileCategoria] === message)), message];
}

/** @returns errors in the order of the screen; the error of an attachment is at the field that asks for the file */
export function orderErrors(definition: FormDefinition, errors: FieldErrors): FieldErrors {
  const { fieldNames, shownAt } = definition;
  const ordered: FieldErrors = {};
  for (const [name, messages] of Object.entries(errors)) {
    const shortName = fieldOf(name);
    if (name !== 'filesAllegati') ordered[shownAt?.[shortName] ?? shortName] ??= messages;
    else
      for (const [field, message] of messages.map((f) => fileErrorField(definition, f))) ordered[field] ??= [message];
  }
  // The privacy tick comes first, and a name without a field last.
  const placeOf = (name: string) => (name === 'privacy' ? -1 : fieldNames.indexOf(name) >>> 0);
  return Object.fromEntries(Object.entries(ordered).sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

export function checkPrivacy(values: FormValues): FieldErrors {
  return values.privacy === 'on' ? {} : { privacy: [PRIVACY_REQUIRED] };
}

export const hasNoErrors = (errors: FieldErrors): boolean => Object.keys(errors).length === 0;

/** The step on which a field stands: where an error of the send is shown. */
export function stepOfField({ fieldNames }: FormDefinition, name: string): FormStep {
  if (name === 'privacy') return 'privacy';
  return fieldNames.includes(name) ? 'dati' : 'riepilogo';
}

export const stepNames = ({ dataStep }: Pick<FormDefinition, 'dataStep'>): Record<FormStep, string> => ({
  privacy: 'Informativa sulla privacy',
  dati: dataStep,
  riepilogo: 'Riepilogo',
});

/** The steps of a form: in the query of its one page, unless it says otherwise. */
export const stepsOf = (definition: FormDefinition): FormSteps<FormStep> =>
  definition.steps ?? {
    names: stepNames(definition),
    address: (step, suffix = '') => `${definition.path}?passo=${step}${suffix}`,
  };

/** @param suffix more of the query, or a fragment */
export const stepAddress = (definition: FormDefinition, step: FormStep, suffix?: string): string =>
  stepsOf(definition).address(step, suffix);

/** Title of the window, before the ente's name. */
export const windowTitle = (stepName: string, heading: string, hasErrors: boolean): string =>
  `${hasErrors ? 'Errore: ' : ''}${stepName} - ${heading}`;
