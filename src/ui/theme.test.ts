import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { barColour, contrastOf, DEFAULT_COLOUR, themeCss } from './theme.ts';

type Scheme = 'light' | 'dark';

const SHEET = readFileSync('src/ui/style/_colori.scss', 'utf8');
const COLOURS = ['#ffff00', '#ffffff', '#ff9900', '#00cc85', '#0066cc', '#000000', '#7f0000', '#5b3fa0', '#007a52'];
/** What text is written in, but the ente's own, and what it is written on. */
const INKS = ['inchiostro', 'grigio', 'rosso', 'verde', 'ambra'];
const GROUNDS = ['carta', 'pannello', 'fondo-rosso', 'fondo-verde', 'fondo-ambra'];

/** A colour as `css` sets it; the dark page keeps what its rule leaves alone. */
function shadeOf(css: string, name: string, scheme: Scheme = 'light'): string {
  const [light = '', dark = ''] = css.split('@media');
  const found = (rule: string) => rule.match(new RegExp(`--${name}: ?(#[0-9a-f]+)`))?.[1];
  const shade = (scheme === 'dark' ? found(dark) : undefined) ?? found(light) ?? '';
  return shade.length === 4 ? shade.replace(/[0-9a-f]/g, '$&$&') : shade;
}

test('contrast follows WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#ffffff', '#ffffff')).toBeCloseTo(1, 5);
  expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
});

test('a readable colour is kept as it is', () => {
  expect(shadeOf(themeCss('#007A52'), 'colore')).toBe('#007a52');
});

test.each(['light', 'dark'] as const)('every ink can be read on every ground of the %s page', (scheme) => {
  for (const ink of INKS) {
    for (const ground of GROUNDS) {
      const ratio = contrastOf(shadeOf(SHEET, ink, scheme), shadeOf(SHEET, ground, scheme));
      expect(ratio, `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  for (const ground of ['carta', 'pannello'])
    expect(contrastOf(shadeOf(SHEET, 'bordo', scheme), shadeOf(SHEET, ground, scheme))).toBeGreaterThanOrEqual(3);
});

for (const scheme of ['light', 'dark'] as const) {
  test.each([...COLOURS, 'the style sheet'])(`%s gives a ${scheme} page on which everything can be read`, (colore) => {
    const css = colore.startsWith('#') ? themeCss(colore) : SHEET;
    const shade = (name: string) => shadeOf(css, name, scheme);
    const own = (name: string) => shadeOf(SHEET, name, scheme);

    for (const name of ['colore', 'colore-scuro', 'colore-notte'])
      expect(contrastOf(shade(name), '#ffffff'), name).toBeGreaterThanOrEqual(4.5);
    for (const ground of [own('carta'), own('pannello'), shade('colore-tenue')])
      expect(contrastOf(shade('colore-testo'), ground), ground).toBeGreaterThanOrEqual(4.5);
    for (const ink of ['inchiostro', 'grigio'])
      expect(contrastOf(own(ink), shade('colore-tenue')), ink).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(shade('colore'), own('carta'))).toBeGreaterThanOrEqual(3);
  });
}

test('what a browser draws its own bar in is the top of the page', () => {
  expect(barColour('#007a52')).toBe(shadeOf(themeCss('#007a52'), 'colore-notte'));
});

// A colour of its own in a sheet would be the same on a dark page.
test('no style sheet names a colour but black, white, and those of _colori.scss', () => {
  // The blue of SPID and CIE is official, the signs of a map lie on its pictures.
  const free = /_colori|_settings|accesso\.scss|points-map/;
  const named = globSync('src/**/*.scss')
    .filter((file) => !free.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([colour]) => `${file} ${colour}`),
    );
  expect(named.filter((line) => !/ #(?:000|fff)$/.test(line))).toEqual([]);
});

test('the rule is one line and the same for the same colour, so that its hash stays valid', () => {
  expect(themeCss(DEFAULT_COLOUR)).toBe(themeCss(DEFAULT_COLOUR));
  expect(themeCss(DEFAULT_COLOUR)).toMatch(/^:root\{[^\n<]+\}$/);
});

test.each(['blue', '#06c', '#0066cc;}body{display:none', ''])('%s is refused: it is not #rrggbb', (colore) => {
  expect(() => themeCss(colore)).toThrow(RangeError);
});
