/** What the start page of the report says. */
import type { ServiceSheet } from '../../../context.ts';
import { MAX_FILE, MAX_FILES } from '../../cases/allegati/file-limits.ts';

export const segnalazioneSheet: ServiceSheet = {
  who: 'A tutti, residenti e no.',
  access: 'Non serve accedere: basta un indirizzo e-mail. Se accedi, nome e codice fiscale sono già scritti.',
  needed: [
    'il luogo: un indirizzo o la tua posizione',
    'una breve descrizione del problema',
    'un indirizzo e-mail che puoi leggere adesso: ti mandiamo un codice per confermarlo',
    `se vuoi, fino a ${MAX_FILES} foto o documenti, di al massimo ${MAX_FILE / 1024 / 1024} MB l’uno`,
  ],
  minutes: 3,
  cost: 'Il servizio è gratuito.',
  gets:
    'Un numero, una ricevuta in PDF e una pagina per seguire la segnalazione, parlare con l’ufficio e, se il problema non è ' +
    'risolto, riaprirla.',
  how: [
    'Leggi l’informativa sulla privacy.',
    'Scrivi dove e che cosa hai visto: puoi salvare e riprendere più tardi.',
    'Controlla il riepilogo e invia.',
  ],
};
