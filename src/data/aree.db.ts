/** Puts the open cases of an ente into its areas when these change. */

import type { Ente } from '../features/cases/ente/ente.ts';
import { OPEN_PRATICA_STATI } from '../features/cases/pratica/stati.ts';
import { boundsOf, isWithin } from '../platform/border.ts';
import type { StoreDb } from '../store/tables.ts';

/** Cases changed by one statement. */
const MAX_IDS = 500;

/**
 * An open case whose place is known and that is in no area goes into the first whose border its point lies in. One that has an area keeps
 * it, for an operator may have chosen it; closed ones stay as they were counted.
 */
export async function fillAree(db: StoreDb, ente: Pick<Ente, 'id' | 'aree'>): Promise<void> {
  for (const { id: area, confine } of ente.aree ?? []) {
    if (!confine) continue;
    const { west, south, east, north } = boundsOf(confine);
    const rows = await db
      .selectFrom('pratiche')
      .select(['id', 'lat', 'lon'])
      .where('ente', '=', ente.id)
      .where('lat', '>=', south)
      .where('lat', '<=', north)
      .where('lon', '>=', west)
      .where('lon', '<=', east)
      .where('stato', 'in', OPEN_PRATICA_STATI)
      .where('area', 'is', null)
      .execute();
    const ids = rows.flatMap(({ id, lat, lon }) =>
      lat !== null && lon !== null && isWithin(confine, { lat, lon }) ? [id] : [],
    );
    for (let from = 0; from < ids.length; from += MAX_IDS) {
      const some = ids.slice(from, from + MAX_IDS);
      await db.updateTable('pratiche').set({ area }).where('id', 'in', some).execute();
      const theirs = db.selectFrom('pratiche').select('pubblica').where('id', 'in', some);
      await db.updateTable('segnalazioni_pubbliche').set({ area }).where('id', 'in', theirs).execute();
    }
  }
}
