/** What a petition is checked by. Pure. */
import * as z from 'zod/mini';
import { testo, testoLungo } from '../../platform/atoms/testo.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { componiRichiedente, oltreRichiedente } from '../richiedente/richiedente.controlli.ts';
import { nelPercorso } from '../richiesta/documenti.ts';
import { datiRichiesta, numeriDocumenti } from '../richiesta/richiesta.controlli.ts';
import { MAX_OGGETTO, MAX_TESTO, moduloSu, nessunDocumento } from './istanza.passi.ts';

/** No documents: no key, an empty text or an empty list. */
const senzaONumeri = z.pipe(
  z.transform((v: unknown) => (v === '' || (Array.isArray(v) && v.length === 0) ? undefined : v)),
  z.optional(numeriDocumenti),
);

export const dati = datiRichiesta({
  sistema__c: testo({ max: 60, required: 'Scegli a che cosa si riferisce l’istanza.' }),
  documenti: senzaONumeri,
  oggetto: testo({ max: MAX_OGGETTO, required: 'Scrivi in poche parole di che cosa si tratta.' }),
  testo: testoLungo({ max: MAX_TESTO, required: 'Scrivi che cosa chiedi e perché.' }),
});

/** @param percorso of the page: names the system, and the documents or that there are none */
export const controllato = (percorso: string): ModuloControllato => {
  const { servizio, documenti } = nelPercorso(percorso);
  return {
    ...moduloSu(percorso),
    schema: dati,
    body: (v) => ({
      ...{ ente: v.ente, sistema__c: servizio, ...(!nessunDocumento(percorso) && { documenti }) },
      ...{ oggetto: v.oggetto, testo: v.testo },
      richiedente: componiRichiedente(v),
    }),
    alsoWrong: oltreRichiedente,
  };
};
