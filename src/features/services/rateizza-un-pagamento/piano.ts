/** The instalment plan: how many instalments a total allows, when each is due and what it costs. Pure; server and browser. */

/** @property fino_cent highest total it holds for, null: any @property min, @property max instalments; 0: none */
export type RateThreshold = { fino_cent: number | null; min: number; max: number };

/** L. 160/2019 art. 1 c. 796; an ente may set others. */
export const LEGAL_THRESHOLDS: readonly RateThreshold[] = [
  { fino_cent: 100_00, min: 0, max: 0 },
  { fino_cent: 500_00, min: 2, max: 4 },
  { fino_cent: 3_000_00, min: 5, max: 12 },
  { fino_cent: 6_000_00, min: 13, max: 24 },
  { fino_cent: 20_000_00, min: 25, max: 36 },
  { fino_cent: null, min: 37, max: 72 },
];

/** @returns how many instalments the total allows, or null when it is to be paid at once */
export function allowedRate(
  totale_cent: number,
  thresholds: readonly RateThreshold[] = LEGAL_THRESHOLDS,
): { min: number; max: number } | null {
  const threshold = thresholds.find((s) => s.fino_cent === null || totale_cent <= s.fino_cent);
  return threshold && threshold.max > 1 ? { min: Math.max(2, threshold.min), max: threshold.max } : null;
}

/** Amounts in whole cents. @property scadenza day, `YYYY-MM-DD` @property importo_cent capital and interest */
export type Rata = {
  n: number;
  scadenza: string;
  capitale_cent: number;
  interessi_cent: number;
  importo_cent: number;
};

/**
 * @property tasso_centesimi yearly interest in hundredths of a per cent: 250 is 2.5 %
 * @property interestFrom day from which interest runs
 */
export type PianoInput = {
  totale_cent: number;
  rate: number;
  prima_scadenza: string;
  tasso_centesimi: number;
  interestFrom: string;
};

/**
 * Splits the capital into equal parts; spare cents go to the first, so that the parts sum to the total. Interest is charged on the
 * capital still owed, for the days since the previous instalment over 365, and half a cent is rounded up. Instalments are monthly,
 * on the last day of a month that is too short.
 */
export function computePiano({ totale_cent, rate, prima_scadenza, tasso_centesimi, interestFrom }: PianoInput): Rata[] {
  const share = Math.floor(totale_cent / rate);
  const spareCents = totale_cent - share * rate;
  let remaining = totale_cent;
  let previousDay = interestFrom;
  return Array.from({ length: rate }, (_, i) => {
    const scadenza = addMonths(prima_scadenza, i);
    const capitale_cent = share + (i === 0 ? spareCents : 0);
    const interessi_cent = interestCents(remaining, tasso_centesimi, daysBetween(previousDay, scadenza));
    remaining -= capitale_cent;
    previousDay = scadenza;
    return { n: i + 1, scadenza, capitale_cent, interessi_cent, importo_cent: capitale_cent + interessi_cent };
  });
}

/** Calculated in integers, because a floating-point error could turn the half cent that is rounded up. */
function interestCents(capitale_cent: number, tasso_centesimi: number, days: number): number {
  const numerator = capitale_cent * tasso_centesimi * Math.max(0, days);
  const denominator = 10_000 * 365;
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

const daysBetween = (a: string, b: string): number => (Date.parse(b) - Date.parse(a)) / 86_400_000;

/** @returns the same day of the month so many months later, or the last one of that month */
export function addMonths(giorno: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = giorno.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastDay))).toISOString().slice(0, 10);
}

/** Sums of a plan. */
export const sumPiano = (rate: readonly Rata[]): { interessi_cent: number; importo_cent: number } => ({
  interessi_cent: rate.reduce((s, r) => s + r.interessi_cent, 0),
  importo_cent: rate.reduce((s, r) => s + r.importo_cent, 0),
});
