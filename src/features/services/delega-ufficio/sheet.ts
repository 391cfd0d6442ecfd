/** What the start page of the request says. */
import type { ServiceSheet } from '../../../context.ts';

export const delegaSheet: ServiceSheet = {
  who:
    'A chi deve agire per una persona che non può dargli una delega: eredi, tutori, curatori, amministratori di sostegno, chi si prende ' +
    'cura di un familiare. Se la persona può accedere con la sua identità digitale, la delega la dà lei dalla sua area riservata.',
  access: 'Accedi con SPID o CIE: chi agisce è riconosciuto ogni volta.',
  needed: [
    'SPID o CIE',
    'nome, cognome e codice fiscale della persona',
    'il documento che lo prova: la nomina del giudice; per gli eredi la dichiarazione sostitutiva e il certificato di morte; per chi assiste la richiesta firmata dalla persona, con un suo documento',
    'un indirizzo e-mail che puoi leggere adesso',
  ],
  minutes: 5,
  cost: 'La richiesta è gratuita.',
  gets: 'Se l’ufficio la concede, vedi le posizioni della persona in quel Comune e, se lo chiedi, paghi e presenti richieste per lei, fino a un giorno. Vale solo per quell’ente.',
  how: [
    'Scrivi per chi vuoi agire, a che titolo e che cosa ti serve.',
    'Allega il documento, controlla il riepilogo e invia.',
    'L’ufficio controlla, se serve ti chiede altro, e ti risponde.',
  ],
};
