/** The fields of a petition, and the form they make. Pure. */
import * as z from 'zod/mini';
import { textSchema } from '../../../platform/atoms/text.ts';
import { filesField, longTextField, textField } from '../../../ui/form/fields.ts';
import { formFields } from '../../cases/form/fields.ts';
import { documentiFormPath, parseDocumentiPath } from '../../cases/richiesta/documenti.ts';
import { documentoNumeri, richiestaDefinition, richiestaSchema } from '../../cases/richiesta/richiesta.form.ts';

export const SERVIZIO_SLUG = 'istanza-contribuente';
export const FORM_TITLE = 'Scrivi all’ufficio tributi';
/** Name of its second step. */

/** Replaces the numbers of documents in the path (product rule). */
export const NO_DOCUMENTI = 'nessuno';
/** The page that asks for ente and tax of a petition without documents. */
/** Nothing was chosen, or a system that the ente does not have. */
export const UNKNOWN_TRIBUTO = 'Scegli a che cosa si riferisce la richiesta.';
export const WITHOUT_DOCUMENTI_PATH = `/servizio/${SERVIZIO_SLUG}/${NO_DOCUMENTI}`;

export const istanzaFields = formFields({
  oggetto: textField({
    label: 'Oggetto',
    hint: 'In poche parole, ad esempio «Rimborso della TARI».',
    missing: 'Scrivi in poche parole di che cosa si tratta.',
    max: 80,
    saysMax: true,
  }),
  testo: longTextField({
    label: 'Che cosa chiedi',
    hint: 'Racconta i fatti e scrivi che cosa chiedi all’ente. Non scrivere dati personali di altre persone.',
    missing: 'Scrivi che cosa chiedi e perché.',
    max: 4000,
    rows: 10,
  }),
  file: filesField({ label: 'Documenti a sostegno' }),
});

/** A missing key, an empty text and an empty list all mean: no documents. */
const optionalNumeri = z.pipe(
  z.transform((v: unknown) => (v === '' || (Array.isArray(v) && v.length === 0) ? undefined : v)),
  z.optional(documentoNumeri),
);

export const istanzaBody = richiestaSchema({
  sistema__c: textSchema({ max: 60, required: 'Scegli a che cosa si riferisce la richiesta.' }),
  documenti: optionalNumeri,
  ...istanzaFields.shape,
});

/** @param path of the page: names the system, and the documents or {@link NO_DOCUMENTI} */
export function makeIstanzaForm(path: string) {
  const { servizio: sistema__c, documenti } = parseDocumentiPath(path);
  const isWithout = documenti[0] === NO_DOCUMENTI;
  return richiestaDefinition({
    path,
    title: FORM_TITLE,
    dataStep: 'Dati dell’istanza',
    fields: istanzaFields,
    schema: istanzaBody,
    ...(isWithout && { linkFields: ['ente'] }),
    body: () => ({ sistema__c, ...(!isWithout && { documenti }) }),
  });
}

/** Address of the form without documents, with its ente already chosen. */
export const withoutDocumentiPath = (sistema: string, ente: string): string =>
  `${documentiFormPath(SERVIZIO_SLUG, sistema, [NO_DOCUMENTI])}?${new URLSearchParams({ passo: 'privacy', ente })}`;
