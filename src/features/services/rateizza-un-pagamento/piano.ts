/** The instalment plan: how many instalments a total allows, when each is due and what it costs. Pure; server and browser. */

/** @property fino_cent highest total it holds for, null: any @property min, @property max instalments; 0: none */
export type Soglia = { fino_cent: number | null; min: number; max: number };

/** L. 160/2019 art. 1 c. 796; a body may decide otherwise. */
export const SOGLIE: readonly Soglia[] = [
  { fino_cent: 100_00, min: 0, max: 0 },
  { fino_cent: 500_00, min: 2, max: 4 },
  { fino_cent: 3_000_00, min: 5, max: 12 },
  { fino_cent: 6_000_00, min: 13, max: 24 },
  { fino_cent: 20_000_00, min: 25, max: 36 },
  { fino_cent: null, min: 37, max: 72 },
];

/** @returns how many instalments the total allows, or null when it is to be paid at once */
export function rateAmmesse(
  totale_cent: number,
  soglie: readonly Soglia[] = SOGLIE,
): { min: number; max: number } | null {
  const soglia = soglie.find((s) => s.fino_cent === null || totale_cent <= s.fino_cent);
  return soglia && soglia.max > 1 ? { min: Math.max(2, soglia.min), max: soglia.max } : null;
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
 * @property dal day from which interest runs
 */
export type DatiPiano = {
  totale_cent: number;
  rate: number;
  prima_scadenza: string;
  tasso_centesimi: number;
  dal: string;
};

/**
 * Capital in equal parts, spare cents on the first, so that the parts sum to the total; interest on what is still owed, by the
 * days since the instalment before, over 365, half a cent up; monthly, on the last day of a month that is too short.
 */
export function piano({ totale_cent, rate, prima_scadenza, tasso_centesimi, dal }: DatiPiano): Rata[] {
  const quota = Math.floor(totale_cent / rate);
  const spiccioli = totale_cent - quota * rate;
  let resta = totale_cent;
  let prima = dal;
  return Array.from({ length: rate }, (_, i) => {
    const scadenza = traMesi(prima_scadenza, i);
    const capitale_cent = quota + (i === 0 ? spiccioli : 0);
    const interessi_cent = interessi(resta, tasso_centesimi, giorni(prima, scadenza));
    resta -= capitale_cent;
    prima = scadenza;
    return { n: i + 1, scadenza, capitale_cent, interessi_cent, importo_cent: capitale_cent + interessi_cent };
  });
}

/** Whole numbers all the way: tenths of a cent must not get lost on the way to the half that rounds up. */
function interessi(capitale_cent: number, tasso_centesimi: number, giorni: number): number {
  const sopra = capitale_cent * tasso_centesimi * Math.max(0, giorni);
  const sotto = 10_000 * 365;
  return Math.floor((2 * sopra + sotto) / (2 * sotto));
}

const giorni = (a: string, b: string): number => (Date.parse(b) - Date.parse(a)) / 86_400_000;

/** @returns the same day of the month so many months later, or the last one of that month */
export function traMesi(giorno: string, mesi: number): string {
  const [anno = 0, mese = 1, giornoDelMese = 1] = giorno.split('-').map(Number);
  const ultimo = new Date(Date.UTC(anno, mese + mesi, 0)).getUTCDate();
  return new Date(Date.UTC(anno, mese - 1 + mesi, Math.min(giornoDelMese, ultimo))).toISOString().slice(0, 10);
}

/** Sums of a plan. */
export const sommaPiano = (rate: readonly Rata[]): { interessi_cent: number; importo_cent: number } => ({
  interessi_cent: rate.reduce((s, r) => s + r.interessi_cent, 0),
  importo_cent: rate.reduce((s, r) => s + r.importo_cent, 0),
});
