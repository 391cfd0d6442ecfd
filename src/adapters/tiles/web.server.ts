/** Tile port that really fetches: asks the tile source of an ente for one picture, within limits of time and size. */
import { PortalError } from '../../platform/errors.ts';
import { type TilePort, tileAddress } from '../../platform/tiles.ts';

/** A tile has some KB; a photo from the air has up to 100. */
const MAX_TILE_BYTES = 300 * 1024;
/** How long a source is not asked after it did not answer, in ms. */
const AWAY_MS = 30_000;
/** How a PNG, a JPEG and a WebP begin. */
const PICTURE_STARTS = ['89504e47', 'ffd8ff', '52494646'];

/**
 * @property publicUrl named to the source, which wants to know who asks
 * @property timeoutMs longest wait for a tile, in ms
 * @property now clock, ms since 1970
 * @property fetch replaced in tests
 */
export type WebTilesOptions = { publicUrl: string; timeoutMs?: number; fetch?: typeof fetch; now?: () => number };

/**
 * Asks only https addresses, as the import of an ente takes them, and follows no redirect to another. A source that did not answer
 * is left alone for a while, so that nothing waits for it again and again.
 */
export function webTiles(options: WebTilesOptions): TilePort {
  const { publicUrl, timeoutMs = 4_000, fetch = globalThis.fetch, now = Date.now } = options;
  const awayUntil = new Map<string, number>();
  return {
    async fetchTile(source, name) {
      try {
        const address = new URL(tileAddress(source, name));
        if (address.protocol !== 'https:') throw new Error('not an https address');
        if ((awayUntil.get(address.origin) ?? 0) > now()) throw new Error('did not answer a moment ago');
        const answer = await fetch(address, {
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            accept: 'image/png, image/webp, image/jpeg',
            'user-agent': `Portale del cittadino (${publicUrl})`,
          },
        }).catch((error: unknown) => {
          awayUntil.set(address.origin, now() + AWAY_MS);
          throw error;
        });
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
        return await readPicture(answer);
      } catch (cause) {
        throw new PortalError('unavailable', { cause });
      }
    },
  };
}

/** @throws Error for what is too large, or no picture */
async function readPicture({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.length;
    if (size > MAX_TILE_BYTES) {
      await reader?.cancel();
      throw new Error('too large for a tile');
    }
    pieces.push(read.value);
  }
  const bytes = Buffer.concat(pieces);
  const start = bytes.subarray(0, 4).toString('hex');
  if (!PICTURE_STARTS.some((known) => start.startsWith(known))) throw new Error('no picture');
  return bytes;
}
