/** Rebuilds an SVG drawing from the parts that only draw, so that a picture of the data file can do nothing else. */

/** The drawing, and the size that its view box names; or one sentence about what is wrong with it. */
export type CleanSvg = { svg: string; larghezza: number; altezza: number } | { error: string };

/** Elements of which something is seen. */
const DRAWN_SHAPES = new Set('path rect circle ellipse line polyline polygon text use'.split(' '));
/** What is in these is seen where it is used, if it is. */
const UNSEEN_PARENTS = new Set('defs symbol clipPath mask pattern marker'.split(' '));
/** Elements that draw. Others are left out with all that is in them: scripts, links, animations, pictures of elsewhere, editors' notes. */
const DRAWING_ELEMENTS = new Set(
  (
    'svg g switch path rect circle ellipse line polyline polygon text tspan defs use symbol title desc style ' +
    'linearGradient radialGradient stop clipPath mask pattern marker'
  ).split(' '),
);
/** Attributes with a namespace that draw. */
const KEPT_NAMESPACED = new Set(['xlink:href', 'xml:space']);
const TAG_PATTERN = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE_PATTERN = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MAX_DEPTH = 50;
/** What a drawing may be when all that it uses again is drawn: far more than a crest has, and little work. */
const MAX_DRAWN = 20_000;
/** How deep one part may lead to another: each mask and pattern is a picture of its own. */
const MAX_REFERENCES = 8;

const BROKEN_TEXT = 'Il disegno SVG non è scritto bene: salvalo di nuovo come «SVG semplice».';
const HEAVY_TEXT =
  'Il disegno SVG ripete le sue parti troppe volte, e nessun computer lo disegnerebbe in fretta: trasforma tutto in tracciati, oppure salvalo come PNG.';
const EMPTY_TEXT =
  'Di questo disegno SVG non resta niente da mostrare: contiene soltanto foto, rimandi ad altri file o parti che non disegnano. Salvalo come PNG, oppure trasforma tutto in tracciati.';

/** Functions of CSS that fetch nothing: those of colours, places and selectors. Of the others some fetch, and new ones come. */
const CSS_FUNCTIONS = new Set(
  (
    'url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var matrix matrix3d perspective ' +
    'translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez rotate3d skew ' +
    'skewx skewy not is where has nth-child nth-of-type nth-last-child nth-last-of-type lang'
  ).split(' '),
);

