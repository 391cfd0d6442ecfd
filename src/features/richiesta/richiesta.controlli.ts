/** The data that requests have in common, as they are checked: the body, documents, who asks, files. */
import * as z from 'zod/mini';
import { testo } from '../../platform/atoms/testo.ts';
import { filesAllegati } from '../allegati/allegati.controlli.ts';
import { richiedente } from '../richiedente/richiedente.controlli.ts';

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
