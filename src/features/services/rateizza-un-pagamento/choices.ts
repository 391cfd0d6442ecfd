/** The numbers of instalments to choose from, each with what it means in money and time. Pure; server and browser. */
import { shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { sumPiano } from './piano.ts';
import { pianoTitle } from './piano-words.ts';
import { makePiano, type RateLimits } from './rules.ts';

/** @property title "4 rate da circa 115 €" @property details its last day and its interest, while there is a right first day */
export type RataChoice = { n: number; title: string; details: string[] };

/** More cards than that are a list to search, not a choice to compare. */
const MAX_CARDS = 5;
/** Numbers that people think in: years, half years, quarters. */
const ROUND_STEPS = [1, 2, 3, 6, 12, 24];

/** The numbers worth a card: the fewest, the most, and round ones between them. */
export function typicalNumbers({ min, max }: { min: number; max: number }): number[] {
  const withStep = (step: number) =>
    Array.from({ length: max - min + 1 }, (_, i) => min + i).filter((n) => n === min || n === max || n % step === 0);
  return ROUND_STEPS.map(withStep).find((numbers) => numbers.length <= MAX_CARDS) ?? [min, max];
}

/** @param firstDay as chosen: the last day and the interest follow from it @returns every allowed number, once: the rare ones, of which there may be many, in short */
export function listChoices(limits: RateLimits, firstDay: string): { cards: RataChoice[]; others: RataChoice[] } {
  const { rate } = limits;
  if (!rate) return { cards: [], others: [] };
  const typical = typicalNumbers(rate);
  const all = Array.from({ length: rate.max - rate.min + 1 }, (_, i) => describeChoice(limits, rate.min + i, firstDay));
  return {
    cards: all.filter(({ n }) => typical.includes(n)),
    others: all.filter(({ n }) => !typical.includes(n)).map((choice) => ({ ...choice, details: [] })),
  };
}

function describeChoice(limits: RateLimits, n: number, firstDay: string): RataChoice {
  const chosen = makePiano(limits, { rate: String(n), prima_scadenza: firstDay });
  const last = chosen?.at(-1);
  const piano = chosen ?? makePiano(limits, { rate: String(n), prima_scadenza: limits.from }) ?? [];
  const { interessi_cent } = sumPiano(piano);
  const details = last ? [`Fino ${withArticle('al', shortDate(last.scadenza))}`] : [];
  if (last && interessi_cent > 0) details.push(`interessi ${formatEuro(interessi_cent)}`);
  return { n, title: pianoTitle(piano), details };
}
