/** Reads a PDF that the portal drew: its objects, and the text that a reader copies out of its pages. */
import { inflateSync } from 'node:zlib';

/** Objects as text by number, streams inflated. */
export function objectsOf(bytes: Uint8Array): Map<string, string> {
  const pdf = Buffer.from(bytes).toString('latin1');
  const found = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const [head = '', stream = ''] = body.split(/\nstream\n/, 2);
    const packed = Buffer.from(stream.replace(/\nendstream$/, ''), 'latin1');
    found.set(id, `${head}\n${head.includes('/FlateDecode') ? inflateSync(packed) : packed}`);
  }
  return found;
}

/** The text of each page: glyph numbers read through the fonts' own maps to characters. */
export function pagesOf(bytes: Uint8Array): string[] {
  const all = objectsOf(bytes);
  const follow = (from: string, key: string) => all.get(new RegExp(`/${key} (\\d+) 0 R`).exec(from)?.[1] ?? '') ?? '';
  return [...all.values()]
    .filter((object) => /\/Type \/Page\n/.test(object))
    .map((page) => {
      const maps = ['F1', 'F2'].map((font) => characters(follow(follow(follow(page, 'Resources'), font), 'ToUnicode')));
      const runs = follow(page, 'Contents').matchAll(/\/F([12]) [\d.]+ Tf\n\[(.*)\] TJ/g);
      return [...runs].map(([, font, shown = '']) => read(shown, maps[Number(font) - 1] ?? [])).join('\n');
    });
}

/** All of it on one line. */
export const textOf = (bytes: Uint8Array): string => pagesOf(bytes).join('\n').replace(/\s+/g, ' ');

/** What a screen reader says of each figure. */
export const figuresOf = (bytes: Uint8Array): string[] =>
  [...objectsOf(bytes).values()]
    .filter((object) => object.includes('/S /Figure'))
    .map((object) => stringOf(/\/Alt \(([\s\S]*)\)\n/.exec(object)?.[1] ?? ''));

/** Letters beyond ASCII are written as UTF-16. */
const stringOf = (written: string): string =>
  written.startsWith('þÿ') ? Buffer.from(written.slice(2), 'latin1').swap16().toString('utf16le') : written;

/** Glyph number → characters, of a ToUnicode map. */
function characters(map: string): string[] {
  const lists = [...map.matchAll(/> \[(.*)\]/g)].map(([, list = '']) => list);
  return [...lists.join(' ').matchAll(/<(.*?)>/g)].map(([, codes = '']) =>
    Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
  );
}

const read = (shown: string, map: string[]): string =>
  [...shown.matchAll(/<(.*?)>/g)]
    .flatMap(([, run = '']) => run.match(/.{4}/g) ?? [])
    .map((glyph) => map[Number.parseInt(glyph, 16)])
    .join('');
