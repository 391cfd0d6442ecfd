/** Draws a plan as bars, one a month, so that its length and weight are seen at once. */
import { formatAmount } from '../../../platform/atoms/euro.ts';
import type { Rata } from './piano.ts';

const MONTH_NAMES = ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'];

/** Room that a screen of 320 px leaves for it, in pixels: texts that fit there fit everywhere. */
const NARROW_WIDTH = 232;
/** Of a letter, at most, in the font size of the drawing. */
const LETTER_WIDTH = 6.6;
const widthOf = (text: string): number => text.length * LETTER_WIDTH;

/** Heights in pixels: of the amounts, of the highest bar, and where the two lines of text below stand. */
const AMOUNT_HEIGHT = 18;
const BAR_HEIGHT = 72;
const BASE_LINE = AMOUNT_HEIGHT + BAR_HEIGHT;
const MONTH_LINE = BASE_LINE + 15;
const YEAR_LINE = BASE_LINE + 30;

/** The table below it has every figure: it is hidden from readers of the screen, which would read them twice. */
export function PianoBars({ rate }: { rate: readonly Rata[] }) {
  const room = NARROW_WIDTH / rate.length;
  const most = Math.max(...rate.map((r) => r.importo_cent));
  const amounts = amountTexts(rate, room);
  const years = yearTexts(rate, room);
  const monthly = hasMonths(room);
  // Across in per cent, so that a wide screen draws wider bars and not larger letters.
  const across = (i: number) => `${roundHundredth((i / rate.length) * 100)}%`;
  return (
    <div className="barre mb-3">
      <svg
        width="100%"
        fill="currentColor"
        height={YEAR_LINE + 5}
        overflow="visible"
        textAnchor="middle"
        fontSize="12"
        aria-hidden="true"
      >
        {rate.map(({ n, scadenza, importo_cent }, i) => {
          const height = roundHundredth((importo_cent / most) * BAR_HEIGHT);
          return (
            <g key={n}>
              <rect x={across(i + 0.12)} width={across(0.76)} y={BASE_LINE - height} height={height} />
              {amounts[i] && (
                <text x={across(i + 0.5)} y={BASE_LINE - height - 5}>
                  {amounts[i]}
                </text>
              )}
              {monthly && (
                <text x={across(i + 0.5)} y={MONTH_LINE}>
                  {MONTH_NAMES[Number(scadenza.slice(5, 7)) - 1]}
                </text>
              )}
              {years[i] && (
                <text
                  textAnchor={monthly ? undefined : 'start'}
                  x={across(i + (monthly ? 0.5 : 0.12))}
                  y={monthly ? YEAR_LINE : MONTH_LINE}
                >
                  {years[i]}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** The year of a wide bar stands below its middle, and stays within the drawing. */
const hasMonths = (room: number): boolean => room >= widthOf('mmm') - 1;

const roundHundredth = (n: number): number => Math.round(n * 100) / 100;

/** To the cent where that fits above each bar, else in whole euros, else none. */
function amountTexts(rate: readonly Rata[], room: number): string[] {
  const inEuros = (cent: number) => formatAmount(Math.round(cent / 100) * 100).slice(0, -3);
  return (
    [formatAmount, inEuros]
      .map((format) => rate.map((r) => format(r.importo_cent)))
      .find((texts) => texts.every((text) => widthOf(text) <= room)) ?? []
  );
}

/** Its year below the first bar, and below each that begins one, where the next leaves room for it. */
function yearTexts(rate: readonly Rata[], room: number): (string | undefined)[] {
  const begins = rate.flatMap(({ scadenza }, i) => (i === 0 || scadenza.slice(5, 7) === '01' ? [i] : []));
  return rate.map(({ scadenza }, i) => {
    const at = begins.indexOf(i);
    const next = begins[at + 1] ?? rate.length;
    const isLast = at === begins.length - 1;
    const enough = room * (next - i) >= widthOf('2026') || (isLast && hasMonths(room));
    return at >= 0 && enough ? scadenza.slice(0, 4) : undefined;
  });
}
