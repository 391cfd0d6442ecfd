import { expect, test } from 'vitest';
import { excessOf, PAGE_BUDGETS } from './budgets.ts';
import { filledIn } from './visit.ts';
import { readHtml } from './weigh.ts';

const PAGE = `<!doctype html><head>
<link rel="icon" href="/favicon.svg"><link rel="modulepreload" href="/_astro/a.js"><link rel="canonical" href="https://b.example/">
<style>@font-face{src:url(/_astro/f.woff2)}</style>
<script type="module" src="/_astro/b.js"></script>
<script type="module">import"./_astro/c.js";import("./_astro/late.js")</script></head>
<astro-island uid="x" component-url="/_astro/Form.js" renderer-url="/_astro/client.js" props="{}"></astro-island>
<a href="https://comune.example/">altrove</a>`;

test('a page loads by itself its scripts, islands, preloads and the imports of its inline modules', () => {
  const { scripts, blocking, fetched } = readHtml(PAGE, '/');

  expect(scripts.toSorted()).toEqual([
    '/_astro/Form.js',
    '/_astro/a.js',
    '/_astro/b.js',
    '/_astro/c.js',
    '/_astro/client.js',
  ]);
  expect(blocking).toEqual([]);
  expect(fetched).toEqual(expect.arrayContaining(['/favicon.svg', '/_astro/f.woff2']));
  expect(fetched).not.toContain('https://comune.example/');
});

test('a classic script and a linked stylesheet block the page', () => {
  expect(readHtml('<script src="/x.js"></script><script src="/y.js" defer></script>', '/').blocking).toEqual(['/x.js']);
  expect(readHtml('<link rel="stylesheet" href="/x.css">', '/').blocking).toEqual(['/x.css']);
});

test('each excess is reported with its number', () => {
  const budget = { name: 'home', status: 200, first: 100, script: 10, react: false };
  const light = {
    status: 200,
    br: 100,
    gzip: 100,
    script: 10,
    files: [{ path: '/a.js', bytes: 10 }],
    react: false,
    blocking: [],
    foreign: [],
  };

  expect(excessOf(budget, light)).toEqual([]);
  expect(
    excessOf(budget, {
      ...light,
      status: 500,
      br: 101,
      gzip: 102,
      script: 11,
      react: true,
      blocking: ['/x.js'],
      foreign: ['https://cdn.example/y'],
    }),
  ).toEqual([
    'home: status 500 instead of 200',
    'home: headers and HTML with br 101 bytes, 100 allowed',
    'home: JavaScript 11 bytes, 10 allowed\n      10 /a.js',
    'home: loads React',
    'home: /x.js blocks the page',
    'home: https://cdn.example/y is fetched from another host',
  ]);
});

test('public pages and first steps have the first round trip, later pages 24 KB, and one list that is full more', () => {
  const [full, ...others] = PAGE_BUDGETS.toSorted((a, b) => b.first - a.first);
  expect(full).toMatchObject({ name: 'devices, 200', first: 40 * 1024 });
  expect(others.filter(({ first }) => ![14_600, 24_000].includes(first))).toEqual([]);
  const firstFlight = others.filter(({ first }) => first === 14_600).map(({ name }) => name);
  for (const name of ['home', 'report', 'desk', 'pay', 'choice of documents', 'devices', 'public reports'])
    expect(firstFlight).toContain(name);
});

test('a form is filled in with its hidden values and ticked boxes, and sent by its last button', () => {
  const form = `<form method="post"><input type="hidden" name="_token" value="a&amp;b"><input name="privacy" type="checkbox">
    <button name="_azione" value="indietro">Indietro</button><button name="_azione" value="avanti" type="submit">Avanti</button>
    <button type="button" name="x" value="y">?</button></form>`;

  expect(filledIn(form)).toEqual([
    ['_token', 'a&b'],
    ['privacy', 'on'],
    ['_azione', 'avanti'],
  ]);
});
