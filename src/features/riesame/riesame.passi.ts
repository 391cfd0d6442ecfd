/** The request to look at documents again as a form: its fields, their order and what they hold. Pure. */
import type { Modulo } from '../modulo/modulo.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';

export const SERVIZIO = 'riesame';
export const TITOLO = 'Riesame di un documento';

export const MOTIVI = {
  annullamento: 'Chiedo l’annullamento: il documento è sbagliato',
  rettifica: 'Chiedo la rettifica: i dati o l’importo non sono giusti',
  gia_pagato: 'Ho già pagato',
  errore_persona: 'Il documento non riguarda me',
  prescrizione: 'Il debito è prescritto',
  altro: 'Altro motivo',
} as const;

export const MAX_FATTI = 4000;

/** @param percorso of the page: names the documents */
export const moduloSu = (percorso: string): Modulo => ({
  percorso,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: ['ente', 'motivo', 'fatti', 'sospensione', 'file', ...CAMPI_RICHIEDENTE],
  caselle: { sospensione: '' },
  categorie: CATEGORIE_RICHIEDENTE,
  serveFile: 'Allega almeno un file che dimostri quello che scrivi: una ricevuta, una lettera, una foto.',
});
