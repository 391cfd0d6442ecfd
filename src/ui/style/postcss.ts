/** The PostCSS plugins of the build: they drop unused rules, and let each ente have a colour of its own. */
import { createRequire } from 'node:module';
import type { Plugin } from 'postcss';

// A CommonJS function that Node sees as the module's default export, and its types do not.
const purgeCss = createRequire(import.meta.url)('@fullhuman/postcss-purgecss') as (options: object) => Plugin;

const LITERAL_COLOUR = /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|(?:rgb|hsl)\([^,()]+,[^,()]+,[^,()]+\)/gi;

/** Those of `_colori.scss` that the sheet of all pages may leave to the sheet of one. */
const OWN_VARIABLES = [/^--(?:colore|carta|pannello|inchiostro|grigio|bordo|riga|rosso|verde|ambra|fondo|tono)/];

/**
 * The style plugins of the build: purge, then the colour of the ente.
 * The purge reads every word of the markup: keep class names literal there, never concatenated.
 */
export function stylePlugins({ purged }: { purged: boolean }): Plugin[] {
  const unused = purgeCss({
    content: ['src/**/*.astro', 'src/**/*.tsx', 'src/**/*.browser.ts', 'src/**/*.md'],
    variables: true,
    keyframes: true,
    safelist: { variables: ['--bootstrap-italia-version', ...OWN_VARIABLES] },
  });
  return purged ? [unused, enteColour()] : [enteColour()];
}

/** Other colours of Bootstrap Italia's, as its SCSS compiles to them, and ours for the same, see _colori.scss. */
const OTHER_COLOURS: Readonly<Record<string, string>> = {
  'hsl(0, 0%, 10%)': 'var(--inchiostro)',
  'hsl(210, 54%, 20%)': 'var(--inchiostro)',
  'hsl(210, 33%, 28%)': 'var(--grigio)',
  'hsl(0, 0%, 32%)': 'var(--grigio)',
  'hsl(210, 17%, 44%)': 'var(--bordo)',
  'hsl(160, 100%, 25%)': 'var(--verde)',
  'hsl(36, 100%, 30%)': 'var(--ambra)',
  'hsl(350, 60%, 50%)': 'var(--rosso)',
  'hsl(178, 100%, 90%)': 'var(--fondo-ambra)',
};

/** Replaces the literal colours that Bootstrap Italia's SCSS compiles to with the variables of `_colori.scss` and of theme.ts. */
export function enteColour(): Plugin {
  return {
    postcssPlugin: 'body-colour',
    Declaration(declaration) {
      const { prop } = declaration;
      // Variables of our own keep what they are set to.
      if (declaration.value.includes('url(') || (prop.startsWith('--') && !prop.startsWith('--bs-'))) return;
      const ground = prop.startsWith('background') || prop.endsWith('-bg');
      const value =
        prop === '--bs-body-bg'
          ? 'var(--carta)'
          : declaration.value.replace(
              LITERAL_COLOUR,
              (literal) => OTHER_COLOURS[literal] ?? shadeVariable(literal, ground) ?? literal,
            );
      if (value !== declaration.value) declaration.value = value;
    },
  };
}

/**
 * The variable for a literal colour, or undefined when it is none of the primary blues (hue 210).
 * @param ground what is written on it is white; another colour is read, or seen, on the page
 */
function shadeVariable(literal: string, ground: boolean): string | undefined {
  const [hue, saturation, lightness] = literal.startsWith('hsl') ? numbersIn(literal) : hslOf(literal);
  if (hue === undefined || saturation === undefined || lightness === undefined) return undefined;
  if (hue < 205 || hue > 215 || saturation < 60) return undefined;
  if (lightness > 90) return 'var(--colore-tenue)';
  if (!ground) return lightness > 36 ? 'var(--colore-testo)' : 'var(--colore-forte)';
  if (lightness > 36) return 'var(--colore)';
  return lightness > 22 ? 'var(--colore-scuro)' : 'var(--colore-notte)';
}

/** Hue (0–360), saturation and lightness (0–100) of `#abc`, `#aabbcc` or `rgb(1, 2, 3)`, for colours of hue 180–240. */
function hslOf(literal: string): number[] {
  const hex = literal.length === 4 ? literal.replace(/[0-9a-f]/gi, '$&$&') : literal;
  const [red = 0, green = 0, blue = 0] = literal.startsWith('rgb')
    ? numbersIn(literal)
    : [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const range = blue - red;
  if (range <= 0 || green > blue || green < red) return [];
  const lightness = (blue + red) / 510;
  return [240 - (60 * (green - red)) / range, (100 * range) / 255 / (1 - Math.abs(2 * lightness - 1)), 100 * lightness];
}

const numbersIn = (literal: string): number[] => (literal.match(/[\d.]+/g) ?? []).map(Number);
