/** What the start page of the petition says. */
import type { ServiceSheet } from '../../../context.ts';

export const istanzaSheet: ServiceSheet = {
  who: 'A chi paga un tributo all’ente e chiede un rimborso, una correzione o un chiarimento.',
  access:
    'Puoi accedere con SPID o CIE, oppure usare il codice utente e il codice controllo della lettera. Se l’istanza non riguarda un ' +
    'documento, non servono.',
  needed: [
    'la tua richiesta: che cosa è successo e che cosa chiedi',
    'se riguarda un documento: SPID o CIE, oppure la lettera con i due codici',
    'un documento di identità, se non accedi',
    'un indirizzo e-mail che puoi leggere adesso',
  ],
  minutes: 5,
  cost: 'La richiesta è gratuita.',
  gets: 'La risposta scritta dell’ente, con il motivo della decisione.',
  how: [
    'Scegli i documenti, oppure continua senza documenti.',
    'Scrivi che cosa chiedi e allega quello che serve.',
    'Controlla il riepilogo e invia.',
  ],
};
