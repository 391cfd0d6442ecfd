import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { asJson, createIsland } from './island.ts';

test('an island gets its props unchanged, with all letters', () => {
  const Greeting = createIsland(({ a, times }: { a: string; times: number }) => `Ciao ${a} `.repeat(times));

  const html = renderToStaticMarkup(createElement(Greeting, { json: asJson({ a: '"Anna" & <b> 😀 93 €', times: 2 }) }));

  expect(html).toBe('Ciao &quot;Anna&quot; &amp; &lt;b&gt; 😀 93 € Ciao &quot;Anna&quot; &amp; &lt;b&gt; 😀 93 € ');
});
