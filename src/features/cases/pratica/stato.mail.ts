/** What the mails tell a citizen about each state of a case: the subject, what it means, and what to do next. Pure. */
import type { Ente } from '../ente/ente.ts';
import { GIORNI_RIAPERTURA } from './stati.ts';

export type PraticaDellaMail = {
  ente: Pick<Ente, 'nome' | 'colore' | 'contatti'>;
  /** Number of the case, "2026/000123" */
  protocollo: string;
  tipo: 'segnalazione' | 'richiesta';
};

/** What a citizen is told of: the states of a case, and a report opened again. */
export type StatoDaComunicare =
  | 'inviata'
  | 'in_elaborazione'
  | 'da_integrare'
  | 'conclusa'
  | 'accettata'
  | 'rifiutata'
  | 'ritirata'
  | 'riaperta';

/** States in which the citizen still waits for an answer, and is told the date. */
export const APERTI: StatoDaComunicare[] = ['inviata', 'in_elaborazione', 'da_integrare', 'riaperta'];

/** @property oggetto follows "La tua segnalazione" and "Segnalazione 2026/000123:" @property invito on the button */
type Parole = { oggetto: string; frasi: string[]; invito?: string };

/** Not at each message: after a notice there is none until it is read, or for half an hour (product rule). */
export const AVVISO = 'Ti avvisiamo per e-mail quando c’è qualcosa di nuovo da leggere.';

/** What each state means to the citizen, and what happens next. */
export const STATI: Record<StatoDaComunicare, (pratica: Pick<PraticaDellaMail, 'tipo'>) => Parole> = {
  // Told only with the body's register number: the sending itself has its own mail.
  inviata: ({ tipo }) => ({
    oggetto: 'è stata registrata',
    frasi: [
      `L’ente ha registrato la tua ${tipo} nel suo protocollo: trovi il numero qui sotto.`,
      `Per ora non devi fare nulla. ${AVVISO}`,
    ],
  }),
  in_elaborazione: ({ tipo }) => ({
    oggetto: 'è in lavorazione',
    frasi: [`Un operatore dell’ente si sta occupando della tua ${tipo}.`, `Per ora non devi fare nulla. ${AVVISO}`],
  }),
  da_integrare: ({ tipo }) => ({
    oggetto: 'aspetta una tua risposta',
    frasi: [
      'Per andare avanti l’ente ti chiede altre informazioni o altri documenti.',
      `Apri la pagina della ${tipo}, leggi che cosa serve e rispondi lì: poi un operatore riprende il lavoro.`,
      'Finché non rispondi la lavorazione è sospesa, e la data della risposta si sposta dei giorni di attesa.',
    ],
    invito: 'Leggi e rispondi',
  }),
  conclusa: ({ tipo }) => ({
    oggetto: 'è stata chiusa',
    frasi: [
      `L’ente ha chiuso la tua ${tipo}. La risposta è nella sua pagina.`,
      // Requests cannot be opened again.
      ...(tipo === 'segnalazione'
        ? [
            `Se il problema non è risolto, puoi riaprirla entro ${GIORNI_RIAPERTURA} giorni dalla stessa pagina: la rilegge un operatore.`,
          ]
        : []),
    ],
    invito: 'Leggi la risposta',
  }),
  accettata: ({ tipo }) => ({
    oggetto: 'è stata accettata',
    frasi: [
      `L’ente ha accettato la tua ${tipo}.`,
      'Apri la pagina per leggere la decisione e che cosa devi fare ora, per esempio se c’è qualcosa da pagare.',
    ],
    invito: 'Leggi la decisione',
  }),
  rifiutata: ({ tipo }) => ({
    oggetto: 'non è stata accettata',
    frasi: [
      `L’ente non ha accettato la tua ${tipo}. Il motivo è nella sua pagina.`,
      'Se qualcosa non ti è chiaro, contatta l’ufficio: trovi i recapiti in fondo a questa e-mail.',
    ],
    invito: 'Leggi la decisione',
  }),
  ritirata: ({ tipo }) => ({
    oggetto: 'è stata ritirata',
    frasi: [
      `Come ci hai chiesto, la tua ${tipo} è stata ritirata e l’ente non la lavora più.`,
      'Non devi fare altro. Se cambi idea puoi inviarne una nuova.',
    ],
  }),
  riaperta: ({ tipo }) => ({
    oggetto: 'è stata riaperta',
    frasi: [
      `Abbiamo avvisato l’ente: un operatore rilegge la tua ${tipo} e ti risponde.`,
      'Se vuoi aggiungere altro, per esempio una foto, fallo dalla sua pagina.',
    ],
  }),
};
