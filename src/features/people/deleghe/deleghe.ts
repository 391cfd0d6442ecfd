/** Addresses and words of delegations. Pure. */
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import type { DelegatedPosizione, ShownDelega } from './deleghe.contract.ts';

export const DELEGHE_PATH = '/area-riservata/deleghe';
export const DELEGATED_PATH = `${DELEGHE_PATH}/posizioni`;

/**
 * "entro il 30 novembre 2026; 3 rate", "scadeva il 24 ottobre 2026"
 * @param today `YYYY-MM-DD` @returns undefined when nothing is to be paid by a day
 */
export function dueInWords(
  { prossima_scadenza: due, rate }: Pick<DelegatedPosizione, 'prossima_scadenza' | 'rate'>,
  today: string,
): string | undefined {
  const day = due && withArticle('il', dateInWords(due));
  const parts = [
    ...(due ? [due < today ? `scadeva ${day}` : `entro ${day}`] : []),
    ...(rate.length > 0 ? [rate.length === 1 ? '1 rata' : `${rate.length} rate`] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : undefined;
}

const OVER_WORDS = {
  scaduta: 'scaduta',
  rifiutata: 'rifiutata da chi l’ha ricevuta',
  revocata: 'revocata da chi l’ha data',
  rinunciata: 'lasciata da chi l’ha ricevuta',
  tolta: 'chiusa dall’ufficio che l’ha concessa',
} as const;

/** @returns why it no longer holds; undefined while it waits or holds */
export const overInWords = ({ stato }: Pick<ShownDelega, 'stato'>): string | undefined =>
  stato === 'attesa' || stato === 'attiva' ? undefined : OVER_WORDS[stato];

export const AVVISI_WORDS: Readonly<Record<ShownDelega['avvisi'], string>> = {
  entrambi: 'A me e alla persona delegata',
  titolare: 'Solo a me',
  delegato: 'Solo alla persona delegata',
};
