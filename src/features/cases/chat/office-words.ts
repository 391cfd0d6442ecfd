/** Whose turn it is on an operator's case, in the words of the office; apart from those that a citizen's page loads. Pure. */
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { REOPEN_DAYS, type StatoPratica } from '../pratica/stati.ts';
import { closedWords, type SpokenPratica, type SpokenSituation, termineState } from './pratica-words.ts';

/** Whose turn it is now, and what the office can do: the first thing on the screen. @param giorno today, `YYYY-MM-DD` */
export function situationForOperatore(p: SpokenPratica, giorno: string): SpokenSituation {
  const termine = dateInWords(p.termine_il);
  const isLate = termineState(p, giorno) === 'passato';
  const text = isLate
    ? `Il termine era ${withArticle('il', termine)} ed è passato: scrivi al cittadino quando avrà una risposta.`
    : `Termine: ${termine}.`;
  switch (p.stato as StatoPratica) {
    case 'inviata':
      return { kind: 'warning', title: 'Da prendere in carico', text };
    case 'in_elaborazione':
      return { kind: isLate ? 'warning' : 'info', title: 'In lavorazione da voi', text };
    case 'da_integrare':
      return {
        kind: 'info',
        title: 'Il cittadino deve rispondere',
        text: `I giorni di attesa non contano. Termine prima dell’attesa: ${termine}.`,
      };
    default:
      return {
        kind: 'success',
        ...closedWords(p),
        text:
          p.tipo === 'segnalazione' && p.stato === 'conclusa'
            ? `Il cittadino può riaprirla per ${REOPEN_DAYS} giorni dalla chiusura.`
            : 'La pratica resta qui da leggere.',
      };
  }
}
