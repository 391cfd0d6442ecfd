/** The fields of a booking, and the form of five steps that they make. Pure. */
import * as z from 'zod/mini';
import { instantSchema } from '../../../platform/atoms/date-schema.ts';
import { textSchema } from '../../../platform/atoms/text.ts';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import { codeField, longTextField } from '../../../ui/form/fields.ts';
import { BOOKING_PATH } from '../../cases/calendario/addresses.ts';
import { AUTHOR_FIELDS, authorShape } from '../../cases/form/author.ts';
import { formFields } from '../../cases/form/fields.ts';
import { checkData, checkPrivacy } from '../../cases/form/form.checks.ts';
import type { FilledForm, FormDefinition, FormOptions, FormValues } from '../../cases/form/form.ts';

export const FORM_PATH = BOOKING_PATH;
export const FORM_TITLE = 'Prenotazione appuntamento';
/** Code of the cases. */
export const APPUNTAMENTO = 'APPUNTAMENTO';

export type BookingStep = 'luogo' | 'orario' | 'dettagli' | 'richiedente' | 'riepilogo';

export const detailFields = formFields({
  motivo: codeField({ label: 'Motivo', missing: 'Scegli il motivo dell’appuntamento.' }),
  dettagli: longTextField({
    label: 'Dettagli',
    hint: 'Aggiungi ulteriori dettagli: di che cosa hai bisogno, in poche parole.',
    missing: 'Scrivi in poche parole di che cosa hai bisogno.',
    max: 200,
    rows: 4,
  }),
});

/** Where, and for what. */
export const placeShape = {
  ente: textSchema({ max: 60, required: 'Scegli l’ente.' }),
  calendario: textSchema({ max: 60, required: 'Scegli l’ufficio.' }),
  motivo: detailFields.shape.motivo,
};

/** When. */
export const timeShape = { inizio: instantSchema('Scegli un giorno e un orario.') };

/** What is sent, without the privacy box. */
export const bookingShape = {
  ...placeShape,
  ...timeShape,
  ...detailFields.shape,
  ...authorShape,
  /** Null for a person at the counter who has none */
  email: z.nullable(authorShape.email),
};

const BOOKING_OPTIONS: FormOptions = {
  path: FORM_PATH,
  servizio: FORM_TITLE,
  tipo: 'richiesta',
  // `per`, the code of a service, and `da`, where the person came from, are told by the link.
  fieldNames: ['ente', 'tipo', 'calendario', 'per', 'mese', 'inizio', ...detailFields.names, ...AUTHOR_FIELDS, 'da'],
  linkFields: ['ente', 'calendario', 'motivo', 'per', 'da'],
  schema: z.object(bookingShape),
};

/** What is wrong in some of the fields. */
const wrongIn = (shape: Readonly<Record<string, z.ZodMiniType>>, values: FormValues): FieldErrors => {
  const parsed = z.safeParse(z.object(shape), values);
  return parsed.success ? {} : fieldErrors(parsed.error);
};

const STEP_FIELDS: Readonly<Record<string, BookingStep>> = {
  ente: 'luogo',
  tipo: 'luogo',
  calendario: 'luogo',
  mese: 'orario',
  inizio: 'orario',
  motivo: 'dettagli',
  dettagli: 'dettagli',
  privacy: 'richiedente',
};

/** The steps that the national model prescribes. */
export const BOOKING_FORM: FormDefinition<BookingStep> = {
  ...BOOKING_OPTIONS,
  steps: {
    names: {
      luogo: 'Luogo',
      orario: 'Data e orario',
      dettagli: 'Dettagli appuntamento',
      richiedente: 'Richiedente',
      riepilogo: 'Riepilogo',
    },
    address: (step, suffix = '') => `${FORM_PATH}?passo=${step}${suffix}`,
    sent: (id) => `${FORM_PATH}?passo=conferma&pratica=${id}`,
    wrong: {
      luogo: ({ values }) => ({
        errors: wrongIn({ ente: placeShape.ente, calendario: placeShape.calendario }, values),
      }),
      orario: ({ values }) => ({ errors: wrongIn(timeShape, values) }),
      dettagli: ({ values }) => ({ errors: wrongIn(detailFields.shape, values) }),
      richiedente: (filled) => ({ errors: checkApplicant(filled) }),
    },
    stepOf: (field) =>
      STEP_FIELDS[field] ?? (AUTHOR_FIELDS.some((name) => name === field) ? 'richiedente' : 'riepilogo'),
  },
};

/** The whole is checked here, where the server looks as well; what belongs to a step before leads back to it. */
function checkApplicant(filled: FilledForm): FieldErrors {
  return { ...checkPrivacy(filled.values), ...checkData(BOOKING_OPTIONS, filled) };
}
