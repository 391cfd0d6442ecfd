/** The PostCSS plugins of the build: they drop unused rules, and let each ente have a colour of its own. */
import { createRequire } from 'node:module';
import type { Plugin } from 'postcss';

// A CommonJS function that Node sees as the module's default export, and its types do not.
const purgeCss = createRequire(import.meta.url)('@fullhuman/postcss-purgecss') as (options: object) => Plugin;

const LITERAL_COLOUR = /#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|(?:rgb|hsl)\([^,()]+,[^,()]+,[^,()]+\)/gi;

/**
 * The style plugins of the build: purge, then the colour of the ente.
 * The purge reads every word of the markup: keep class names literal there, never concatenated.
 */
export function stylePlugins({ purged }: { purged: boolean }): Plugin[] {
  const unused = purgeCss({
    content: ['src/**/*.astro', 'src/**/*.tsx', 'src/**/*.md'],
    variables: true,
    keyframes: true,
    safelist: { variables: ['--bootstrap-italia-version'] },
  });
  return purged ? [unused, enteColour()] : [enteColour()];
}

/** Replaces the literal primary blues that Bootstrap Italia's SCSS compiles to with the variables that theme.ts sets. */
export function enteColour(): Plugin {
  return {
    postcssPlugin: 'body-colour',
    Declaration(declaration) {
      if (declaration.value.includes('url(') || declaration.prop.startsWith('--colore')) return;
      const text = declaration.prop === 'color' || declaration.prop.endsWith('-color');
      const value = declaration.value.replace(LITERAL_COLOUR, (literal) => shadeVariable(literal, text) ?? literal);
      if (value !== declaration.value) declaration.value = value;
    },
  };
}

/** The variable for a literal colour, or undefined when it is none of the primary blues (hue 210). */
function shadeVariable(literal: string, text: boolean): string | undefined {
  const [hue, saturation, lightness] = literal.startsWith('hsl') ? numbersIn(literal) : hslOf(literal);
  if (hue === undefined || saturation === undefined || lightness === undefined) return undefined;
  if (hue < 205 || hue > 215 || saturation < 60) return undefined;
  if (lightness > 90) return 'var(--colore-tenue)';
  if (lightness > 36) return text ? 'var(--colore-testo)' : 'var(--colore)';
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
