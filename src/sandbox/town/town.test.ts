import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isWithin } from '../../platform/border.ts';
import { toMapPixels } from '../../platform/tiles.ts';
import { ENTI } from '../demo/enti.ts';
import { readTileName, sandboxTile } from './tiles.server.ts';
import { houseAt, INVENTED_TOWNS, inMetres } from './town.ts';

/** The tile that a place lies on. */
function tileAt([lat, lon]: readonly [number, number], z: number) {
  const [x = 0, y = 0] = toMapPixels({ lat, lon }, z).map((px) => Math.floor(px / 256));
  return { z, x, y };
}

const BORGOSERENO = INVENTED_TOWNS[0] as (typeof INVENTED_TOWNS)[number];

describe('the invented land', () => {
  test('each municipality of the demo has its town, and its map opens in the middle of it', () => {
    for (const ente of ENTI.slice(1)) {
      const town = INVENTED_TOWNS.find((t) => t.ente === ente.id);
      expect([ente.mappa?.lat, ente.mappa?.lon]).toEqual(town?.center);
    }
  });

  test('a street has each of its house numbers near its line, and no other', () => {
    for (const street of INVENTED_TOWNS.flatMap(({ streets }) => streets)) {
      for (const number of [1, 2, street.numbers])
        expect([street.name, houseAt(street, number)]).not.toContain(undefined);
      for (const number of [0, -1, 1.5, street.numbers + 1]) expect(houseAt(street, number)).toBeUndefined();
    }
    const straight = {
      line: [
        [42.5, 12.5],
        [42.5, 12.51],
      ] as const,
      numbers: 4,
    };
    const [one, two, three] = [1, 2, 3].map((n) => inMetres(houseAt(straight, n) as [number, number], [42.5, 12.5]));
    expect(one?.[1]).toBeCloseTo(15, 0);
    expect(two?.[1]).toBeCloseTo(-15, 0);
    expect(one?.[0]).toBeCloseTo(two?.[0] ?? 0, 0);
    expect(three?.[0]).toBeGreaterThan(one?.[0] ?? 0);
  });

  test('a street has its name once in its municipality', () => {
    for (const { streets } of INVENTED_TOWNS)
      expect(new Set(streets.map(({ name }) => name)).size).toBe(streets.length);
  });

  test('most houses stand in a quarter of their town, and none in two', () => {
    for (const { ente, streets } of INVENTED_TOWNS) {
      const aree = ENTI.find(({ id }) => id === ente)?.aree ?? [];
      const within = streets.flatMap((street) => {
        const [lat = 0, lon = 0] = houseAt(street, Math.ceil(street.numbers / 2)) ?? [];
        return [aree.filter(({ confine }) => confine && isWithin(confine, { lat, lon })).length];
      });
      expect(Math.max(...within)).toBe(1);
      expect(within.filter((n) => n === 1).length / within.length).toBeGreaterThan(0.8);
    }
  });
});

describe('a tile', () => {
  test.each([12, 14, 16, 17, 19])('of the town at zoom %i is a PNG of 256 px that shows something', async (z) => {
    const tile = (await sandboxTile(tileAt(BORGOSERENO.center, z))) as Buffer;

    expect(await sharp(tile).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect((await sharp(tile).stats()).isOpaque).toBe(true);
    expect((await sharp(tile).stats()).entropy).toBeGreaterThan(0.2);
    expect(tile.length).toBeLessThan(20_000);
  });

  test('outside the towns shows plain land', async () => {
    const { channels } = await sharp(await sandboxTile(tileAt([43.9, 11.1], 16))).stats();

    expect(channels.map((channel) => channel.stdev)).toEqual([0, 0, 0]);
  });

  test.each([
    ['17', '70087', '48600', true],
    ['11', '1', '1', false],
    ['20', '1', '1', false],
    ['12', '4096', '1', false],
    ['12', '-1', '1', false],
    ['12', '01', '1', false],
    ['12', '1e2', '1', false],
    ['', '', '', false],
  ])('%s/%s/%s is served: %s', async (z, x, y, served) => {
    const name = readTileName(z, x, y);
    expect(name !== undefined && (await sandboxTile(name)) !== undefined).toBe(served);
  });
});
