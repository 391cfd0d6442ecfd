/** Shows and hides public reports when an ente changes which types it publishes. */
import { sql } from 'kysely';
import type { Ente } from '../features/cases/ente/ente.ts';
import type { StoreDb } from '../store/tables.ts';

/**
 * Those of a type that is no longer published are hidden, and nobody follows them any more; those that an operator had released are
 * shown again when it is. One that was taken off stays off.
 */
export async function applyPubblicazione(db: StoreDb, { id, pubblicazione = {} }: Ente): Promise<void> {
  const published = Object.keys(pubblicazione).filter((codice) => pubblicazione[codice]);
  const hidden = db
    .selectFrom('segnalazioni_pubbliche')
    .select('id')
    .where('ente', '=', id)
    .where(sql<boolean>`visibile = 1`)
    .$if(published.length > 0, (query) => query.where('codice', 'not in', published));
  await db.deleteFrom('segnalazioni_seguite').where('segnalazione', 'in', hidden).execute();
  const ofEnte = db.updateTable('segnalazioni_pubbliche').where('ente', '=', id);
  await ofEnte
    .set({ visibile: 0 })
    .where('visibile', '=', 1)
    .$if(published.length > 0, (query) => query.where('codice', 'not in', published))
    .execute();
  if (published.length > 0)
    await ofEnte
      .set({ visibile: 1 })
      .where('visibile', '=', 0)
      .where('codice', 'in', published)
      .where('rilasciata', 'is not', null)
      .execute();
}
