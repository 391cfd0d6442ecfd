/** The words of the chat screens: whose turn it is, what comes next, who wrote what. Pure. */

import { addDays, dateInWords, instantInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { TimelineItem } from '../../../ui/form/Timeline.tsx';
import {
  CASELLA_AUTHOR,
  isOpenStato,
  type PraticaEnding,
  type PraticaSide,
  REOPEN_DAYS,
  STATO_LABELS,
  type StatoPratica,
} from '../pratica/stati.ts';
import type { PraticaDetail, ShownEvento } from './chat.contract.ts';
import type { StatePart } from './parts.ts';

export type SpokenPratica = Pick<PraticaDetail, 'tipo' | 'stato' | 'vista' | 'azioni' | 'termine_il'> &
  Pick<StatePart, 'chiusa_il'>;

/** The label of the state for this side. */
export function describeStato({ stato, vista }: Pick<SpokenPratica, 'stato' | 'vista'>): string {
  if (stato === 'da_integrare' && vista === 'operatore') return 'In attesa del cittadino';
  return STATO_LABELS[stato as StatoPratica];
}

/** @property note what follows from it, in small type */
export type SpokenSituation = { kind: 'info' | 'warning' | 'success'; title: string; text: string; note?: string };

/** By when the citizen of an open case has an answer, while that can be promised, or is expected. @param giorno today, `YYYY-MM-DD` */
export function describeTermine(
  p: Pick<SpokenPratica, 'stato' | 'vista' | 'termine_il'> & { ending: PraticaEnding },
  giorno: string,
): string | undefined {
  const isPromised = p.stato === 'inviata' || p.stato === 'in_elaborazione';
  if (p.vista !== 'cittadino' || !isPromised || termineState(p, giorno) !== 'da_venire') return undefined;
  return `${p.ending === 'visita' ? 'Ti aspettiamo' : 'Avrai risposta entro'} ${withArticle('il', dateInWords(p.termine_il))}`;
}

/**
 * Whether the due date of a case has passed. Days on which the office waits for the citizen do not count for the office (product rule),
 * so the stored date is an old one and does not matter then.
 * @param giorno today, `YYYY-MM-DD`
 */
export function termineState({ stato, termine_il }: Pick<SpokenPratica, 'stato' | 'termine_il'>, giorno: string) {
  const isPast = termine_il < giorno;
  if (!isPast) return 'da_venire';
  return stato === 'da_integrare' ? 'sospeso' : 'passato';
}

/** The label before the due date. @param giorno today, `YYYY-MM-DD` */
export function termineLabel(p: Pick<SpokenPratica, 'stato' | 'termine_il'>, giorno: string): string {
  return {
    da_venire: 'Da concludere entro il',
    sospeso: 'Termine prima dell’attesa',
    passato: 'Era da concludere entro il',
  }[termineState(p, giorno)];
}

/** Whose turn it is now, and what the citizen can do: the first thing on the screen. @param giorno today, `YYYY-MM-DD` */
export function situationForCittadino(p: SpokenPratica & { ending: PraticaEnding }, giorno: string): SpokenSituation {
  const termine = dateInWords(p.termine_il);
  const isLate = termineState(p, giorno) === 'passato';
  const pastText = `Il termine per risponderti era ${withArticle('il', termine)} ed è passato: chiedi notizie qui sotto, o contatta l’ente con i recapiti in fondo alla pagina.`;
  if (p.ending === 'visita' && (p.stato === 'inviata' || p.stato === 'in_elaborazione')) return visitWords(isLate);
  switch (p.stato as StatoPratica) {
    case 'inviata':
      return {
        kind: isLate ? 'warning' : 'info',
        title: `L’ufficio ha ricevuto la tua ${p.tipo}`,
        text: `Deve ancora prenderla in carico. ${isLate ? pastText : 'Intanto puoi scrivere o aggiungere file.'}`,
      };
    case 'in_elaborazione':
      return {
        kind: isLate ? 'warning' : 'info',
        title: 'L’ufficio sta lavorando',
        text: isLate ? pastText : 'Non devi fare nulla. Se hai altro da dire puoi scriverlo qui sotto.',
      };
    case 'da_integrare':
      return {
        kind: 'warning',
        title: 'Aspettiamo la tua risposta',
        text: 'L’ufficio ti ha chiesto qualcosa: leggi il messaggio e rispondi qui sotto. I giorni in cui aspettiamo te non contano nel termine.',
      };
    default:
      return { kind: p.stato === 'rifiutata' ? 'warning' : 'success', text: closedReason(p), ...closedWords(p) };
  }
}

const visitWords = (isOver: boolean): SpokenSituation =>
  isOver
    ? { kind: 'info', title: 'Il giorno del tuo appuntamento è passato', text: 'Se ti serve altro scrivi qui sotto.' }
    : {
        kind: 'success',
        title: 'Il tuo appuntamento è fissato',
        text: 'Non devi fare altro. Se non puoi venire spostalo o annullalo; se hai altro da dire scrivilo qui sotto.',
      };

/** The result comes first, and small what follows from it. */
export const closedWords = ({ tipo, stato }: SpokenPratica) => ({
  title: `${tipo === 'segnalazione' ? 'Segnalazione' : 'Richiesta'} ${STATO_LABELS[stato as StatoPratica].toLowerCase()}`,
  note: `La ${tipo} non riceve più messaggi.`,
});

function closedReason({ tipo, stato, azioni, chiusa_il }: SpokenPratica): string {
  if (azioni.includes('non_risolto') && chiusa_il) {
    const lastDay = dateInWords(addDays(todayInRome(Date.parse(chiusa_il)), REOPEN_DAYS));
    return `L’ufficio ha concluso il lavoro. Se il problema non è risolto puoi riaprirla fino ${withArticle('al', lastDay)}, qui sotto.`;
  }
  if (stato === 'conclusa' && tipo === 'richiesta')
    return 'L’ufficio ti ha risposto: trovi la risposta nei messaggi. Se hai altre domande scrivi di nuovo allo sportello.';
  if (stato === 'conclusa')
    return `L’ufficio ha concluso il lavoro da più di ${REOPEN_DAYS} giorni e non si può più riaprire. Se il problema c’è ancora invia una nuova segnalazione.`;
  if (stato === 'ritirata') return 'L’hai ritirata tu. Se ti serve ancora, invia una nuova richiesta.';
  return 'L’ufficio ha deciso: trovi la decisione nei messaggi. Se hai dubbi contatta l’ente con i recapiti in fondo alla pagina.';
}

type EndingPratica = Omit<StatePart, 'azioni' | 'pagamenti'> & { ending: PraticaEnding };

/** Past and future steps of a case, in order of time. @param giorno today, `YYYY-MM-DD` */
export function listSteps(d: EndingPratica, giorno: string): TimelineItem[] {
  const stepAt = (datetime: string, title: string): TimelineItem => ({
    datetime,
    when: dateInWords(Date.parse(datetime)),
    title,
  });
  const steps = [stepAt(d.inviata_il, d.tipo === 'segnalazione' ? 'Segnalazione ricevuta' : 'Richiesta ricevuta')];
  if (d.presa_in_carico_il) steps.push(stepAt(d.presa_in_carico_il, 'Presa in carico'));
  if (!isOpenStato(d.stato as StatoPratica)) {
    return d.chiusa_il ? [...steps, stepAt(d.chiusa_il, STATO_LABELS[d.stato as StatoPratica])] : steps;
  }
  const state = termineState(d, giorno);
  if (state === 'passato') {
    steps.push(stepAt(d.termine_il, 'Termine passato'));
    steps.sort((a, b) => Date.parse(a.datetime) - Date.parse(b.datetime));
  }
  if (d.stato === 'da_integrare')
    steps.push({
      ...stepAt(d.termine_il, d.vista === 'cittadino' ? 'La tua risposta' : 'Risposta del cittadino'),
      when: 'Adesso',
      future: true,
    });
  else if (!d.presa_in_carico_il && d.ending !== 'visita')
    steps.push({ ...stepAt(d.termine_il, 'Presa in carico'), when: 'Prossimo passo', future: true });
  if (state === 'passato') steps.push({ datetime: '', when: 'Da fare', title: END_LABELS[d.ending], future: true });
  else
    steps.push({
      ...stepAt(d.termine_il, state === 'sospeso' ? 'Termine prima dell’attesa' : termineTitle(d)),
      when: dateInWords(d.termine_il),
      future: true,
    });
  return steps;
}

const END_LABELS: Record<PraticaEnding, string> = {
  conclusione: 'Conclusione',
  decisione: 'Decisione',
  visita: 'Conclusione',
};

function termineTitle({ ending, vista }: Pick<EndingPratica, 'ending' | 'vista'>): string {
  if (ending === 'visita') return 'Appuntamento';
  const isConcluded = ending === 'conclusione';
  if (vista === 'operatore') return isConcluded ? 'Termine per concluderla' : 'Termine per la decisione';
  return isConcluded ? 'Termine entro cui sarà conclusa' : 'Termine entro cui riceverai la decisione';
}

/** The author of an entry, as the reader calls them. @param ente name of the ente of the case */
export function authorOf(
  e: Pick<ShownEvento, 'da' | 'chi'>,
  d: Pick<PraticaDetail, 'vista' | 'dati'>,
  ente: string,
): string {
  if (e.da === 'sistema') return 'Portale';
  if (e.da === 'cittadino')
    return d.vista === 'cittadino' ? 'Tu' : [fullName(d.dati), 'cittadino'].filter(Boolean).join(', ');
  const author = e.chi === CASELLA_AUTHOR && d.vista === 'cittadino' ? 'ufficio' : e.chi;
  return author ? `${ente}, ${author}` : ente;
}

/** A change of state in the words of the timeline. */
export function describeChange(e: Pick<ShownEvento, 'da' | 'stato'>, tipo: PraticaDetail['tipo']): string {
  const noun = tipo === 'segnalazione' ? 'Segnalazione' : 'Richiesta';
  switch (e.stato as StatoPratica) {
    case 'inviata':
      return `${noun} inviata`;
    case 'in_elaborazione':
      if (e.da === 'sistema') return `${noun} in lavorazione`;
      return e.da === 'cittadino' ? `${noun} di nuovo in lavorazione` : `${noun} presa in carico`;
    case 'da_integrare':
      return 'Chiesta un’integrazione';
    default:
      return `${noun} ${STATO_LABELS[e.stato as StatoPratica].toLowerCase()}`;
  }
}

/** The sentence shown after a form without JavaScript, by the word in the address. */
export const DONE_TEXTS = {
  inviato: 'Messaggio inviato.',
  presa: 'Presa in carico.',
  chiesta: 'Richiesta di integrazione inviata.',
  conclusa: 'Pratica conclusa.',
  decisa: 'Decisione inviata: avvisiamo il cittadino per e-mail.',
  riaperta: 'Segnalazione riaperta: l’ufficio è stato avvisato.',
  ritirata: 'Richiesta ritirata.',
  nascosto: 'Contenuto nascosto. Nella conversazione resta una traccia.',
  nascosto_per_tutti: 'Contenuto nascosto qui e tolto dall’elenco pubblico. Nella conversazione resta una traccia.',
  nascosto_da_controllare:
    'Contenuto nascosto qui. Questa segnalazione è nell’elenco pubblico: apri la sua pagina da «Elenco pubblico» e controlla che lì non resti niente di quello che hai nascosto.',
  protocollata: 'Protocollo dell’ente salvato.',
  link: 'Nuovo collegamento inviato alla casella dell’ente.',
} as const;
export type DoneKind = keyof typeof DONE_TEXTS;

/** @param pubblico what became of it on the public side of the report */
export const hiddenKindOf = (pubblico: 'tolto' | 'da_controllare' | undefined): DoneKind =>
  pubblico === undefined ? 'nascosto' : pubblico === 'tolto' ? 'nascosto_per_tutti' : 'nascosto_da_controllare';

const DONE_BY_STATO: Readonly<Record<string, DoneKind>> = {
  in_elaborazione: 'presa',
  da_integrare: 'chiesta',
  conclusa: 'conclusa',
  accettata: 'decisa',
  rifiutata: 'decisa',
  ritirata: 'ritirata',
  non_risolto: 'riaperta',
};

/** @param stato the action that was sent with the message, if any */
export function doneKindOf(stato: string | undefined): DoneKind {
  return DONE_BY_STATO[stato ?? ''] ?? 'inviato';
}

export function isDoneKind(word: string | null): word is DoneKind {
  return word !== null && Object.hasOwn(DONE_TEXTS, word);
}

/** Formats an instant of a call in words. */
export const formatInstant = (instant: string): string => instantInWords(Date.parse(instant));

/**
 * Merges newly read events into those that are shown: known ones are replaced, later ones added at the end.
 * @param shown in the order of the timeline
 */
export function mergeNews(
  shown: readonly ShownEvento[],
  read: Pick<PraticaDetail, 'eventi' | 'cambiati' | 'letto_fino' | 'vista'>,
): ShownEvento[] {
  const changed = new Map((read.cambiati ?? []).map((e) => [e.id, e]));
  const known = new Set(shown.map((e) => e.id));
  const all = [...shown.map((e) => changed.get(e.id) ?? e), ...read.eventi.filter((e) => !known.has(e.id))];
  return all.map((e) => (e.da === read.vista && e.n <= read.letto_fino ? { ...e, letto: true } : e));
}

/** Keys of the new entries that a screen reader should announce; the reader's own are left out. */
export function findNewEventi(before: readonly ShownEvento[], after: readonly ShownEvento[], vista: PraticaSide) {
  const known = new Set(before.map((e) => e.id));
  return after.filter((e) => !known.has(e.id) && e.da !== vista);
}
