/** The request for votive lamps as a form: its fields and their order. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import {
  CAMPI_RICHIEDENTE,
  CATEGORIE_RICHIEDENTE,
  componiRichiedente,
  oltreRichiedente,
} from '../richiedente/richiedente.ts';
import { dati } from './lampade.contract.ts';
import { erroriGiorni } from './regole.ts';

export const PERCORSO = '/servizio/allacciamento-lampade-votive';
export const TITOLO = 'Allacciamento lampade votive';

/** @param oggi the day it is in Rome, where the form is filled in */
export const moduloDi = (oggi = ''): Modulo => ({
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
  categorie: CATEGORIE_RICHIEDENTE,
  serveFile: 'Allega almeno un file: la concessione della tomba, o una foto che la mostri.',
  schema: dati,
  componi: (v) => ({
    ...{ ente: v.ente, cimitero: v.cimitero, tipo: v.tipo },
    defunto: { nome: v.defunto_nome, cognome: v.defunto_cognome, data_decesso: v.defunto_data_decesso },
    posizione: { campo: v.posizione_campo, fila: v.posizione_fila, numero: v.posizione_numero },
    lampade: v.lampade,
    fatturazione: {
      ...{ indirizzo: v.fatturazione_indirizzo, cap: v.fatturazione_cap },
      ...{ comune: v.fatturazione_comune, provincia: v.fatturazione_provincia },
    },
    decorrenza: v.decorrenza,
    richiedente: componiRichiedente(v),
  }),
  oltre: (compilato, modulo) => ({
    ...oltreRichiedente(compilato, modulo),
    ...(oggi &&
      erroriGiorni(
        { data_decesso: compilato.valori.defunto_data_decesso, decorrenza: compilato.valori.decorrenza },
        oggi,
      )),
  }),
  // A body that does not answer for the service is put right where it is chosen.
  altrove: { codice: 'ente' },
});
