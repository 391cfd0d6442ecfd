/** What the operators' list says of a case: how urgent, how much unread, in which state. Pure. */
import { daysBetween } from '../../../platform/atoms/date.ts';
import { isOpenStato, STATO_LABELS, type Stato } from '../../cases/pratica/stati.ts';
import type { PraticaListItem } from './operatore.contract.ts';

/** Days ahead in which a due date is told of. */
const SOON_DAYS = 3;

/** The states as the office reads them, in the order of the work. */
export const STATI_UFFICIO: Record<Stato, string> = {
  ...STATO_LABELS,
  inviata: 'Da prendere in carico',
  da_integrare: 'In attesa del cittadino',
};

/** The same as choices of a list. */
export const STATO_GROUPS: Record<Stato, string> = {
  ...STATI_UFFICIO,
  conclusa: 'Concluse',
  accettata: 'Accettate',
  rifiutata: 'Rifiutate',
  ritirata: 'Ritirate',
};

/** @param giorno today, `YYYY-MM-DD` @returns how the due date stands, null when there is nothing to hurry for */
export function urgencyInWords(
  { stato, termine_il }: Pick<PraticaListItem, 'stato' | 'termine_il'>,
  giorno: string,
): string | null {
  // While the citizen is awaited the days do not count (product rule).
  if (!isOpenStato(stato) || stato === 'da_integrare') return null;
  const daysLeft = daysBetween(giorno, termine_il);
  if (daysLeft < -1) return `In ritardo di ${-daysLeft} giorni`;
  if (daysLeft === -1) return 'In ritardo di un giorno';
  if (daysLeft === 0) return 'Scade oggi';
  if (daysLeft === 1) return 'Scade domani';
  return daysLeft <= SOON_DAYS ? `Scade tra ${daysLeft} giorni` : null;
}

/** @returns how many entries no operator has read, null when all are */
export function unreadInWords(n: number): string | null {
  if (n === 0) return null;
  return n === 1 ? '1 novità da leggere' : `${n} novità da leggere`;
}

/** "1 pratica", "1.204 pratiche". */
export function praticheInWords(n: number): string {
  return n === 1 ? '1 pratica' : `${n.toLocaleString('it-IT', { useGrouping: 'always' })} pratiche`;
}
