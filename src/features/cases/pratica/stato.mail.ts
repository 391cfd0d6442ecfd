/** The words of the mails about each state of a case: the subject, what the state means, and what the citizen can do. Pure. */
import type { Ente } from '../ente/ente.ts';
import { REOPEN_DAYS, type StatoPratica } from './stati.ts';

export type MailPratica = {
  ente: Pick<Ente, 'nome' | 'colore' | 'contatti' | 'stemma'>;
  /** The case's number, "2026/000123" */
  protocollo: string;
  tipo: 'segnalazione' | 'richiesta';
};

/** @property oggetto follows "La tua segnalazione" and "Segnalazione 2026/000123:" @property invitation label of the button */
type StatoWords = { oggetto: string; sentences: string[]; invitation?: string };

/** Does not promise a mail for each message: after one there is none until it is read, or for half an hour (product rule). */
export const NOTICE_TEXT = 'Ti avvisiamo per e-mail quando c’è qualcosa di nuovo da leggere.';

/** What each state means to the citizen, and what happens next. */
export const STATO_WORDS: Record<StatoPratica, (pratica: Pick<MailPratica, 'tipo'>) => StatoWords> = {
  // Sent only with the ente's register number, since the receipt is a mail of its own.
  inviata: ({ tipo }) => ({
    oggetto: 'è stata registrata',
    sentences: [
      `L’ente ha registrato la tua ${tipo} nel suo protocollo: trovi il numero qui sotto.`,
      `Per ora non devi fare nulla. ${NOTICE_TEXT}`,
    ],
  }),
  in_elaborazione: ({ tipo }) => ({
    oggetto: 'è in lavorazione',
    sentences: [
      `Un operatore dell’ente si sta occupando della tua ${tipo}.`,
      `Per ora non devi fare nulla. ${NOTICE_TEXT}`,
    ],
  }),
  da_integrare: ({ tipo }) => ({
    oggetto: 'aspetta una tua risposta',
    sentences: [
      'Per andare avanti l’ente ti chiede altre informazioni o altri documenti.',
      `Apri la pagina della ${tipo}, leggi che cosa serve e rispondi lì: poi un operatore riprende il lavoro.`,
      'Finché non rispondi la lavorazione è sospesa, e la data della risposta si sposta dei giorni di attesa.',
    ],
    invitation: 'Leggi e rispondi',
  }),
  conclusa: ({ tipo }) => ({
    oggetto: 'è stata chiusa',
    sentences: [
      `L’ente ha chiuso la tua ${tipo}. La risposta è nella sua pagina.`,
      // Requests cannot be opened again.
      ...(tipo === 'segnalazione'
        ? [
            `Se il problema non è risolto, puoi riaprirla entro ${REOPEN_DAYS} giorni dalla stessa pagina: la rilegge un operatore.`,
          ]
        : []),
    ],
    invitation: 'Leggi la risposta',
  }),
  accettata: ({ tipo }) => ({
    oggetto: 'è stata accettata',
    sentences: [
      `L’ente ha accettato la tua ${tipo}.`,
      'Apri la pagina per leggere la decisione e che cosa devi fare ora, per esempio se c’è qualcosa da pagare.',
    ],
    invitation: 'Leggi la decisione',
  }),
  rifiutata: ({ tipo }) => ({
    oggetto: 'non è stata accettata',
    sentences: [
      `L’ente non ha accettato la tua ${tipo}. Il motivo è nella sua pagina.`,
      'Se qualcosa non ti è chiaro, contatta l’ufficio: trovi i recapiti in fondo a questa e-mail.',
    ],
    invitation: 'Leggi la decisione',
  }),
  ritirata: ({ tipo }) => ({
    oggetto: 'è stata ritirata',
    sentences: [
      `Come ci hai chiesto, la tua ${tipo} è stata ritirata e l’ente non la lavora più.`,
      'Non devi fare altro. Se cambi idea puoi inviarne una nuova.',
    ],
  }),
};
