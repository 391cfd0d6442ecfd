import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { island } from './island.ts';
import { packed } from './latin1.server.ts';

test('an island is given the props that were packed for it', () => {
  const Saluto = island(({ a, volte }: { a: string; volte: number }) => `Ciao ${a} `.repeat(volte));

  const html = renderToStaticMarkup(createElement(Saluto, { json: packed({ a: '"Anna" & <b>', volte: 2 }) }));

  expect(html).toBe('Ciao &quot;Anna&quot; &amp; &lt;b&gt; Ciao &quot;Anna&quot; &amp; &lt;b&gt; ');
});

test('the tag is the one that Astro still reads', () => {
  const renders = import.meta.resolve('astro/runtime/server/index.js');
  const source = readFileSync(new URL('./render/common.js', renders), 'utf8');

  expect(source).toContain('astro:renderer');
  expect(Object.getOwnPropertySymbols(island(() => null))).toContain(Symbol.for('astro:renderer'));
});
