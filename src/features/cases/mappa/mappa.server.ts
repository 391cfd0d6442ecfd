/** The small picture of a map around a place: made of the tiles of the ente, and kept with the case after its sending. */
import type { PortalHouse } from '../../../context.ts';
import { createChildPool } from '../../../platform/children.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries, type OutboxEntry } from '../../../platform/outbox.server.ts';
import type { MapPoint } from '../../../platform/tiles.ts';
import type { StoreTables } from '../../../store/tables.ts';
import type { Ente } from '../ente/ente.ts';
import { readMappa, writeMappa } from './mappa.db.ts';
import type { MappaTiles, PaintedMappa } from './mappa-child.server.ts';
import { isOnTheMap, tilesAround } from './view.ts';

type EnteMap = NonNullable<Ente['mappa']>;

/** What a picture weighs at most: it comes with a page, a receipt, a case. */
export const MAX_MAPPA_BYTES = 15_000;
const MAX_WAITING = 8;
/** When the tiles do not come: waits before the next attempts, in ms. After the last one the case has no picture. */
const RETRY_WAITS = [5 * 60_000, 60 * 60_000, 12 * 3600_000];

const paintMappa = createChildPool<MappaTiles, PaintedMappa>(new URL('./mappa-child.server.ts', import.meta.url), {
  ms: 5_000,
  megabytes: 256,
});

/** Pictures are painted one after the other: each waits for the one before. */
let lastPainted: Promise<unknown> = Promise.resolve();
let waitingCount = 0;

/**
 * A PNG of 480 × 240 px, at most 15 KB, with a pin in the middle.
 * @throws PortalError `unavailable` when tiles are missing, cannot be read, or too many pictures are asked for at once
 */
export async function drawMappa(
  house: Pick<PortalHouse, 'tiles'>,
  { tasselli }: Pick<EnteMap, 'tasselli'>,
  point: MapPoint,
): Promise<Buffer> {
  if (waitingCount >= MAX_WAITING) throw new PortalError('unavailable', { retryAfter: 10 });
  waitingCount += 1;
  try {
    const tiles = await Promise.all(
      tilesAround(point).map(async ({ name, left, top }) => ({
        bytes: await house.tiles.fetchTile(tasselli, name),
        ...{ left, top },
      })),
    );
    const painting = lastPainted.then(() => paintMappa({ tiles, maxBytes: MAX_MAPPA_BYTES }));
    lastPainted = painting.catch(() => undefined);
    const painted = await painting.catch((cause: unknown) => ({ fault: String(cause) }));
    if ('fault' in painted) throw new PortalError('unavailable', { cause: new Error(painted.fault) });
    return Buffer.from(painted.picture);
  } finally {
    waitingCount -= 1;
  }
}

type KeptMappa = StoreTables['mappe'];
const underWay = new Map<string, Promise<KeptMappa | undefined>>();

/**
 * The picture of a case, drawn and kept if it has none yet. Row of the outbox and first mail ask for it at the same time, and share the work.
 * @returns undefined when the tiles do not come
 */
export function keepMappa(
  house: PortalHouse,
  source: EnteMap,
  of: { pratica: string } & MapPoint,
): Promise<KeptMappa | undefined> {
  const begun = underWay.get(of.pratica);
  if (begun) return begun;
  const keeping = drawAndKeep(house, source, of).finally(() => underWay.delete(of.pratica));
  underWay.set(of.pratica, keeping);
  return keeping;
}

async function drawAndKeep(
  house: PortalHouse,
  source: EnteMap,
  { pratica, lat, lon }: { pratica: string } & MapPoint,
): Promise<KeptMappa | undefined> {
  const before = await readMappa(house.db, pratica);
  if (before) return before;
  try {
    const dati = await drawMappa(house, source, { lat, lon });
    const mappa = { pratica, dati, attribuzione: source.attribuzione, fatta: house.now() };
    await writeMappa(house.db, mappa);
    return mappa;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'unavailable') return undefined;
    throw error;
  }
}

type MappaData = { pratica: string; ente: string; attempt?: number } & MapPoint;

/** The row of the outbox after which a case has its picture; none without a point or a map. */
export function mappaEntries(
  pratica: string,
  ente: Pick<Ente, 'id' | 'mappa'>,
  { lat, lon }: Partial<MapPoint>,
): OutboxEntry[] {
  if (!ente.mappa || lat === undefined || lon === undefined || !isOnTheMap({ lat, lon })) return [];
  return [{ tipo: 'pratica.mappa', dati: { pratica, ente: ente.id, lat, lon } satisfies MappaData }];
}

/** @param enteOf passed in, because the ente of today says where its tiles are */
export const mappaOutbox = (enteOf: (house: PortalHouse, id: string) => Promise<Ente | undefined>) => ({
  'pratica.mappa': async (written: unknown, house: PortalHouse): Promise<null> => {
    const data = written as MappaData;
    const { pratica, lat, lon, attempt = 0 } = data;
    const mappa = (await enteOf(house, data.ente))?.mappa;
    if (!mappa) return null;
    const kept = await keepMappa(house, mappa, { pratica, lat, lon });
    if (!kept && RETRY_WAITS[attempt] !== undefined) {
      const again = { ...data, attempt: attempt + 1 };
      await enqueueEntries(house.db, house.now(), { tipo: 'pratica.mappa', dati: again, delay: RETRY_WAITS[attempt] });
    }
    return null;
  },
});
