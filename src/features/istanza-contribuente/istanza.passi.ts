/** The petition as a form: its fields, their order and what they hold. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';
import { nelPercorso, percorsoSu } from '../richiesta/documenti.ts';

export const SERVIZIO = 'istanza-contribuente';
export const TITOLO = 'Istanza del contribuente';

/** What stands in the path instead of numbers (product rule). */
export const NESSUNO = 'nessuno';
/** Where body and tax of a petition without documents are chosen. */
export const SENZA_DOCUMENTI = `/servizio/${SERVIZIO}/${NESSUNO}`;

/** Does the path of a page name no documents? */
export const nessunDocumento = (percorso: string): boolean => nelPercorso(percorso).documenti[0] === NESSUNO;

/** Longest text of each field, in characters. */
export const MAX_OGGETTO = 80;
export const MAX_TESTO = 4000;

/** @param percorso of the page: names the system, and the documents or that there are none */
export const moduloSu = (percorso: string): Modulo => ({
  percorso,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati dell’istanza',
  campi: ['ente', 'oggetto', 'testo', 'file', ...CAMPI_RICHIEDENTE],
  categorie: CATEGORIE_RICHIEDENTE,
  ...(nessunDocumento(percorso) && { dalLink: ['ente'] }),
});

/** Address of the form without documents, with its body already chosen. */
export const senzaDocumenti = (sistema: string, ente: string): string =>
  `${percorsoSu(SERVIZIO, sistema, [NESSUNO])}?${new URLSearchParams({ passo: 'privacy', ente })}`;