/** Nothing may be fetched from elsewhere, whatever way it is written. */
const fetchesNothing = (css: string): boolean =>
  !/@import|@font-face|javascript:|\\|&#/i.test(css) &&
  !/url\((?!\s*["']?#)/i.test(css) &&
  [...css.matchAll(/([\w-]+)\(/g)].every(([, name = '']) => CSS_FUNCTIONS.has(name.toLowerCase()));

/** @returns undefined for a comment that never ends */
function withoutComments(text: string): string | undefined {
  const [first = '', ...parts] = text.split('<!--');
  let out = first;
  // What stands in a comment may begin another one, as far as a reader can see: it goes with it.
  let isOpen = false;
  for (const part of parts) {
    const end = part.indexOf('-->');
    isOpen = end === -1;
    if (!isOpen) out += part.slice(end + '-->'.length);
  }
  return isOpen ? undefined : out;
}

/** @param text the file, decoded */
export function cleanSvg(text: string): CleanSvg {
  const source = withoutComments(text)
    ?.replace(/^\uFEFF/, '')
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replace(/^\s*<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"[^"]*"\s+"[^"]*")?\s*>/i, '')
    .trim();
  if (source === undefined || source.includes('<!') || source.includes('<?')) return { error: BROKEN_TEXT };
  const open: string[] = [];
  let out = '';
  let hiddenFrom = 0;
  let shows = false;
  let size: { larghezza: number; altezza: number } | undefined;
  for (let at = 0; at < source.length; ) {
    if (source[at] !== '<') {
      const end = source.indexOf('<', at);
      const words = source.slice(at, end === -1 ? undefined : end);
      const inStyle = open.at(-1) === 'style';
      if (open.length === 0 || words.includes('>') !== (inStyle && words.includes('>'))) return { error: BROKEN_TEXT };
      if (!hiddenFrom && (!inStyle || fetchesNothing(words))) out += words;
      at += words.length;
      continue;
    }
    TAG_PATTERN.lastIndex = at;
    const [tag, closing, name = '', attributes = '', empty] = TAG_PATTERN.exec(source) ?? [];
    // Readers join what stands around an element in a style, and none belongs there.
    if (!tag || open.length >= MAX_DEPTH || (open.at(-1) === 'style' && name !== 'style'))
      return { error: BROKEN_TEXT };
    at += tag.length;
    if (closing) {
      if (open.pop() !== name) return { error: BROKEN_TEXT };
      if (!hiddenFrom) out += `</${name}>`;
      if (open.length < hiddenFrom) hiddenFrom = 0;
      if (open.length === 0 && at < source.length) return { error: BROKEN_TEXT };
      continue;
    }
    if (open.length === 0) {
      if (name !== 'svg' || empty) return { error: 'Il file non è un disegno SVG.' };
      size = sizeOf(attributes);
      if (!size) return { error: 'Il disegno SVG non dice quanto è grande: serve l’attributo viewBox.' };
    }
    if (!hiddenFrom && !DRAWING_ELEMENTS.has(name)) hiddenFrom = empty ? 0 : open.length + 1;
    if (!hiddenFrom && DRAWING_ELEMENTS.has(name)) {
      const kept = keptAttributes(attributes, open.length === 0);
      out += `<${name}${kept}${empty}>`;
      shows ||=
        DRAWN_SHAPES.has(name) &&
        !open.some((outer) => UNSEEN_PARENTS.has(outer)) &&
        (name !== 'use' || / (xlink:)?href=/.test(kept));
    }
    if (!empty) open.push(name);
  }
  if (!size || open.length > 0) return { error: BROKEN_TEXT };
  if (!shows) return { error: EMPTY_TEXT };
  return isHeavy(out) ? { error: HEAVY_TEXT } : { svg: out, ...size };
}

/** @property size elements in it @property leadsTo parts that it draws by their names */
type SvgPart = { size: number; leadsTo: string[] };

const REFERENCE_PATTERN = /(?:href\s*=\s*["']|url\(\s*(?:&quot;|["'])?)#([\w.-]+)/g;
const namedIn = (text: string): string[] => Array.from(text.matchAll(REFERENCE_PATTERN), ([, to = '']) => to);

/** A selector that may hold for any element. */
const ANY_ELEMENT = '*';

/**
 * The parts to which the rules of style sheets lead, by `.class`, `#id`, name of an element or {@link ANY_ELEMENT}. Each part of a selector counts as
 * if it stood alone: rather a rule too many.
 */
function ruledParts(svg: string): Map<string, string[]> {
  const ruled = new Map<string, string[]>();
  for (const [, css = ''] of svg.matchAll(/<style[^>]*>([^<]*)/g))
    for (const [, selector = '', body = ''] of css.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const leadsTo = namedIn(body);
      const wanted = /[[(*]/.test(selector) ? [ANY_ELEMENT] : (selector.match(/[.#]?[^\s.#>+~,:]+/g) ?? []);
      for (const one of wanted) {
        const parts = ruled.get(one) ?? [];
        parts.push(...leadsTo);
        ruled.set(one, parts);
      }
    }
  return ruled;
}

/** Whether drawing it takes long, because its parts lead to one another again and again. @param svg a cleaned drawing */
function isHeavy(svg: string): boolean {
  const root: SvgPart = { size: 0, leadsTo: [] };
  const parts = new Map<string, SvgPart>();
  const open: SvgPart[][] = [[root]];
  const ruled = ruledParts(svg);
  for (const [, closing, name = '', attributes = '', empty] of svg.matchAll(new RegExp(TAG_PATTERN.source, 'g'))) {
    if (closing) {
      open.pop();
      continue;
    }
    const id = / id\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1];
    const own: SvgPart = { size: 0, leadsTo: [] };
    if (id && !parts.has(id)) parts.set(id, own);
    const around = id ? [...(open.at(-1) ?? []), own] : (open.at(-1) ?? []);
    const classes = / class\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1]?.split(/\s+/) ?? [];
    const called = [ANY_ELEMENT, name, `#${id}`, ...classes.map((one) => `.${one}`)];
    const named = [...namedIn(attributes), ...called.flatMap((one) => ruled.get(one) ?? [])];
    for (const part of around) {
      part.size++;
      part.leadsTo.push(...named);
    }
    if (root.leadsTo.length > MAX_DRAWN) return true;
    if (!empty) open.push(around);
  }
  const weigh = ({ size, leadsTo }: SvgPart, depth: number): number => {
    if (depth > MAX_REFERENCES) return Number.POSITIVE_INFINITY;
    let sum = size;
    for (const to of leadsTo) {
      sum += weigh(parts.get(to) ?? { size: 1, leadsTo: [] }, depth + 1);
      if (sum > MAX_DRAWN) break;
    }
    return sum;
  };
  return weigh(root, 0) > MAX_DRAWN;
}

function keptAttributes(attributes: string, isRoot: boolean): string {
  const kept = [...attributes.matchAll(ATTRIBUTE_PATTERN)].flatMap(([, name = '', double, single]) => {
    const value = double ?? single ?? '';
    const isLink = name === 'href' || name === 'xlink:href';
    if (/^on/i.test(name) || name.startsWith('xmlns') || (name.includes(':') && !KEPT_NAMESPACED.has(name))) return [];
    if (isLink ? !/^#[\w.-]+$/.test(value) : !fetchesNothing(value)) return [];
    return [` ${name}="${value.replaceAll('"', '&quot;')}"`];
  });
  const spaces = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return (isRoot ? spaces : '') + kept.join('');
}

function sizeOf(attributes: string): { larghezza: number; altezza: number } | undefined {
  const found = new Map([...attributes.matchAll(ATTRIBUTE_PATTERN)].map(([, name, a, b]) => [name, a ?? b ?? '']));
  const [, , width, height] = (found.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const sides = [
    width ?? Number.parseFloat(found.get('width') ?? ''),
    height ?? Number.parseFloat(found.get('height') ?? ''),
  ];
  const [larghezza = 0, altezza = 0] = sides.map((side) => Math.round(side * 100) / 100);
  return larghezza > 0 && altezza > 0 && Math.max(larghezza, altezza) < 100_000 ? { larghezza, altezza } : undefined;
}
