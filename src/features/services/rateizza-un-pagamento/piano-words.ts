/** The words for a plan, the same in form, summary, receipt, mail and case. Pure. */

import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { type PianoDocumento, paidBeforeDue, type Rata, sumPiano } from './piano.ts';

/** "4 rate da circa 115 €": one figure to compare, in whole euros. */
export function pianoTitle(rate: readonly Rata[]): string {
  const euros = Math.round(sumPiano(rate).importo_cent / rate.length / 100);
  return `${rate.length} rate da circa ${formatEuro(euros * 100).replace(',00', '')}`;
}

/** "4 rate da circa 70 €: 281,71 € in tutto, di cui 2,11 € di interessi" */
export function pianoInWords(rate: readonly Rata[]): string {
  const { importo_cent, interessi_cent } = sumPiano(rate);
  const interestText = interessi_cent > 0 ? `di cui ${formatEuro(interessi_cent)} di interessi` : 'senza interessi';
  return `${pianoTitle(rate)}: ${formatEuro(importo_cent)} in tutto, ${interestText}`;
}

/** One sentence for each document that the plan pays off before it is due: asking for time would take some away. */
export const earlierInWords = (rate: readonly Rata[], documenti: readonly PianoDocumento[]): string[] =>
  paidBeforeDue(rate, documenti).map(
    ({ documento: { tipo }, scadenza, paidOn }) =>
      `${tipo} scade ${withArticle('il', dateInWords(scadenza))}: con queste rate finisci di pagare prima, ${withArticle('il', dateInWords(paidOn))}.`,
  );
