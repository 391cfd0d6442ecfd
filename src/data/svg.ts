/** Rebuilds an SVG drawing from the parts that only draw, so that a picture of the data file can do nothing else. */

/** The drawing, and the size that its view box names; or one sentence about what is wrong with it. */
export type CleanSvg = { svg: string; larghezza: number; altezza: number } | { error: string };

/** Elements that draw. Others are left out with all that is in them: scripts, links, animations, pictures of elsewhere, editors' notes. */
const DRAWING_ELEMENTS = new Set(
  (
    'svg g path rect circle ellipse line polyline polygon text tspan defs use symbol title desc style ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
);
/** Attributes with a namespace that draw. */
const KEPT_NAMESPACED = new Set(['xlink:href', 'xml:space']);
const TAG_PATTERN = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE_PATTERN = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MAX_DEPTH = 50;

const BROKEN_TEXT = 'Il disegno SVG non è scritto bene: salvalo di nuovo come «SVG semplice».';

/** Nothing may be fetched from elsewhere, whatever way it is written. */
const fetchesNothing = (css: string): boolean =>
  !/@import|@font-face|javascript:|expression\(|\\|&#/i.test(css) && !/url\((?!\s*["']?#)/i.test(css);

/** @param text the file, decoded */
export function cleanSvg(text: string): CleanSvg {
  const source = text
    .replace(/^\uFEFF/, '')
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\s*<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"[^"]*"\s+"[^"]*")?\s*>/i, '')
    .trim();
  if (source.includes('<!') || source.includes('<?')) return { error: BROKEN_TEXT };
  const open: string[] = [];
  let out = '';
  let hiddenFrom = 0;
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
    if (!tag || open.length >= MAX_DEPTH) return { error: BROKEN_TEXT };
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
    if (!hiddenFrom && DRAWING_ELEMENTS.has(name))
      out += `<${name}${keptAttributes(attributes, open.length === 0)}${empty}>`;
    if (!empty) open.push(name);
  }
  return size && open.length === 0 ? { svg: out, ...size } : { error: BROKEN_TEXT };
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
