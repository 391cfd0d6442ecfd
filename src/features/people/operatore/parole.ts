/** What the operators' list says of a case: how urgent, how much unread, in which state. Pure. */
import { giorniTra } from '../../../platform/atoms/date.ts';
import { aperta, STATI, type Stato } from '../../cases/pratica/stati.ts';
import type { PraticaInElenco } from './operatore.contract.ts';

/** Days ahead in which a due date is told of. */
const VICINO = 3;

/** The states as the office reads them, in the order of the work. */
export const STATI_UFFICIO: Record<Stato, string> = {
  ...STATI,
  inviata: 'Da prendere in carico',
  da_integrare: 'In attesa del cittadino',
};

/** The same as choices of a list. */
export const GRUPPI: Record<Stato, string> = {
  ...STATI_UFFICIO,
  conclusa: 'Concluse',
  accettata: 'Accettate',
  rifiutata: 'Rifiutate',
  ritirata: 'Ritirate',
};

/** @param giorno today, `YYYY-MM-DD` @returns how the due date stands, null when there is nothing to hurry for */
export function urgenza(
  { stato, termine_il }: Pick<PraticaInElenco, 'stato' | 'termine_il'>,
  giorno: string,
): string | null {
  // While the citizen is awaited the days do not count (product rule).
  if (!aperta(stato) || stato === 'da_integrare') return null;
  const mancano = giorniTra(giorno, termine_il);
  if (mancano < -1) return `In ritardo di ${-mancano} giorni`;
  if (mancano === -1) return 'In ritardo di un giorno';
  if (mancano === 0) return 'Scade oggi';
  if (mancano === 1) return 'Scade domani';
  return mancano <= VICINO ? `Scade tra ${mancano} giorni` : null;
}

/** @returns how many entries no operator has read, null when all are */
export function daLeggere(n: number): string | null {
  if (n === 0) return null;
  return n === 1 ? '1 novità da leggere' : `${n} novità da leggere`;
}

/** "1 pratica", "1.204 pratiche". */
export function pratiche(n: number): string {
  return n === 1 ? '1 pratica' : `${n.toLocaleString('it-IT', { useGrouping: 'always' })} pratiche`;
}
