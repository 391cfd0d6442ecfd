/** The fields of a form: which a draft keeps, what is wrong in them; and the three steps of most forms. Pure; page and island. */
import * as z from 'zod/mini';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import type { FileCategoria } from '../allegati/file-limits.ts';
import { SEARCH_ENTE } from '../ente/choice.ts';
import { CODICE_MISSING, isSameMailbox } from '../otp/codice.ts';
import {
  type FilledForm,
  type FormDefinition,
  type FormOptions,
  type FormStep,
  type FormValues,
  fileField,
  PRIVACY_REQUIRED,
} from './form.ts';

/** @returns the values that belong to this form, missing ones as '' */
export function valuesOf({ fieldNames }: FormOptions, fields: Record<string, unknown>): FormValues {
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
  { categorie = {}, fileRequirement }: FormOptions,
  message: string,
): [field: string, message: string] {
  if (message === NO_FILE && fileRequirement) return ['file', fileRequirement];
  return [fileField(Object.keys(categorie).find((c) => categorie[c as FileCategoria] === message)), message];
}

/** @returns errors in the order of the screen; the error of an attachment is at the field that asks for the file */
export function orderErrors(options: FormOptions, errors: FieldErrors): FieldErrors {
  const { fieldNames, shownAt } = options;
  const ordered: FieldErrors = {};
  for (const [name, messages] of Object.entries(errors)) {
    const shortName = fieldOf(name);
    if (name !== 'filesAllegati') ordered[shownAt?.[shortName] ?? shortName] ??= messages;
    else for (const [field, message] of messages.map((f) => fileErrorField(options, f))) ordered[field] ??= [message];
  }
  // The privacy tick comes first, and a name without a field last.
  const placeOf = (name: string) => (name === 'privacy' ? -1 : fieldNames.indexOf(name) >>> 0);
  return Object.fromEntries(Object.entries(ordered).sort(([a], [b]) => placeOf(a) - placeOf(b)));
}

export function checkPrivacy(values: FormValues): FieldErrors {
  return values.privacy === 'on' ? {} : { privacy: [PRIVACY_REQUIRED] };
}

/** The body of the send, the same from the page and from the island. */
export function bodyToSend(
  { body }: FormOptions,
  values: FormValues,
  allegati: readonly Pick<ShownAllegato, 'Id'>[],
): Record<string, unknown> {
  const { codice_inviato_a: _codeAddress, ...rest } = values;
  // The category of each file was given at its upload.
  const filesAllegati = allegati.map(({ Id }) => ({ Id }));
  return { ...(body ? { ...body(values), privacy: values.privacy } : rest), filesAllegati };
}

export function checkData(options: FormOptions, filled: FilledForm): FieldErrors {
  const { values, allegati, emailConfirmed, login, otherErrors } = filled;
  const { codice_fiscale, ...others } = values;
  const sent = login?.noTaxCode && !codice_fiscale ? others : values;
  const parsed = z.safeParse(options.schema, bodyToSend(options, sent, allegati));
  const errors = orderErrors(options, {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...options.alsoWrong?.(filled, options),
    ...otherErrors,
  });
  // At the counter the office vouches for the person, who may have no address.
  if (login?.counter && !values.email) delete errors.email;
  else if (!login?.counter && !emailConfirmed && !errors.email) {
    if (isSameMailbox(values.codice_inviato_a, values.email)) {
      errors.otp ??= [CODICE_MISSING];
    } else {
      errors.email = ['Conferma il tuo indirizzo: premi «Invia il codice» e scrivi il codice che ricevi.'];
    }
  }
  return orderErrors(options, errors);
}

/** A form of three steps, in the query of its one page. @param dataStep name of the second */
export function threeStepForm({ dataStep, ...options }: FormOptions & { dataStep: string }): FormDefinition<FormStep> {
  const { path, fieldNames } = options;
  return {
    ...options,
    steps: {
      names: { privacy: 'Informativa sulla privacy', dati: dataStep, riepilogo: 'Riepilogo' },
      address: (step, suffix = '') => `${path}?passo=${step}${suffix}`,
      sent: (id) => `${path}?passo=conferma&pratica=${id}`,
      wrong: {
        privacy: ({ values }) => ({ errors: checkPrivacy(values) }),
        dati: (filled) => ({ errors: checkData(options, filled) }),
      },
      stepOf: (field) => (field === 'privacy' ? 'privacy' : fieldNames.includes(field) ? 'dati' : 'riepilogo'),
    },
  };
}

/** Title of the window, before the ente's name. */
export const windowTitle = (stepName: string, heading: string, hasErrors: boolean): string =>
  `${hasErrors ? 'Errore: ' : ''}${stepName} - ${heading}`;
