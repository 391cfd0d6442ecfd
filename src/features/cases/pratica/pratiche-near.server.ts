/** Finds what was reported near a point: perhaps the same problem. */
import type { GeoPoint } from '../../../platform/border.ts';
import { placeAround, withDistance } from '../../../platform/near.server.ts';
import type { StoreDb } from '../../../store/open.server.ts';
import { NEARBY_LIMITS } from './near-limits.ts';
import { listInBox } from './pratiche-near.db.ts';
import { OPEN_PRATICA_STATI } from './stati.ts';

const DAY_MS = 86_400_000;

/** The open reports of a type, the nearest first, within {@link NEARBY_LIMITS}. @param of.but id of a report that is left out */
export async function nearPratiche(
  { db, now }: { db: StoreDb; now: number },
  point: GeoPoint,
  of: { ente: string; codice: string; but?: string },
) {
  const place = placeAround(point, NEARBY_LIMITS);
  const wanted = { ...of, stati: OPEN_PRATICA_STATI, dal: now - NEARBY_LIMITS.days * DAY_MS };
  return withDistance(place, await listInBox(db, place, wanted));
}
