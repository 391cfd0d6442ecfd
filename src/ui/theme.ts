/** Colour of an ente that has not chosen one; the style sheet has it, so such a page needs no rule of its own. */
export const DEFAULT_COLOUR = '#0066cc';

/** Readable text needs this ratio (WCAG 2.1, 1.4.3). */
const READABLE_RATIO = 4.5;
/** Relative luminance of white, and of the grey panels (#ebeef0) behind links. */
const WHITE_LUMINANCE = 1;
const PANEL_LUMINANCE = luminanceOf('#ebeef0');

/**
 * The rule that gives a page the colour of its ente: every shade that the style sheet uses, derived from one `#rrggbb`. A colour
 * too light for white text is darkened until it is readable. The middleware hashes exactly this text for the
 * Content-Security-Policy. Throws a RangeError when the colour is not `#rrggbb`.
 */
export function themeCss(colore: string): string {
  const css = knownThemes.get(colore) ?? deriveTheme(colore);
  knownThemes.set(colore, css);
  return css;
}

/** A portal has a few enti, and every page needs the rule of one. */
const knownThemes = new Map<string, string>();

function deriveTheme(colore: string): string {
  const main = readableColour(colore);
  const shades = {
    colore: main,
    'colore-scuro': mixColours(main, '#000000', 0.25),
    'colore-notte': mixColours(main, '#000000', 0.5),
    'colore-tenue': mixColours(main, '#ffffff', 0.93),
    'colore-testo': darkenUntil(main, PANEL_LUMINANCE),
  };
  return `:root{${Object.entries(shades)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;
}

/** Contrast ratio (1–21) of a `#rrggbb` with white. Throws a RangeError when it is not one. */
export function contrastWithWhite(colore: string): number {
  return contrastWith(colore, WHITE_LUMINANCE);
}

/** The colour itself, or the nearest darker one on which white text is readable. Throws a RangeError when it is not `#rrggbb`. */
export const readableColour = (colore: string): string => darkenUntil(colore, WHITE_LUMINANCE);

function contrastWith(colore: string, background: number): number {
  return (background + 0.05) / (luminanceOf(colore) + 0.05);
}

function darkenUntil(colore: string, background: number): string {
  let result = colore.toLowerCase();
  while (contrastWith(result, background) < READABLE_RATIO) result = mixColours(result, '#000000', 0.04);
  return result;
}

/** WCAG relative luminance, 0 (black) to 1 (white). */
function luminanceOf(colore: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colore).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixColours(colore: string, other: string, share: number): string {
  const target = channelsOf(other);
  const mixed = channelsOf(colore).map((value, at) => Math.floor(value * (1 - share) + (target[at] ?? 0) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(colore: string): number[] {
  if (!/^#[0-9a-f]{6}$/i.test(colore)) throw new RangeError(`Not a colour #rrggbb: ${colore}`);
  return [1, 3, 5].map((at) => Number.parseInt(colore.slice(at, at + 2), 16));
}
