/** The petition: what it asks, and what it is checked by. Pure. */
import * as z from 'zod/mini';
import { testo } from '../../../platform/atoms/testo.ts';
import { files, longText, text } from '../../../ui/form/fields.ts';
import { formFields } from '../../cases/modulo/fields.ts';
import { nelPercorso, percorsoSu } from '../../cases/richiesta/documenti.ts';
import { datiRichiesta, moduloRichiesta, numeriDocumenti } from '../../cases/richiesta/richiesta.form.ts';

export const SERVIZIO = 'istanza-contribuente';
export const TITOLO = 'Istanza del contribuente';
/** Name of its second step. */
export const DATI = 'Dati dell’istanza';

/** What stands in the path instead of numbers (product rule). */
export const NESSUNO = 'nessuno';
/** Where ente and tax of a petition without documents are chosen. */
export const SENZA_DOCUMENTI = `/servizio/${SERVIZIO}/${NESSUNO}`;

export const istanzaFields = formFields({
  oggetto: text({
    label: 'Oggetto',
    hint: 'In poche parole, ad esempio «Rimborso della TARI».',
    missing: 'Scrivi in poche parole di che cosa si tratta.',
    max: 80,
    saysMax: true,
  }),
  testo: longText({
    label: 'Che cosa chiedi',
    hint: 'Racconta i fatti e scrivi che cosa chiedi all’ente. Non scrivere dati personali di altre persone.',
    missing: 'Scrivi che cosa chiedi e perché.',
    max: 4000,
    rows: 10,
  }),
  file: files({ label: 'Documenti a sostegno' }),
});

/** No documents: no key, an empty text or an empty list. */
const senzaONumeri = z.pipe(
  z.transform((v: unknown) => (v === '' || (Array.isArray(v) && v.length === 0) ? undefined : v)),
  z.optional(numeriDocumenti),
);

export const istanzaBody = datiRichiesta({
  sistema__c: testo({ max: 60, required: 'Scegli a che cosa si riferisce l’istanza.' }),
  documenti: senzaONumeri,
  ...istanzaFields.shape,
});

/** @param percorso of the page: names the system, and the documents or that there are none */
export function moduloIstanza(percorso: string) {
  const { servizio: sistema__c, documenti } = nelPercorso(percorso);
  const senza = documenti[0] === NESSUNO;
  return moduloRichiesta({
    ...{ percorso, titolo: TITOLO, dati: DATI, fields: istanzaFields, schema: istanzaBody },
    ...(senza && { dalLink: ['ente'] }),
    body: () => ({ sistema__c, ...(!senza && { documenti }) }),
  });
}

/** Address of the form without documents, with its ente already chosen. */
export const senzaDocumenti = (sistema: string, ente: string): string =>
  `${percorsoSu(SERVIZIO, sistema, [NESSUNO])}?${new URLSearchParams({ passo: 'privacy', ente })}`;
