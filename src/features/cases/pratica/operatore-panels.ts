/** What an operator can do on the page of a case, a panel each: to answer, and what changes the state. Pure; server and browser. */
import { type Azione, type PraticaEnding, REOPEN_DAYS, type TipoPratica } from './stati.ts';

/** `rispondi` leaves the state as it is; the others are named as in calls, in the order of the bar. */
export const OPERATORE_PANELS = [
  'in_elaborazione',
  'rispondi',
  'da_integrare',
  'conclusa',
  'accettata',
  'rifiutata',
] as const;
export type OperatorePanel = (typeof OPERATORE_PANELS)[number];

export const isOperatorePanel = (word: string | null | undefined): word is OperatorePanel =>
  (OPERATORE_PANELS as readonly (string | null | undefined)[]).includes(word);

/** A decision has a form of its own, which asks once more. */
export const isDecisionePanel = (panel: OperatorePanel): panel is 'accettata' | 'rifiutata' =>
  panel === 'accettata' || panel === 'rifiutata';

/** The panels that are possible now. @param turn whose turn it is, and what the reader can do */
export const possiblePanels = (turn: { azioni: readonly Azione[]; puo_scrivere: boolean }): OperatorePanel[] =>
  OPERATORE_PANELS.filter((panel) => (panel === 'rispondi' ? turn.puo_scrivere : turn.azioni.includes(panel)));

/** @property label on the bar @property field label of the text @property effects what will happen @property submit the one button */
export type PanelWords = { label: string; title: string; field: string; effects: string; submit: string };

const MAIL_NOTICE = 'Se ha un’e-mail lo avvisiamo.';

/** The words of a panel. @param of the case */
export function panelWords(panel: OperatorePanel, of: { tipo: TipoPratica; ending: PraticaEnding }): PanelWords {
  const { tipo } = of;
  switch (panel) {
    case 'rispondi':
      return {
        label: 'Rispondi',
        title: 'Rispondi al cittadino',
        field: 'Messaggio',
        effects: `Il cittadino legge la risposta tra i messaggi. ${MAIL_NOTICE} La ${tipo} resta nello stato in cui è.`,
        submit: 'Invia la risposta',
      };
    case 'in_elaborazione':
      return {
        label: 'Prendi in carico',
        title: 'Prendi in carico',
        field: 'Messaggio (facoltativo)',
        effects: `La ${tipo} passa in lavorazione, e se non l’ha un collega è assegnata a te. Il cittadino legge che è stata presa in carico. ${MAIL_NOTICE}`,
        submit: 'Prendi in carico',
      };
    case 'da_integrare':
      return {
        label: 'Chiedi un’integrazione',
        title: 'Chiedi un’integrazione',
        field: 'Che cosa deve aggiungere',
        effects: `La ${tipo} torna al cittadino, e il termine si ferma finché non risponde. ${MAIL_NOTICE}`,
        submit: 'Chiedi l’integrazione',
      };
    case 'conclusa':
      return {
        label: 'Concludi…',
        title: `Concludi la ${tipo}`,
        field: 'Com’è andata a finire',
        effects: `La ${tipo} si chiude e non riceve più messaggi. Il cittadino legge quello che scrivi qui${tipo === 'segnalazione' ? `, e può riaprirla per ${REOPEN_DAYS} giorni` : ''}. ${MAIL_NOTICE}`,
        submit: `Concludi la ${tipo}`,
      };
    default:
      return {
        label: panel === 'accettata' ? 'Accetta…' : 'Rifiuta…',
        title: panel === 'accettata' ? 'Accetta la richiesta' : 'Rifiuta la richiesta',
        field: 'Motivo della decisione',
        effects:
          panel === 'accettata'
            ? `La richiesta è accettata e si chiude. Quello che la decisione cambia (documenti, scadenze, permessi) vale da subito. ${MAIL_NOTICE} Non si può tornare indietro.`
            : `La richiesta è rifiutata e si chiude. Il cittadino legge il motivo. ${MAIL_NOTICE} Non si può tornare indietro.`,
        submit: panel === 'accettata' ? 'Accetta la richiesta' : 'Rifiuta la richiesta',
      };
  }
}
