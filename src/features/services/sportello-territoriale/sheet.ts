/** What the start page of the desk says. */
import type { ServiceSheet } from '../../../context.ts';

export const sportelloSheet: ServiceSheet = {
  who: 'A tutti: a chi cerca un ufficio, i suoi orari o un modulo, e a chi ha una domanda e non può andarci di persona.',
  begin: 'Vedi uffici e orari',
  access: 'Non serve accedere. Per scrivere a un ufficio basta un indirizzo e-mail.',
  needed: [
    'per consultare indirizzi, orari e moduli: niente',
    'per scrivere: la tua domanda e un indirizzo e-mail che puoi leggere adesso',
    'se servono, i documenti da allegare',
  ],
  minutes: 3,
  cost: 'Il servizio è gratuito.',
  gets: 'La risposta dell’ufficio, per e-mail e su una pagina dove puoi continuare a scrivere; una ricevuta in PDF con il numero.',
  how: [
    'Scegli l’ufficio.',
    'Leggi orari e recapiti, scarica un modulo oppure scrivi la tua domanda.',
    'Controlla il riepilogo e invia.',
  ],
};
