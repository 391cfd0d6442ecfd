import { describe, expect, test } from 'vitest';
import { boundsOf, distanceInWords, type GeoBorder, isWithin, metresBetween, metresToBorder } from './border.ts';

const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
/** A square of about 11 km with a hole in its middle, and an island to the east. */
const WITH_HOLE: GeoBorder = { type: 'Polygon', coordinates: [square(12, 42, 0.1), square(12.04, 42.04, 0.02)] };
const WITH_ISLAND: GeoBorder = { type: 'MultiPolygon', coordinates: [WITH_HOLE.coordinates, [square(12.5, 42, 0.1)]] };
/** The letter C, open to the east. */
const BAY: GeoBorder = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [3, 0],
      [3, 1],
      [1, 1],
      [1, 2],
      [3, 2],
      [3, 3],
      [0, 3],
      [0, 0],
    ],
  ],
};

describe('a point is within the border', () => {
  test.each<[string, GeoBorder, number, number, boolean]>([
    ['inside the land', WITH_HOLE, 42.02, 12.02, true],
    ['in a hole, which belongs to another municipality', WITH_HOLE, 42.05, 12.05, false],
    ['to the east of it', WITH_HOLE, 42.05, 12.2, false],
    ['to the west of it, where a line to the east crosses it twice', WITH_HOLE, 42.02, 11.9, false],
    ['above a corner', WITH_HOLE, 42.2, 12.1, false],
    ['on an island', WITH_ISLAND, 42.05, 12.55, true],
    ['between the land and its island', WITH_ISLAND, 42.05, 12.3, false],
    ['in a bay', BAY, 1.5, 2, false],
    ['on the cape beside the bay', BAY, 2.5, 2, true],
  ])('%s', (_, border, lat, lon, expected) => {
    expect(isWithin(border, { lat, lon })).toBe(expected);
  });

  test('a ring that does not come back to its first corner is closed', () => {
    const open = { ...WITH_HOLE, coordinates: [square(12, 42, 0.1).slice(0, -1)] } as GeoBorder;
    expect(isWithin(open, { lat: 42.05, lon: 12.001 })).toBe(true);
    expect(isWithin(open, { lat: 42.05, lon: 11.999 })).toBe(false);
  });
});

test('the distance is to the nearest side, not to the nearest corner', () => {
  expect(metresToBorder(WITH_HOLE, { lat: 42.15, lon: 12.05 })).toBeCloseTo(0.05 * 111_320, 0);
  expect(metresToBorder(WITH_ISLAND, { lat: 42.05, lon: 12.4 })).toBeCloseTo(
    0.1 * 111_320 * Math.cos((42.05 * Math.PI) / 180),
    -2,
  );
});

test('from Borgosereno to Milan it is as far as on the globe, within one per cent', () => {
  // Great circle: 421.6 km.
  expect(metresBetween({ lat: 42.5, lon: 12.5 }, { lat: 45.4642, lon: 9.19 }) / 1000).toBeGreaterThan(418);
  expect(metresBetween({ lat: 42.5, lon: 12.5 }, { lat: 45.4642, lon: 9.19 }) / 1000).toBeLessThan(426);
});

test('the rectangle around a border holds its islands', () => {
  const { west, south, east, north } = boundsOf(WITH_ISLAND);
  expect([west, south, Number(east.toFixed(6)), Number(north.toFixed(6))]).toEqual([12, 42, 12.6, 42.1]);
});

test.each([
  [12, '50 m'],
  [290, '300 m'],
  [949, '950 m'],
  [960, '1 km'],
  [2_310, '2,3 km'],
  [9_990, '10 km'],
  [340_400, '340 km'],
])('%d metres are %s in words', (metres, words) => {
  expect(distanceInWords(metres)).toBe(words);
});
