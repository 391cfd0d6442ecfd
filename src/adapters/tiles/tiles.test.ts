import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { SANDBOX_TILES, type TilePort } from '../../platform/tiles.ts';
import { sandboxTiles } from './sandbox.server.ts';
import { webTiles } from './web.server.ts';

const PICTURE = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#abc' } })
  .png()
  .toBuffer();
const SOURCE = 'https://tile.borgo.example/{z}/{x}/{y}.png';
const KNOWN = { z: 17, x: 70087, y: 48611 };

type Answer = (address: URL, init: RequestInit) => Promise<Response> | Response;
const web = (answer: Answer, timeoutMs = 1000) =>
  webTiles({
    publicUrl: 'https://portale.example',
    timeoutMs,
    fetch: async (input, init) => answer(new URL(String(input)), init ?? {}),
  });
const picture = () => new Response(new Uint8Array(PICTURE));
const atKnown: Answer = ({ pathname }) =>
  pathname === '/17/70087/48611.png' ? picture() : new Response('nothing here', { status: 404 });
const never: TilePort = {
  fetchTile: async () => {
    throw new Error('asked another source');
  },
};

const ADAPTERS: [string, string, TilePort][] = [
  ['web', SOURCE, web(atKnown)],
  ['sandbox', SANDBOX_TILES, sandboxTiles(async ({ z }) => (z === 17 ? PICTURE : undefined), never)],
];

describe.each(ADAPTERS)('%s: the promises of every tile adapter', (_, source, port) => {
  test('a tile comes as the bytes of a picture', async () => {
    expect(await sharp(await port.fetchTile(source, KNOWN)).metadata()).toMatchObject({ width: 256, height: 256 });
  });

  test('a tile that is not there is unavailable', async () => {
    await expect(port.fetchTile(source, { z: 3, x: 0, y: 0 })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('the web adapter', () => {
  test('asks the named source alone, says who asks, and follows no redirect', async () => {
    const asked: { host: string; init: RequestInit }[] = [];
    await web(({ host }, init) => {
      asked.push({ host, init });
      return picture();
    }).fetchTile(SOURCE, KNOWN);

    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ host: 'tile.borgo.example', init: { redirect: 'error' } });
    expect(asked[0]?.init.headers).toMatchObject({ 'user-agent': 'Portale del cittadino (https://portale.example)' });
  });

  test.each([['http://tile.borgo.example/{z}/{x}/{y}.png'], ['file:///etc/{z}/{x}/{y}'], [SANDBOX_TILES]])(
    'asks nothing of %s',
    async (source) => {
      const port = web(() => expect.unreachable('asked'));

      await expect(port.fetchTile(source, KNOWN)).rejects.toMatchObject({ code: 'unavailable' });
    },
  );

  test('a source that does not answer in time is given up', async () => {
    const port = web(
      (_address, { signal }) =>
        new Promise((_answer, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      20,
    );

    await expect(port.fetchTile(SOURCE, KNOWN)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a source that did not answer is not asked again for half a minute; others are', async () => {
    let at = 0;
    const asked: string[] = [];
    const port = webTiles({
      publicUrl: 'https://portale.example',
      now: () => at,
      fetch: async (input) => {
        const { host } = new URL(String(input));
        asked.push(host);
        if (host === 'tile.borgo.example' && at === 0) throw new TypeError('fetch failed');
        return picture();
      },
    });
    const other = SOURCE.replace('borgo', 'valle');

    await expect(port.fetchTile(SOURCE, KNOWN)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(port.fetchTile(SOURCE, KNOWN)).rejects.toMatchObject({ code: 'unavailable' });
    await port.fetchTile(other, KNOWN);
    expect(asked).toEqual(['tile.borgo.example', 'tile.valle.example']);
    at = 30_001;
    await port.fetchTile(SOURCE, KNOWN);
    expect(asked).toHaveLength(3);
  });

  test('what is too large for a tile is not read to its end', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(out) {
        sent += 1;
        out.enqueue(new Uint8Array(64 * 1024));
      },
    });

    await expect(web(() => new Response(endless)).fetchTile(SOURCE, KNOWN)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(sent).toBeLessThan(10);
  });

  test('what is no picture is refused', async () => {
    const port = web(() => new Response('<html>Accedi alla rete</html>'));

    await expect(port.fetchTile(SOURCE, KNOWN)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
