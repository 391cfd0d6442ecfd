/** Finds what was reported near a point: perhaps the same problem. */
import type { CallContext } from '../../../context.ts';
import type { GeoPoint } from '../../../platform/border.ts';
import { placeAround, withDistance } from '../../../platform/near.server.ts';
import { NEARBY_LIMITS } from './near-limits.ts';
import { listInBox } from './pratiche-near.db.ts';
import { isOfOtherOffice } from './riservati.server.ts';
import { OPEN_PRATICA_STATI } from './stati.ts';

const DAY_MS = 86_400_000;

/** The open reports of a type that the caller may read, the nearest first, within {@link NEARBY_LIMITS}. @param of.but id of a report that is left out */
export async function nearPratiche(
  { db, now, user }: Pick<CallContext, 'db' | 'now' | 'user'>,
  point: GeoPoint,
  of: { ente: string; codice: string; but?: string },
) {
  const place = placeAround(point, NEARBY_LIMITS);
  const wanted = { ...of, stati: OPEN_PRATICA_STATI, dal: now - NEARBY_LIMITS.days * DAY_MS };
  const rows = await listInBox(db, place, wanted);
  return withDistance(
    place,
    rows.filter((row) => !isOfOtherOffice(user, row)),
  );
}
