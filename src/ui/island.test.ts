import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { asJson, island } from './island.ts';

test('an island gets the props that were written for it, in all letters', () => {
  const Saluto = island(({ a, volte }: { a: string; volte: number }) => `Ciao ${a} `.repeat(volte));

  const html = renderToStaticMarkup(createElement(Saluto, { json: asJson({ a: '"Anna" & <b> 😀 93 €', volte: 2 }) }));

  expect(html).toBe('Ciao &quot;Anna&quot; &amp; &lt;b&gt; 😀 93 € Ciao &quot;Anna&quot; &amp; &lt;b&gt; 😀 93 € ');
});
