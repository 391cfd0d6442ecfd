/** What the start page of the appointments says. */
import type { ServiceSheet } from '../../../context.ts';

export const appuntamentoSheet: ServiceSheet = {
  who: 'A tutti: a chi vuole parlare con un ufficio o ha una pratica da fare di persona.',
  begin: 'Prenota un appuntamento',
  access:
    'Non serve accedere: basta un indirizzo e-mail che puoi leggere adesso. Se accedi, i tuoi dati sono già scritti.',
  needed: [
    'il motivo per cui vieni',
    'un indirizzo e-mail, per la conferma e per spostare o annullare l’appuntamento',
    'il giorno dell’appuntamento: quello che leggi nella conferma, sotto «Cosa serve»',
  ],
  minutes: 3,
  answer: 'La conferma è immediata.',
  cost: 'Il servizio è gratuito.',
  gets: 'Un appuntamento con giorno e ora, da aggiungere al tuo calendario. Se cambi idea lo sposti o lo annulli con un collegamento, e se vuoi ti avvisiamo quando si libera un orario prima.',
  how: [
    'Scegli l’ufficio, poi il giorno e l’ora tra quelli liberi.',
    'Scrivi il motivo e i tuoi dati.',
    'Controlla il riepilogo e invia: l’orario che scegli resta tuo per dieci minuti.',
  ],
};
