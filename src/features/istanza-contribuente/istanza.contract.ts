/** Somebody writes to a body about a tax or a fee, with or without naming documents. */
import * as z from 'zod/mini';
import { testo, testoLungo } from '../../platform/atoms/testo.ts';
import { operation } from '../../platform/contract.ts';
import { documento } from '../posizione/posizione.contract.ts';
import { numeriDocumenti } from '../richiesta/numeri.ts';
import { datiRichiesta, invioRichiesta, privacy } from '../richiesta/richiesta.contract.ts';

/** Longest text of each field, in characters. */
export const MAX_OGGETTO = 80;
export const MAX_TESTO = 4000;

/** No documents: no key, an empty text or an empty list. */
const senzaONumeri = z.pipe(
  z.transform((v: unknown) => (v === '' || (Array.isArray(v) && v.length === 0) ? undefined : v)),
  z.optional(numeriDocumenti),
);

export const campi = {
  sistema__c: testo({ max: 60, required: 'Scegli a che cosa si riferisce l’istanza.' }),
  documenti: senzaONumeri,
  oggetto: testo({ max: MAX_OGGETTO, required: 'Scrivi in poche parole di che cosa si tratta.' }),
  testo: testoLungo({ max: MAX_TESTO, required: 'Scrivi che cosa chiedi e perché.' }),
};

export const dati = datiRichiesta(campi);

export const operations = {
  controllaDocumentiIstanza: operation({
    summary: 'Who may see documents asks, by their numbers and system, whether a petition can be about them.',
    method: 'GET',
    path: '/api/v1/istanza-tributi/check-documenti',
    access: 'anyone',
    input: z.object({ idDocument: numeriDocumenti, sistema__c: testo({ max: 60 }) }),
    output: z.array(z.extend(documento, { usabile: z.boolean(), perche: z.nullable(z.string()) })),
  }),
  inviaIstanza: invioRichiesta(
    '/api/v1/istanza-tributi/new',
    'Anyone sends a petition to a body; documents it names must be theirs to see.',
    z.object({ ...dati.shape, privacy: privacy() }),
  ),
};
