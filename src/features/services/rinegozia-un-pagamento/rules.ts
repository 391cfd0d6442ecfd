/** Until when a payment may be put off. Pure; server and browser. */
import { addDays, shortDate, withArticle } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';

/** @property from, @property to first and last day that may be asked for */
export type ProrogaLimits = { from: string; to: string };

/**
 * Counts from the due date, or from today when it has passed. Of several documents, the limits that hold for all of them.
 * @param today date in Rome
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
