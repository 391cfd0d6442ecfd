/** What the start page of the review says. */
import type { ServiceSheet } from '../../../context.ts';

export const riesameSheet: ServiceSheet = {
  who: 'A chi ha ricevuto dall’ente un avviso che ritiene sbagliato, già pagato o di un’altra persona.',
  access:
    'Puoi accedere con SPID o CIE, oppure usare il codice utente e il codice controllo della lettera che hai ricevuto.',
  needed: [
    'SPID o CIE, oppure la lettera con i due codici',
    'i documenti che mostrano le tue ragioni, ad esempio la ricevuta del pagamento',
    'un documento di identità, se non accedi',
    'un indirizzo e-mail che puoi leggere adesso',
  ],
  minutes: 5,
  cost: 'La richiesta è gratuita.',
  gets: 'La decisione dell’ente: il documento viene annullato, corretto o confermato, con il motivo.',
  how: [
    'Scegli il documento da rivedere.',
    'Scegli il motivo, racconta i fatti e allega le prove.',
    'Controlla il riepilogo e invia.',
  ],
};
