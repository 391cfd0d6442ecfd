/** What the forms of all requests have in common: the ente, documents, who asks, files. Pure. */
import * as z from 'zod/mini';
import { testo } from '../../../platform/atoms/testo.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { filesAllegati } from '../allegati/allegati.controlli.ts';
import type { FieldList } from '../modulo/fields.ts';
import type { Modulo, Valori } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente, richiedente } from '../richiedente/richiedente.controlli.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';
import { nelPercorso } from './documenti.ts';

/** Data of a form, before the privacy text is part of the send. @param propri the service's own fields, asked for before who asks */
export const datiRichiesta = <T extends z.core.$ZodShape>(propri: T) =>
  z.object({
    ente: testo({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
    ...propri,
    filesAllegati,
    richiedente,
  });

const SCEGLI = 'Scegli almeno un documento.';

/** Numbers of documents on the wire: a list, or a text with commas. */
export const numeriDocumenti = z.pipe(
  z.transform((v: unknown) => (typeof v === 'string' ? v.split(',').filter(Boolean) : v)),
  z
    .array(
      z.string().check(z.refine((n) => /^[\w.-]{1,100}$/.test(n), 'Il numero di un documento non è valido.')),
      SCEGLI,
    )
    .check(
      z.refine((n) => n.length > 0, SCEGLI),
      z.refine((n) => n.length <= 100, 'I documenti sono troppi.'),
    )
    .register(z.globalRegistry, { minItems: 1, maxItems: 100 }),
);

/** The system of a back office that documents come from, as a call names it. */
export const servizio = () => testo({ max: 60, required: 'Indica da quale servizio vengono i documenti.' });

/** What a request is about. */
export const suDocumenti = { servizio: servizio(), documenti: numeriDocumenti };

/**
 * @property percorso of its page; of a request about documents it names them @property titolo name of the service
 * @property dati name of the second step
 * @property schema of what is sent @property body what is sent beside fields and applicant
 * @property alsoWrong what no field knows by itself
 */
type Richiesta = Pick<Modulo, 'dalLink' | 'residenza' | 'altrove'> & {
  percorso: string;
  titolo: string;
  dati?: string;
  fields: FieldList;
  schema: z.ZodMiniType;
  body?(valori: Valori): Record<string, unknown>;
  alsoWrong?(valori: Valori): FieldErrors;
};

/** What a request is called on its page. @param dati name of its second step */
export const namesOf = (titolo: string, dati = 'Dati della richiesta') =>
  ({ servizio: titolo, tipo: 'richiesta', dati }) as const;

/** The form of a request: the ente first, then the fields of the service, who asks last. */
export function moduloRichiesta({ titolo, dati, fields, body, alsoWrong, ...own }: Richiesta): Modulo {
  const missing = fields.list.file?.missing;
  return {
    ...own,
    ...namesOf(titolo, dati),
    campi: ['ente', ...fields.names, ...CAMPI_RICHIEDENTE],
    caselle: fields.boxes,
    categorie: CATEGORIE_RICHIEDENTE,
    ...(missing && { serveFile: missing }),
    body: (valori) => ({
      ...{ ente: valori.ente, ...body?.(valori), ...fields.body(valori) },
      richiedente: componiRichiedente(valori),
    }),
    alsoWrong: (compilato, modulo) => ({ ...oltreRichiedente(compilato, modulo), ...alsoWrong?.(compilato.valori) }),
  };
}

/** The form of a request about the documents that its address names. */
export const moduloSuDocumenti = (richiesta: Richiesta): Modulo =>
  moduloRichiesta({ body: () => nelPercorso(richiesta.percorso), ...richiesta });
