import { expect, test } from 'vitest';
import { contrastWithWhite, DEFAULT_COLOUR, themeCss } from './theme.ts';

const shadeOf = (css: string, name: string) => css.match(new RegExp(`--${name}:(#[0-9a-f]{6})`))?.[1] ?? '';

test('contrast with white follows WCAG', () => {
  expect(contrastWithWhite('#000000')).toBeCloseTo(21, 5);
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1, 5);
  expect(contrastWithWhite('#767676')).toBeCloseTo(4.54, 2);
});

test('a readable colour is kept as it is', () => {
  expect(shadeOf(themeCss('#007A52'), 'colore')).toBe('#007a52');
});

test.each(['#ffff00', '#ffffff', '#ff9900', '#00cc85', '#0066cc', '#000000', '#7f0000'])(
  'white text is readable on every dark shade of %s',
  (colore) => {
    const css = themeCss(colore);

    for (const name of ['colore', 'colore-scuro', 'colore-notte', 'colore-testo']) {
      expect(contrastWithWhite(shadeOf(css, name)), name).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrastWithWhite(shadeOf(css, 'colore-tenue'))).toBeLessThan(1.25);
  },
);

test('the rule is one line and the same for the same colour, so that its hash stays valid', () => {
  expect(themeCss(DEFAULT_COLOUR)).toBe(themeCss(DEFAULT_COLOUR));
  expect(themeCss(DEFAULT_COLOUR)).toMatch(/^:root\{[^\n<]+\}$/);
});

test.each(['blue', '#06c', '#0066cc;}body{display:none', ''])('%s is refused: it is not #rrggbb', (colore) => {
  expect(() => themeCss(colore)).toThrow(RangeError);
});
