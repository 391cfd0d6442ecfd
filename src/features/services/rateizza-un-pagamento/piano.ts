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

/** @returns the highest total that is to be paid at once, if the first thresholds have one */
export function paidAtOnce(thresholds: readonly RateThreshold[]): number | undefined {
  const first = thresholds.findIndex(({ max }) => max > 1);
  return thresholds[first - 1]?.fino_cent ?? undefined;
}

/** Amounts in whole cents. @property scadenza day, `YYYY-MM-DD` @property importo_cent capital and interest */
export type Rata = {
  n: number;
  scadenza: string;
  capitale_cent: number;
  interessi_cent: number;
  importo_cent: number;
};

/** From which day a document bears interest: the first is the rule unless the ente sets another. */
export const DECORRENZE = ['scadenza_o_richiesta', 'scadenza', 'richiesta', 'prima_rata'] as const;
export type DecorrenzaInteressi = (typeof DECORRENZE)[number];

/** A document of the plan. @property scadenza null: it has none, and is owed from the day of the request */
export type PianoDocumento = { tipo: string; importo_cent: number; scadenza: string | null };

/** @property tasso_centesimi yearly interest in hundredths of a per cent: 250 is 2.5 % @property today day of the request */
export type PianoInput = {
  documenti: readonly PianoDocumento[];
  rate: number;
  prima_scadenza: string;
  tasso_centesimi: number;
  decorrenza_interessi: DecorrenzaInteressi;
  today: string;
};

/**
 * Splits the capital into equal parts; spare cents go to the first, so that the parts sum to the total. Each part pays the documents in
 * the order of their due dates. A document bears interest on what is still owed of it, for the days from its first day of interest,
 * or from the previous instalment when that is later, over 365; half a cent of an instalment is rounded up. Instalments are
 * monthly, on the last day of a month that is too short.
 */
export function computePiano(input: PianoInput): Rata[] {
  const { documenti, rate, prima_scadenza, tasso_centesimi } = input;
  const debts = sortByScadenza(documenti).map((d) => ({ remaining: d.importo_cent, from: interestStart(d, input) }));
  const totale_cent = sumOf(documenti, 'importo_cent');
  const share = Math.floor(totale_cent / rate);
  const spareCents = totale_cent - share * rate;
  let previousDay = '';
  return Array.from({ length: rate }, (_, i) => {
    const scadenza = addMonths(prima_scadenza, i);
    const capitale_cent = share + (i === 0 ? spareCents : 0);
    const centDays = debts.reduce((sum, { remaining, from }) => {
      const days = daysBetween(latestDay(from, previousDay), scadenza);
      return sum + remaining * Math.max(0, days);
    }, 0);
    const interessi_cent = interestCents(centDays, tasso_centesimi);
    payDebts(debts, capitale_cent);
    previousDay = scadenza;
    return { n: i + 1, scadenza, capitale_cent, interessi_cent, importo_cent: capitale_cent + interessi_cent };
  });
}

/** @returns by day that can be compared as text; a document without a due date is owed already */
const sortByScadenza = <D extends Pick<PianoDocumento, 'scadenza'>>(documenti: readonly D[]): D[] =>
  documenti.toSorted((a, b) => (a.scadenza ?? '').localeCompare(b.scadenza ?? ''));

const latestDay = (a: string, b: string): string => (a > b ? a : b);

function interestStart(
  { scadenza }: Pick<PianoDocumento, 'scadenza'>,
  {
    decorrenza_interessi,
    today,
    prima_scadenza,
  }: Pick<PianoInput, 'decorrenza_interessi' | 'today' | 'prima_scadenza'>,
): string {
  if (decorrenza_interessi === 'richiesta') return today;
  if (decorrenza_interessi === 'prima_rata') return latestDay(scadenza ?? '', prima_scadenza);
  if (decorrenza_interessi === 'scadenza') return scadenza ?? today;
  return latestDay(scadenza ?? '', today);
}

/** Pays the first of the debts before the next. */
function payDebts(debts: { remaining: number }[], cents: number): void {
  let left = cents;
  for (const debt of debts) {
    const paid = Math.min(left, debt.remaining);
    debt.remaining -= paid;
    left -= paid;
  }
}

/** Calculated in integers, because a floating-point error could turn the half cent that is rounded up; cent days over years need big ones. */
function interestCents(centDays: number, tasso_centesimi: number): number {
  const numerator = BigInt(centDays) * BigInt(tasso_centesimi);
  const denominator = BigInt(10_000 * 365);
  return Number((2n * numerator + denominator) / (2n * denominator));
}

const daysBetween = (a: string, b: string): number => (Date.parse(b) - Date.parse(a)) / 86_400_000;

/** The documents that a plan pays off before they are due, each with the day of the instalment that does so. */
export function paidBeforeDue(
  rate: readonly Rata[],
  documenti: readonly PianoDocumento[],
): { documento: PianoDocumento; scadenza: string; paidOn: string }[] {
  const sorted = sortByScadenza(documenti);
  return sorted.flatMap((documento, at) => {
    const { scadenza } = documento;
    const owed = sumOf(sorted.slice(0, at + 1), 'importo_cent');
    const paidOn = rate.find((_, i) => sumOf(rate.slice(0, i + 1), 'capitale_cent') >= owed)?.scadenza;
    return scadenza && paidOn && paidOn < scadenza ? [{ documento, scadenza, paidOn }] : [];
  });
}

/** Of one amount of every entry. */
export const sumOf = <K extends string>(entries: readonly Readonly<Record<K, number>>[], name: K): number =>
  entries.reduce((sum, entry) => sum + entry[name], 0);

/** @returns the same day of the month so many months later, or the last one of that month */
export function addMonths(giorno: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = giorno.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastDay))).toISOString().slice(0, 10);
}

/** Sums of a plan. */
export const sumPiano = (rate: readonly Rata[]): { interessi_cent: number; importo_cent: number } => ({
  interessi_cent: sumOf(rate, 'interessi_cent'),
  importo_cent: sumOf(rate, 'importo_cent'),
});
