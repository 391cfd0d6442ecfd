/** What the forms of all requests have in common: the ente, documents, who asks, files. Pure. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { filesAllegati } from '../allegati/allegati.checks.ts';
import type { FieldList } from '../form/fields.ts';
import type { FormDefinition, FormValues } from '../form/form.ts';
import { checkRichiedente, richiedente, richiedenteBody } from '../richiedente/richiedente.checks.ts';
import { RICHIEDENTE_CATEGORIE, RICHIEDENTE_FIELDS } from '../richiedente/richiedente.ts';
import { parseDocumentiPath } from './documenti.ts';

/** Data of a form, before the privacy text is part of the send. @param ownFields the service's own fields, asked for before who asks */
export const richiestaSchema = <T extends z.core.$ZodShape>(ownFields: T) =>
  z.object({
    ente: textSchema({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
    ...ownFields,
    filesAllegati,
    richiedente,
  });

const DOCUMENTI_REQUIRED = 'Scegli almeno un documento.';

/** Numbers of documents on the wire: a list, or a text with commas. */
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

/** The system of a back office that documents come from, as a call names it. */
export const servizioField = () => textSchema({ max: 60, required: 'Indica da quale servizio vengono i documenti.' });

/** What a request is about. */
export const documentiFields = { servizio: servizioField(), documenti: documentoNumeri };

/**
 * @property path of its page; of a request about documents it names them @property title name of the service
 * @property dataStep name of the second step
 * @property schema of what is sent @property body what is sent beside fields and applicant
 * @property alsoWrong what no field knows by itself
 */
type RichiestaOptions = Pick<FormDefinition, 'linkFields' | 'residenza' | 'shownAt'> & {
  path: string;
  title: string;
  dataStep?: string;
  fields: FieldList;
  schema: z.ZodMiniType;
  body?(values: FormValues): Record<string, unknown>;
  alsoWrong?(values: FormValues): FieldErrors;
};

/** What a request is called on its page. @param dataStep name of its second step */
export const namesOf = (title: string, dataStep = 'Dati della richiesta') =>
  ({ servizio: title, tipo: 'richiesta', dataStep }) as const;

/** The form of a request: the ente first, then the fields of the service, who asks last. */
export function richiestaDefinition({
  title,
  dataStep,
  fields,
  body,
  alsoWrong,
  ...own
}: RichiestaOptions): FormDefinition {
  const missing = fields.list.file?.missing;
  return {
    ...own,
    ...namesOf(title, dataStep),
    fieldNames: ['ente', ...fields.names, ...RICHIEDENTE_FIELDS],
    boxes: fields.boxes,
    categorie: RICHIEDENTE_CATEGORIE,
    ...(missing && { fileRequirement: missing }),
    body: (values) => ({
      ...{ ente: values.ente, ...body?.(values), ...fields.body(values) },
      richiedente: richiedenteBody(values),
    }),
    alsoWrong: (filled, definition) => ({ ...checkRichiedente(filled, definition), ...alsoWrong?.(filled.values) }),
  };
}

/** The form of a request about the documents that its address names. */
export const documentiDefinition = (richiesta: RichiestaOptions): FormDefinition =>
  richiestaDefinition({ body: () => parseDocumentiPath(richiesta.path), ...richiesta });
