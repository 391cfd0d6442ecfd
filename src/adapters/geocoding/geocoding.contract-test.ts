import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GeoBorder } from '../../platform/border.ts';
import { type GeocodingPort, MAX_FOUND } from '../../platform/geocoding.ts';

export type GeocodingRig = { port: GeocodingPort; end(): Promise<void> };

/** The middle of the invented town that every address book of the tests knows. */
export const TOWN_CENTER = { lat: 42.5, lon: 12.5 };
const HALF_SIDE = 0.05;
const TOWN_BORDER: GeoBorder = {
  type: 'Polygon',
  coordinates: [
    [
      [12.5 - HALF_SIDE, 42.5 - HALF_SIDE],
      [12.5 + HALF_SIDE, 42.5 - HALF_SIDE],
      [12.5 + HALF_SIDE, 42.5 + HALF_SIDE],
      [12.5 - HALF_SIDE, 42.5 + HALF_SIDE],
    ],
  ],
};
/** A part of the town in which Via Roma does not lie. */
const EAST_OF_TOWN: GeoBorder = {
  type: 'Polygon',
  coordinates: [
    [
      [12.52, 42.4],
      [12.6, 42.4],
      [12.6, 42.6],
      [12.52, 42.6],
    ],
  ],
};
const TOWN_AREA = { center: TOWN_CENTER, border: TOWN_BORDER };

/** The promises of every address book. Both adapters run it. */
export function geocodingContract(name: string, start: () => Promise<GeocodingRig>): void {
  describe(`${name}: the promises of every address book`, () => {
    let rig: GeocodingRig;
    beforeEach(async () => {
      rig = await start();
    });
    afterEach(() => rig.end());

    test('a street and a number are found, in the words of the place, at a point of the town', async () => {
      const [first] = await rig.port.search('via roma 12', TOWN_AREA);
      expect(first?.label).toBe('Via Roma 12');
      expect(first?.lat).toBeCloseTo(42.5, 1);
      expect(first?.lon).toBeCloseTo(12.5, 1);
    });

    test('without a border the middle of the town is enough', async () => {
      expect((await rig.port.search('via roma', { center: TOWN_CENTER })).map(({ label }) => label)).toContain(
        'Via Roma',
      );
    });

    test('nothing beyond the border is found', async () => {
      expect(await rig.port.search('via roma', { center: TOWN_CENTER, border: EAST_OF_TOWN })).toEqual([]);
    });

    test('in a town far away nothing is found', async () => {
      expect(await rig.port.search('via roma 12', { center: { lat: 45.46, lon: 9.19 } })).toEqual([]);
    });

    test('words that no place has find nothing', async () => {
      expect(await rig.port.search('zzz qqq', TOWN_AREA)).toEqual([]);
    });

    test('at most five places are found, none twice', async () => {
      const labels = (await rig.port.search('via', TOWN_AREA)).map(({ label }) => label);
      expect(labels).toHaveLength(MAX_FOUND);
      expect(new Set(labels).size).toBe(MAX_FOUND);
    });

    test('a point gets the nearest address, the one that it was found by', async () => {
      const [house] = await rig.port.search('via roma 12', TOWN_AREA);
      if (!house) throw new Error('Via Roma 12 was not found');
      expect(await rig.port.reverse({ lat: house.lat + 0.00002, lon: house.lon })).toEqual({ label: 'Via Roma 12' });
    });

    test('a point in the fields has no address', async () => {
      expect(await rig.port.reverse({ lat: 42.47, lon: 12.53 })).toBeNull();
      expect(await rig.port.reverse({ lat: 0, lon: 0 })).toBeNull();
    });
  });
}
