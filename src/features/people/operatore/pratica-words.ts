/** Words of the operators' list for the urgency, unread entries and state of a case. Pure. */

import { MAX_COUNT, upToInWords } from '../../../platform/atoms/count-words.ts';
import { daysBetween } from '../../../platform/atoms/date.ts';
import { isOpenStato, STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import type { Coda, PraticaListItem } from './operatore.contract.ts';

/** How many days ahead a due date is shown. */
const SOON_DAYS = 3;

/** Names of the states for operators, in the order of the work. */
export const STATI_UFFICIO: Record<StatoPratica, string> = {
  ...STATO_LABELS,
  inviata: 'Da prendere in carico',
  da_integrare: 'In attesa del cittadino',
};

/** The same as options of a select. */
export const STATO_GROUPS: Record<StatoPratica, string> = {
  ...STATI_UFFICIO,
  conclusa: 'Concluse',
  accettata: 'Accettate',
  rifiutata: 'Rifiutate',
  ritirata: 'Ritirate',
};

export const CODA_NAMES: Record<Coda, string> = {
  mie: 'Le mie',
  ufficio: 'Del mio ufficio',
  da_assegnare: 'Da assegnare',
  in_ritardo: 'In ritardo',
  in_scadenza: 'Scadono in 7 giorni',
  in_attesa: 'In attesa del cittadino',
  chiuse: 'Chiuse',
};

/** @param giorno today, `YYYY-MM-DD` @returns words for a near or missed due date, null for any other */
export function urgencyInWords(
  { stato, termine_il }: Pick<PraticaListItem, 'stato' | 'termine_il'>,
  giorno: string,
): string | null {
  // The term is suspended while the case waits for the citizen (product rule).
  if (!isOpenStato(stato) || stato === 'da_integrare') return null;
  const daysLeft = daysBetween(giorno, termine_il);
  if (daysLeft < -1) return `In ritardo di ${-daysLeft} giorni`;
  if (daysLeft === -1) return 'In ritardo di un giorno';
  if (daysLeft === 0) return 'Scade oggi';
  if (daysLeft === 1) return 'Scade domani';
  return daysLeft <= SOON_DAYS ? `Scade tra ${daysLeft} giorni` : null;
}

/** @returns the number of unread entries in words, null when there are none */
export function unreadInWords(n: number): string | null {
  if (n === 0) return null;
  return n === 1 ? '1 novità da leggere' : `${n} novità da leggere`;
}

/** "1 pratica", "204 pratiche", "oltre 1.000 pratiche". */
export const praticheInWords = (n: number): string => (n === 1 ? '1 pratica' : `${countInWords(n)} pratiche`);

/** @param n up to {@link MAX_COUNT}, or one more */
export const countInWords = (n: number): string => upToInWords(n, MAX_COUNT);
