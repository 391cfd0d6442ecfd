import { describe, expect, test } from 'vitest';
import { cleanSvg } from './svg.ts';

const wrap = (inside: string, attributes = 'viewBox="0 0 24 48"') => `<svg ${attributes}>${inside}</svg>`;
const SHAPE = '<path d="M0 0"/>';
const cleaned = (text: string) => {
  const result = cleanSvg(text);
  return 'svg' in result ? result.svg.replace(/ xmlns(:xlink)?="[^"]*"/g, '') : result.error;
};

test('a drawing keeps what draws, with its size', () => {
  const inside =
    '<title>Torre</title><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
    '<style>.b{fill:url(#a)}</style><g transform="scale(2)"><path class="b" d="M0 0h4"/><use xlink:href="#a"/></g>';
  expect(cleaned(wrap(inside))).toBe(wrap(inside));
  expect(cleanSvg(wrap(SHAPE))).toMatchObject({ larghezza: 24, altezza: 48 });
  expect(cleanSvg(wrap(SHAPE, 'width="30mm" height="20"'))).toMatchObject({ larghezza: 30, altezza: 20 });
});

test('what a program adds around a drawing goes, and the drawing stays', () => {
  const file =
    '\uFEFF<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n<!-- by hand -->' +
    wrap(
      '<sodipodi:namedview a="1"><inkscape:grid/></sodipodi:namedview><metadata><rdf:RDF><a>x</a></rdf:RDF></metadata><path d="M0 0"/>',
      'xmlns:inkscape="http://i" viewBox="0 0 24 48" inkscape:version="1"',
    );
  expect(cleaned(file)).toBe(wrap('<path d="M0 0"/>'));
});

describe('nothing that runs or fetches stays', () => {
  test.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['a script inside a group', '<g><script><g/></script></g>', '<g></g>'],
    ['an empty script', '<script href="x.js"/><path d="M0"/>', '<path d="M0"/>'],
    ['a handler', '<path onload="alert(1)" ONCLICK="x" d="M0"/>', '<path d="M0"/>'],
    ['a foreign page', '<foreignObject><body><iframe src="https://x"/></body></foreignObject>', ''],
    ['a link', '<a href="javascript:alert(1)"><path d="M0"/></a>', ''],
    ['a picture from elsewhere', '<image href="https://x/y.png"/>', ''],
    ['a use of another file', '<use href="https://x/y.svg#a"/>', '<use/>'],
    ['an animation', '<animate attributeName="href" to="javascript:alert(1)"/><set/>', ''],
    ['a fill from elsewhere', '<path fill="url(https://x#a)" style="fill:url(//x)" d="M0"/>', '<path d="M0"/>'],
    ['an encoded address', '<path style="fill:u&#114;l(https://x)" d="M0"/>', '<path d="M0"/>'],
    ['an escaped address', '<path style="fill:u\\72l(https://x)" d="M0"/>', '<path d="M0"/>'],
    ['a style from elsewhere', '<style>@import "https://x";</style>', '<style></style>'],
    ['a set of pictures', '<g style="background:image-set(\'https://x/y.png\' 1x)"></g>', '<g></g>'],
    ['a set of pictures in a style', '<style>path{mask:-webkit-image-set("https://x" 1x)}</style>', '<style></style>'],
    ['a picture or another', '<g mask="IMAGE(\'https://x\')" filter="cross-fade(src(\'//x\'))"></g>', '<g></g>'],
  ])('%s', (_what, inside, kept) => {
    expect(cleaned(wrap(inside + SHAPE))).toBe(wrap(kept + SHAPE));
  });
});

