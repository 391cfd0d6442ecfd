/** Queries of the appointments to come that a change of their calendar may concern. */
import type { Appuntamento, StoreDb } from '../../../store/tables.ts';
import type { Calendario } from './calendario.ts';

/** In order of time. */
export const listToCome = (
  db: StoreDb,
  { ente, codice }: Pick<Calendario, 'ente' | 'codice'>,
  now: number,
): Promise<Appuntamento[]> =>
  db
    .selectFrom('appuntamenti')
    .selectAll()
    .where('ente', '=', ente)
    .where('calendario', '=', codice)
    .where('inizio', '>', now)
    .where('stato', '=', 'fissato')
    .orderBy('inizio')
    .orderBy('postazione')
    .execute();

/** @returns false for one whose citizen was told already */
export async function markToMove(db: StoreDb, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('appuntamenti')
    .set({ da_spostare: now })
    .where('id', '=', id)
    .where('da_spostare', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
