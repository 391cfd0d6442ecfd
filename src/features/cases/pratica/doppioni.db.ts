/** Queries of reports that were closed as duplicates of another one. */
import type { Pratica, StoreDb } from '../../../store/tables.ts';

/** Those that are still closed: one that its citizen has opened again goes on by itself. @param id of the report that goes on */
export const listDoppioni = (db: StoreDb, id: string): Promise<Pratica[]> =>
  db.selectFrom('pratiche').selectAll().where('doppione_di', '=', id).where('stato', '=', 'conclusa').execute();

/** The duplicates of a report that becomes a duplicate itself. @param ids.from, ids.to of reports */
export async function moveDoppioni(db: StoreDb, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('pratiche').set({ doppione_di: to }).where('doppione_di', '=', from).execute();
}
