/** The small picture of a map around a place: made of the tiles of the ente, and kept with the case after its sending. */
import * as z from 'zod/mini';
import type { OutboxDelivery, PortalHouse } from '../../../context.ts';
import { createChildPool } from '../../../platform/children.server.ts';
import { isAway, PortalError } from '../../../platform/errors.ts';
import { deliveryOf, enqueueEntries, stopDelay } from '../../../platform/outbox.server.ts';
import { type OutboxEntry, outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { MapPoint } from '../../../platform/tiles.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Ente } from '../ente/ente.ts';
import { findAttribuzione, writeMappa } from './mappa.db.ts';
import type { MappaTiles, PaintedMappa } from './mappa-child.server.ts';
import { isOnTheMap, tilesAround } from './view.ts';

type EnteMap = NonNullable<Ente['mappa']>;

/** What a picture weighs at most: it comes with a page, a receipt, a case. */
export const MAX_MAPPA_BYTES = 15_000;
const MAX_WAITING = 8;
/** How many are painted at a time, in processes that give way to the host. */
const MAX_PAINTED = 2;
/** How long the mail that is to show the picture waits for it, in ms. */
const MAIL_WAIT = 3_000;
/** When the tiles do not come: waits before the next attempts, in ms. After the last one the case has no picture. */
const RETRY_WAITS = [5 * 60_000, 60 * 60_000, 12 * 3600_000];

const paintMappa = createChildPool<MappaTiles, PaintedMappa>(new URL('./mappa-child.server.ts', import.meta.url), {
  ms: 20_000,
  megabytes: 256,
});

/** Pictures are painted in turns in these places: each waits for the one before it in the same place. */
const lastPainted: Promise<unknown>[] = [];
let lastPlace = 0;
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
        left,
        top,
      })),
    );
    lastPlace = (lastPlace + 1) % MAX_PAINTED;
    const painting = Promise.resolve(lastPainted[lastPlace]).then(() =>
      paintMappa({ tiles, maxBytes: MAX_MAPPA_BYTES }),
    );
    lastPainted[lastPlace] = painting.catch(() => undefined);
    const painted = await painting.catch((cause: unknown) => ({ fault: String(cause) }));
    if ('fault' in painted) throw new PortalError('unavailable', { cause: new Error(painted.fault) });
    return Buffer.from(painted.picture);
  } finally {
    waitingCount -= 1;
  }
}

/**
 * Draws and keeps the picture of a case, if it has none yet.
 * @returns whether it has one now: the tiles may not have come
 */
async function keepMappa(
  house: PortalHouse,
  source: EnteMap,
  { pratica, lat, lon }: { pratica: string } & MapPoint,
): Promise<boolean> {
  if (await findAttribuzione(house.db, pratica)) return true;
  try {
    const dati = await drawMappa(house, source, { lat, lon });
    await writeMappa(house.db, { pratica, dati, attribuzione: source.attribuzione, fatta: house.now() });
    return true;
  } catch (error) {
    if (isAway(error)) return false;
    throw error;
  }
}

const MAPPA_PICTURE = outboxKind(
  'pratica.mappa',
  'pictures',
  z.object({
    pratica: z.string(),
    ente: z.string(),
    lat: z.number(),
    lon: z.number(),
    attempt: z.optional(z.number()),
    /** Id of the row whose mail is to show the picture */
    mail: z.optional(z.string()),
  }),
);
type MappaPlace = { pratica: Pick<Pratica, 'id'>; ente: Pick<Ente, 'id' | 'mappa'> } & Partial<MapPoint>;

/**
 * The rows of the outbox after which a case has its picture; none without a point or a map.
 * @param mail is to show the picture: it leaves when that is there, and in any case after {@link MAIL_WAIT}
 */
export function withMappa(mail: OutboxEntry | undefined, { pratica, ente, lat, lon }: MappaPlace): OutboxEntry[] {
  if (!ente.mappa || lat === undefined || lon === undefined || !isOnTheMap({ lat, lon })) return mail ? [mail] : [];
  const place = { pratica: pratica.id, ente: ente.id, lat, lon };
  if (!mail) return [outboxEntry(MAPPA_PICTURE, place)];
  const id = randomId();
  return [outboxEntry(MAPPA_PICTURE, { ...place, mail: id }), { ...mail, id, delay: MAIL_WAIT }];
}

/** @param enteOf passed in, because the ente of today says where its tiles are */
export const mappaDelivery = (enteOf: (house: PortalHouse, id: string) => Promise<Ente | undefined>): OutboxDelivery =>
  deliveryOf(MAPPA_PICTURE, async ({ mail, ...data }, house) => {
    const { pratica, lat, lon, attempt = 0 } = data;
    const mappa = (await enteOf(house, data.ente))?.mappa;
    const kept = mappa && (await keepMappa(house, mappa, { pratica, lat, lon }));
    if (mail) await stopDelay(house, mail);
    const delay = RETRY_WAITS[attempt];
    if (kept === false && delay !== undefined)
      await enqueueEntries(
        house.db,
        house.now,
        outboxEntry(MAPPA_PICTURE, { ...data, attempt: attempt + 1 }, { delay }),
      );
    return null;
  });
