/** The petition as a form: its fields and their order. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import {
  CAMPI_RICHIEDENTE,
  CATEGORIE_RICHIEDENTE,
  componiRichiedente,
  oltreRichiedente,
} from '../richiedente/richiedente.ts';
import { nelPercorso, percorsoSu } from '../richiesta/documenti.ts';
import { dati } from './istanza.contract.ts';

export const SERVIZIO = 'istanza-contribuente';
export const TITOLO = 'Istanza del contribuente';

/** What stands in the path instead of numbers (product rule). */
export const NESSUNO = 'nessuno';
/** Where body and tax of a petition without documents are chosen. */
export const SENZA_DOCUMENTI = `/servizio/${SERVIZIO}/${NESSUNO}`;

/** @param percorso of the page: names the system, and the documents or that there are none */
export const moduloSu = (percorso: string): Modulo => {
  const { servizio, documenti } = nelPercorso(percorso);
  const senza = documenti[0] === NESSUNO;
  return {
    percorso,
    servizio: TITOLO,
    tipo: 'richiesta',
    dati: 'Dati dell’istanza',
    campi: ['ente', 'oggetto', 'testo', 'file', ...CAMPI_RICHIEDENTE],
    categorie: CATEGORIE_RICHIEDENTE,
    schema: dati,
    componi: (v) => ({
      ...{ ente: v.ente, sistema__c: servizio, ...(!senza && { documenti }) },
      ...{ oggetto: v.oggetto, testo: v.testo },
      richiedente: componiRichiedente(v),
    }),
    oltre: oltreRichiedente,
    // A body that does not answer for petitions is named by the code of the service.
    altrove: { codice: 'ente' },
    ...(senza && { dalLink: ['ente'] }),
  };
};

/** Address of the form without documents, with its body already chosen. */
export const senzaDocumenti = (sistema: string, ente: string): string =>
  `${percorsoSu(SERVIZIO, sistema, [NESSUNO])}?${new URLSearchParams({ passo: 'privacy', ente })}`;
