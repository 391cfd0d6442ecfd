/** The frequent questions: the page shows them with their answers, the search of the home page leads to them. */

/** Questions by the anchor of their answer. @property words what people type who look for it */
export const FAQ = {
  identita: {
    question: 'Devo avere SPID o CIE per segnalare un disservizio?',
    words: 'spid cie accedere registrarsi password identità anonimo',
  },
  segnalare: { question: 'Come faccio una segnalazione?', words: 'segnalare disservizio foto problema' },
  codice: {
    question: 'Non ho ricevuto il codice via e-mail. Che cosa faccio?',
    words: 'codice otp email posta spam arriva',
  },
  file: { question: 'Quali file posso allegare?', words: 'allegato foto pdf documento dimensione formato heic p7m' },
  bozza: {
    question: 'Posso fermarmi e continuare dopo?',
    words: 'bozza salvare riprendere interrompere sospendere continuare',
  },
  stato: {
    question: 'Come so a che punto è la mia pratica?',
    words: 'stato pratica seguire numero protocollo risposta quando',
  },
  ospite: {
    question: 'Ho inviato una pratica senza accedere. Posso averla nell’area riservata?',
    words: 'ospite pratica area riservata recuperare',
  },
  posizione: {
    question: 'Come vedo i documenti e le scadenze di una posizione?',
    words: 'posizione documento scadenza lettera codice utente controllo',
  },
  correggere: {
    question: 'Ho sbagliato qualcosa dopo l’invio. Come rimedio?',
    words: 'sbagliato errore correggere modificare annullare',
  },
  aiuto: { question: 'Non trovo la risposta', words: 'aiuto assistenza contatto telefono' },
} as const satisfies Record<string, { question: string; words: string }>;

/** Where the answers are, for a municipality without a page of its own. */
export const FAQ_PATH = '/informazioni/faq';
