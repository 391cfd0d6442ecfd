import { expect, test } from 'vitest';
import { areaName, areaOfPoint } from './aree.ts';

const square = (west: number, east: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, 42],
      [east, 42],
      [east, 43],
      [west, 43],
      [west, 42],
    ],
  ],
});
const ENTE = {
  aree: [
    { id: 'sparse', nome: 'Case sparse' },
    { id: 'ovest', nome: 'Quartiere Ovest', confine: square(12, 12.5) },
    { id: 'centro', nome: 'Centro', confine: square(12.4, 13) },
  ],
};

test('a point lies in the first area whose border holds it, and in none beyond all borders', () => {
  expect([12.2, 12.45, 12.8, 13.2].map((lon) => areaOfPoint(ENTE, { lat: 42.5, lon }))).toEqual([
    'ovest',
    'ovest',
    'centro',
    null,
  ]);
});

test('without a point, or without areas, there is none', () => {
  expect([areaOfPoint(ENTE, {}), areaOfPoint({}, { lat: 42.5, lon: 12.2 })]).toEqual([null, null]);
});

test('an area that the ente has removed is called by its id', () => {
  expect([areaName(ENTE, 'centro'), areaName(ENTE, 'porto'), areaName({}, 'porto')]).toEqual([
    'Centro',
    'porto',
    'porto',
  ]);
});