test.each([
  ['no drawing', '<html></html>'],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "x">]>${wrap('&a;')}`],
  ['a comment that never ends', `${wrap(SHAPE)}<!-- x`],
  ['a section of text', wrap('<![CDATA[<script>]]>')],
  ['a tag that never closes', '<svg viewBox="0 0 1 1"><g></svg>'],
  ['two drawings', wrap('') + wrap('')],
  ['an attribute without quotes', wrap('<path d=M0 onload=alert(1) />')],
  ['no size', wrap('', 'a="1"')],
  ['a size of nothing', wrap('', 'viewBox="0 0 0 0"')],
  ['an element in a style', wrap(`<style>@im<title/>port "http://x";</style>${SHAPE}`)],
  ['nothing', ''],
])('%s is refused in a sentence', (_what, text) => {
  expect(cleanSvg(text)).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) });
});

test.each([
  ['a photo', '<image href="data:image/png;base64,AAAA"/>'],
  ['elements of another program', '<x:path d="M0 0"/>'],
  ['a use of another file', '<use href="x.svg#a"/>'],
  ['a shape that is used nowhere', '<defs><path d="M0 0"/></defs>'],
  ['groups with nothing in them', '<g><defs></defs></g>'],
])('a drawing of which nothing stays, because it holds only %s, says so', (_what, inside) => {
  expect(cleanSvg(wrap(inside))).toEqual({ error: expect.stringMatching(/^Di questo disegno SVG non resta niente/) });
});

test('what Illustrator wraps a drawing in is no reason to lose it', () => {
  expect(cleaned(wrap(`<switch><foreignObject>x</foreignObject><g>${SHAPE}</g></switch>`))).toBe(
    wrap(`<switch><g>${SHAPE}</g></switch>`),
  );
});

const level = (n: number, times: number, what: string) =>
  `<g id="a${n}">${what.replaceAll('#', `#a${n - 1}`).repeat(times)}</g>`;
test.each([
  ['parts that use one another ten times', 5, 10, '<use href="#"/>'],
  ['masks in masks', 60, 1, '<g mask="url(#)"><path d="M0"/></g>'],
])('a small drawing that never ends being drawn is refused: %s', (_what, levels, times, inside) => {
  const nested = Array.from({ length: levels }, (_, n) => level(n + 1, times, inside)).join('');
  expect(cleanSvg(wrap(`<g id="a0">${SHAPE}</g>${nested}`))).toEqual({
    error: expect.stringMatching(/^Il disegno SVG ripete/),
  });
});

test.each([
  ['a class', '.m#', 'class="x m#"'],
  ['an id', '#n#', 'id="n#"'],
  ['an element among others', 'mask, path', ''],
  ['an attribute', '[class]', 'class="m#"'],
])('masks in masks are refused when a style sheet names them by %s', (_what, selector, attributes) => {
  const levels = Array.from({ length: 60 }, (_, n) => n + 1);
  const at = (text: string, n: number) => text.replace(/(?<=[mn])#/, String(n));
  const rules = levels.map((n) => `${at(selector, n)}{mask:url(#a${n - 1})}`).join('');
  const masks = levels.map((n) => `<mask id="a${n}"><path d="M0" ${at(attributes, n)}/></mask>`).join('');
  expect(cleanSvg(wrap(`<style>${rules}</style>${masks}<g mask="url(#a60)">${SHAPE}</g>`))).toEqual({
    error: expect.stringMatching(/^Il disegno SVG ripete/),
  });
});

test('what Illustrator writes into classes stays', () => {
  const clip = '<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible"/></clipPath>';
  const defs = `<defs><rect id="SVGID_1_" width="9" height="9"/>${clip}<linearGradient id="b"><stop class="st2"/></linearGradient></defs>`;
  const style = '<style>.st0{clip-path:url(#SVGID_2_)}.st1{fill:url(#b)}.st2{stop-color:#FFF}path{stroke:none}</style>';
  const inside = `${style}${defs}${'<path class="st0 st1" d="M0 0"/>'.repeat(300)}`;
  expect(cleaned(wrap(inside))).toBe(wrap(inside));
});

test('a part that uses itself is refused', () => {
  expect(cleanSvg(wrap(`<g id="a">${SHAPE}<use xlink:href="#a"/></g>`))).toHaveProperty('error');
});

test('a drawing that uses its parts as crests do stays', () => {
  const defs = `<defs><linearGradient id="b"/><linearGradient id="a" href="#b"/><g id="fiore">${SHAPE}</g></defs>`;
  const inside = `${defs}<style>.x{fill:url(#a)}</style>${'<use href="#fiore" fill="url(#a)"/>'.repeat(200)}`;
  expect(cleaned(wrap(inside))).toBe(wrap(inside));
});

test('a file of open comments is read once, not once for each of them', () => {
  // Read anew from each of them, this would take minutes.
  expect(cleanSvg('<!--'.repeat(2_000_000))).toHaveProperty('error');
});
