/** The request for votive lamps as a form: its fields, their order and what they hold. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';

export const PERCORSO = '/servizio/allacciamento-lampade-votive';
export const TITOLO = 'Allacciamento lampade votive';

export const MAX_LAMPADE = 20;

export const MODULO: Modulo = {
  percorso: PERCORSO,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: [
    ...['ente', 'cimitero', 'tipo', 'posizione_campo', 'posizione_fila', 'posizione_numero'],
    ...['defunto_nome', 'defunto_cognome', 'defunto_data_decesso', 'lampade', 'decorrenza', 'file'],
    ...['fatturazione_indirizzo', 'fatturazione_cap', 'fatturazione_comune', 'fatturazione_provincia'],
    ...CAMPI_RICHIEDENTE,
  ],
  residenza: {
    Indirizzo: 'fatturazione_indirizzo',
    Cap: 'fatturazione_cap',
    Comune: 'fatturazione_comune',
    Provincia: 'fatturazione_provincia',
  },
  categorie: CATEGORIE_RICHIEDENTE,
  serveFile: 'Allega almeno un file: la concessione della tomba, o una foto che la mostri.',
};
