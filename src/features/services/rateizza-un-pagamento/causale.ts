/** What an instalment is called where it is paid: "Rata 1 di 4 · TARI 2025–2026", in lists, at a bank and on its receipt. Pure. */

/** Longest text that pagoPA takes as the reason of a payment. */
const MAX_CAUSALE = 140;

/** @param n of the instalment, from 1 @param tipi what the documents of the plan are: "TARI 2026, acconto" */
export function rataCausale({ n, rate }: { n: number; rate: number }, tipi: readonly string[]): string {
  const causaleOf = (subject: string) => `Rata ${n} di ${rate} · ${subject}`;
  const [whole, short] = [causaleOf(joinTipi(tipi)), causaleOf(`${tipi.length} documenti`)];
  if (whole.length <= MAX_CAUSALE) return whole;
  return tipi.length > 1 ? short : `${whole.slice(0, MAX_CAUSALE - 1).trimEnd()}…`;
}

/** A name and the year after it: "TARI 2026, acconto" is "TARI" of 2026. */
const NAME_AND_YEAR = /^(.*\S) ((?:19|20)\d\d)\b/;

/** "TARI 2025–2026", "TARI 2026 e Canone 2024": each name once, with its years. One document keeps its whole name. */
function joinTipi(tipi: readonly string[]): string {
  const [only] = tipi;
  if (only !== undefined && tipi.length === 1) return only;
  const yearsByName = new Map<string, Set<number>>();
  for (const tipo of tipi) {
    const [, name = tipo, year] = NAME_AND_YEAR.exec(tipo) ?? [];
    const years = yearsByName.get(name) ?? new Set();
    yearsByName.set(name, year ? years.add(Number(year)) : years);
  }
  const subjects = [...yearsByName].map(([name, years]) => [name, yearsInWords([...years])].filter(Boolean).join(' '));
  return joinWords(subjects);
}

/** "2026", "2024–2026", "2023 e 2026": a dash only where no year is missing. */
function yearsInWords(years: readonly number[]): string {
  const sorted = years.toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const unbroken = sorted.length > 1 && last - first === sorted.length - 1;
  return unbroken ? `${first}–${last}` : joinWords(sorted.map(String));
}

/** "a", "a e b", "a, b e c" */
export const joinWords = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' e ');
