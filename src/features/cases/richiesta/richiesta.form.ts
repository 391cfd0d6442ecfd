/** Parts that the forms of all requests have in common: ente, documents, applicant, files. Pure. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { filesAllegati } from '../allegati/allegati.checks.ts';
import type { FieldList } from '../form/fields.ts';
import { threeStepForm } from '../form/form.checks.ts';
import type { FormDefinition, FormOptions, FormStep, FormValues } from '../form/form.ts';
import { checkRichiedente, richiedente, richiedenteBody } from '../richiedente/richiedente.checks.ts';
import { RICHIEDENTE_CATEGORIE, RICHIEDENTE_FIELDS } from '../richiedente/richiedente.ts';
import { parseDocumentiPath } from './documenti.ts';

/** The data of a form, without the consent to the privacy text. @param ownFields fields of the service, which come before the applicant */
export const richiestaSchema = <T extends z.core.$ZodShape>(ownFields: T) =>
  z.object({
    ente: textSchema({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
    ...ownFields,
    filesAllegati,
    richiedente,
  });

const DOCUMENTI_REQUIRED = 'Scegli almeno un documento.';

/** Numbers of documents in a call: a list, or a text with commas. */
export const documentoNumeri = z.pipe(
  z.transform((v: unknown) => (typeof v === 'string' ? v.split(',').filter(Boolean) : v)),
  z
    .array(
      z.string().check(z.refine((n) => /^[\w.-]{1,100}$/.test(n), 'Il numero di un documento non è valido.')),
      DOCUMENTI_REQUIRED,
    )
    .check(
      z.refine((n) => n.length > 0, DOCUMENTI_REQUIRED),
      z.refine((n) => n.length <= 100, 'I documenti sono troppi.'),
    )
    .register(z.globalRegistry, { minItems: 1, maxItems: 100 }),
);

/** The system of a back office from which documents come, as calls name it. */
export const servizioField = () => textSchema({ max: 60, required: 'Indica da quale servizio vengono i documenti.' });

/** The documents of a request. */
export const documentiFields = { servizio: servizioField(), documenti: documentoNumeri };

/**
 * @property path path of the page; for a request about documents it names them @property title name of the service
 * @property dataStep name of the second step
 * @property schema what is sent @property body what is sent beside fields and applicant
 * @property alsoWrong checks that involve more than one field
 */
type RichiestaOptions = Pick<FormOptions, 'linkFields' | 'residenza' | 'shownAt'> & {
  path: string;
  title: string;
  dataStep?: string;
  fields: FieldList;
  schema: z.ZodMiniType;
  body?(values: FormValues): Record<string, unknown>;
  alsoWrong?(values: FormValues): FieldErrors;
};

/** What a request is called on its page. */
export const namesOf = (title: string) => ({ servizio: title, tipo: 'richiesta' }) as const;

/** The form of a request: first the ente, then the fields of the service, last the applicant. */
export function richiestaDefinition({
  title,
  dataStep = 'Dati della richiesta',
  fields,
  body,
  alsoWrong,
  ...own
}: RichiestaOptions): FormDefinition<FormStep> {
  const missing = fields.list.file?.missing;
  return threeStepForm({
    ...own,
    ...namesOf(title),
    dataStep,
    fieldNames: ['ente', ...fields.names, ...RICHIEDENTE_FIELDS],
    boxes: fields.boxes,
    categorie: RICHIEDENTE_CATEGORIE,
    ...(missing && { fileRequirement: missing }),
    body: (values) => ({
      ente: values.ente,
      ...body?.(values),
      ...fields.body(values),
      richiedente: richiedenteBody(values),
    }),
    alsoWrong: (filled, options) => ({ ...checkRichiedente(filled, options), ...alsoWrong?.(filled.values) }),
  });
}

/** The form of a request about the documents that its address names. */
export const documentiDefinition = (richiesta: RichiestaOptions): FormDefinition<FormStep> =>
  richiestaDefinition({ body: () => parseDocumentiPath(richiesta.path), ...richiesta });
