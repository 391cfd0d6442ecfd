import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PianoBars } from './PianoBars.tsx';
import { computePiano } from './piano.ts';

const draw = (totale_cent: number, rate: number, prima_scadenza = '2026-11-30') => {
  const piano = computePiano({
    documenti: [{ tipo: 'TARI', importo_cent: totale_cent, scadenza: null }],
    rate,
    prima_scadenza,
    tasso_centesimi: 0,
    today: '2026-11-20',
    decorrenza_interessi: 'scadenza_o_richiesta',
  });
  const svg = renderToStaticMarkup(createElement(PianoBars, { rate: piano }));
  return {
    svg,
    bars: svg.match(/<rect /g)?.length,
    texts: [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) => text),
  };
};

test('a short plan has amount, month and year at its bars', () => {
  expect(draw(461_01, 4).texts).toEqual([
    '115,26',
    'nov',
    '2026',
    '115,25',
    'dic',
    '115,25',
    'gen',
    '2027',
    '115,25',
    'feb',
  ]);
});

test('where cents have no room the amounts are in whole euros, and where those have none they are left to the table', () => {
  expect(draw(1000_00, 10, '2027-01-31').texts.slice(0, 3)).toEqual(['100', 'gen', '2027']);
  expect(draw(9000_00, 30, '2027-01-31').texts).toEqual(['2027', '2028', '2029']);
});

test('the longest plan has a bar for each month, and years that do not run into each other', () => {
  const { bars, texts } = draw(30_000_00, 72);
  expect(bars).toBe(72);
  expect(texts).toEqual(['2027', '2028', '2029', '2030', '2031', '2032']);
  // From February the last bar is one January, too narrow for its year.
  expect(draw(30_000_00, 72, '2027-02-28').texts.at(-1)).toBe('2032');
  expect(draw(1000_00, 12, '2026-12-31').texts.filter((text) => text?.startsWith('20'))).toEqual(['2027']);
});

test('the drawing is not read aloud: the table below has its figures', () => {
  expect(draw(461_01, 4).svg).toMatch(/^<div class="barre mb-3"><svg [^>]*aria-hidden="true">.*<\/svg><\/div>$/);
});
