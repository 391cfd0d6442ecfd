import { expect, test } from 'vitest';
import type { GeoBorder } from '../../../platform/border.ts';
import { outsideText } from './outside.ts';

const confine: GeoBorder = {
  type: 'Polygon',
  coordinates: [
    [
      [12.4, 42.4],
      [12.6, 42.4],
      [12.6, 42.6],
      [12.4, 42.6],
      [12.4, 42.4],
    ],
  ],
};
const MILAN = { lat: 45.4642, lon: 9.19 };

test.each([
  ['Comune di Borgosereno', 'del Comune di Borgosereno'],
  ['Città di Portolieve', 'della Città di Portolieve'],
  ['Unione dei Comuni', 'dell’Unione dei Comuni'],
])('a point beyond the border is said to be, with the name and the distance: %s', (nome, words) => {
  expect(outsideText({ nome, confine }, MILAN)).toMatch(`fuori dal territorio ${words} (a 4`);
  expect(outsideText({ nome, confine }, MILAN)).toContain(' km)');
});

test('nothing is said of a point within the border, nor where no border is known', () => {
  expect(outsideText({ nome: 'Comune', confine }, { lat: 42.5, lon: 12.5 })).toBeUndefined();
  expect(outsideText({ nome: 'Comune' }, MILAN)).toBeUndefined();
});
