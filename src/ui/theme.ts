/** Colour of an ente that has not chosen one; the style sheet has it, so such a page needs no rule of its own. */
export const DEFAULT_COLOUR = '#0066cc';

/** Readable text needs this ratio (WCAG 2.1, 1.4.3), and what is not text this one (1.4.11). */
const READABLE_RATIO = 4.5;
const VISIBLE_RATIO = 3;

/** Grounds of `_colori.scss`: the page and the panels behind links, light and dark. */
const WHITE_GROUND = '#ffffff';
const LIGHT_PANEL = '#ebeef0';
const DARK_PAGE = '#15191d';
const DARK_PANEL = '#252c33';

/**
 * The rule that gives a page the colour of its ente: every shade that the style sheet uses, derived from one `#rrggbb`, for light
 * and for dark pages. A colour too light for white text is darkened until it is readable; on a dark page one too dark to be seen is
 * lightened. The middleware hashes exactly this text for the Content-Security-Policy. Throws a RangeError when the colour is not
 * `#rrggbb`.
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
  const light = {
    ...groundShades(main),
    'colore-tenue': mixColours(main, WHITE_GROUND, 0.93),
    'colore-testo': shadeUntil(main, LIGHT_PANEL),
  };
  const seen = shadeUntil(main, DARK_PAGE, VISIBLE_RATIO);
  const tint = mixColours(seen, DARK_PAGE, 0.8);
  const dark = {
    ...groundShades(seen),
    'colore-tenue': tint,
    'colore-testo': shadeUntil(shadeUntil(seen, DARK_PANEL), tint),
  };
  return `${ruleOf(light)}@media screen and (prefers-color-scheme:dark){${ruleOf(dark)}}`;
}

/** What white text stands on. */
const groundShades = (main: string) => ({
  colore: main,
  'colore-scuro': mixColours(main, '#000000', 0.25),
  'colore-notte': nightOf(main),
});

const nightOf = (main: string): string => mixColours(main, '#000000', 0.5);

const ruleOf = (shades: object): string =>
  `:root{${Object.entries(shades)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** What a browser may draw its own bar in: the colour of the top of the page. Throws a RangeError when `colore` is not `#rrggbb`. */
export const barColour = (colore: string): string => nightOf(readableColour(colore));

/** The colour itself, or the nearest darker one on which white text is readable. Throws a RangeError when it is not `#rrggbb`. */
export const readableColour = (colore: string): string => shadeUntil(colore, WHITE_GROUND);

/** Contrast ratio (1–21) of two `#rrggbb`. Throws a RangeError when one is none. */
export function contrastOf(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

/** The colour itself, or the nearest one, darker on a light ground and lighter on a dark one, that is told from the ground. */
function shadeUntil(colore: string, ground: string, ratio = READABLE_RATIO): string {
  const end = luminanceOf(ground) > 0.5 ? '#000000' : WHITE_GROUND;
  let result = colore.toLowerCase();
  while (contrastOf(result, ground) < ratio) result = mixColours(result, end, 0.04);
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

/** Rounded towards the other colour, so that a small share of it always tells. */
function mixColours(colore: string, other: string, share: number): string {
  const target = channelsOf(other);
  const mixed = channelsOf(colore).map((value, at) => {
    const goal = target[at] ?? 0;
    const exact = value * (1 - share) + goal * share;
    return goal > value ? Math.ceil(exact) : Math.floor(exact);
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(colore: string): number[] {
  if (!/^#[0-9a-f]{6}$/i.test(colore)) throw new RangeError(`Not a colour #rrggbb: ${colore}`);
  return [1, 3, 5].map((at) => Number.parseInt(colore.slice(at, at + 2), 16));
}
