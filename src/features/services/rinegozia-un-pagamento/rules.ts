/** Until when a payment may be put off. Pure; server and browser. */
import { addDays, shortDate, withArticle } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

/** @property da, @property a first and last day that may be asked for */
export type ProrogaLimits = { from: string; to: string };

/**
 * So many days after the due date, or after today where that has gone by; of several documents, what holds for all of them.
 * @param today the day it is in Rome
 */
export function computeLimits(
  documenti: readonly { scadenza: string | null }[],
  max_giorni: number,
  today: string,
): ProrogaLimits {
  const startDays = documenti.map(({ scadenza }) => (scadenza && scadenza > today ? scadenza : today)).sort();
  const firstDay = startDays[0] ?? today;
  const lastDay = startDays.at(-1) ?? today;
  return { from: addDays(lastDay, 1), to: addDays(firstDay, max_giorni) };
}

const TOO_FAR_APART = 'Questi documenti scadono in giorni troppo lontani tra loro: fai una richiesta per ciascuno.';

/** @returns why there is no day to choose, in words */
export const reasonAgainst = ({ from, to }: ProrogaLimits): string | null => (to < from ? TOO_FAR_APART : null);

export function checkScadenza(limits: ProrogaLimits, asked: string): FieldErrors {
  const { from, to } = limits;
  const reason = reasonAgainst(limits);
  if (reason) return { nuova_scadenza: [reason] };
  if (asked === '' || (asked >= from && asked <= to)) return {};
  return {
    nuova_scadenza: [
      `Puoi chiedere una scadenza ${withArticle('dal', shortDate(from))} ${withArticle('al', shortDate(to))}.`,
    ],
  };
}
