import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Timeline } from './Timeline.tsx';

test('a step without a known day has its words, and no machine-readable date', () => {
  const items = [
    { datetime: '2026-11-20', when: '20 novembre 2026', title: 'Inviata' },
    { datetime: '', when: 'Nei prossimi giorni', title: 'Presa in carico' },
  ];
  const html = renderToStaticMarkup(createElement(Timeline, { items }));
  expect(html.match(/<time[^>]*>/g)).toEqual(['<time dateTime="2026-11-20">']);
  expect(html).toContain('Nei prossimi giorni');
});
