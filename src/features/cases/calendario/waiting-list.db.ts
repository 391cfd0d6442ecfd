/** Queries of the waiting list of a calendar: the appointments whose citizens wait for an earlier time. */
import type { Appuntamento, StoreDb } from '../../../store/tables.ts';
import type { Calendario } from './calendario.ts';
import { OFF_THE_LIST } from './waiting-list.ts';

export type CalendarKey = Pick<Calendario, 'ente' | 'codice'>;

/** The calendars at which somebody waits. */
export async function listAwaited(db: StoreDb): Promise<CalendarKey[]> {
  const rows = await db
    .selectFrom('appuntamenti')
    .select(['ente', 'calendario'])
    .distinct()
    .where('in_lista_dal', 'is not', null)
    .execute();
  return rows.map(({ ente, calendario }) => ({ ente, codice: calendario }));
}

const waitingAt = (db: StoreDb, { ente, codice }: CalendarKey) =>
  db
    .selectFrom('appuntamenti')
    .where('ente', '=', ente)
    .where('calendario', '=', codice)
    .where('in_lista_dal', 'is not', null);

export async function isAwaited(db: StoreDb, key: CalendarKey): Promise<boolean> {
  return (await waitingAt(db, key).select('id').executeTakeFirst()) !== undefined;
}

/** The longest on the list comes first. */
export const listWaiting = (db: StoreDb, key: CalendarKey, now: number): Promise<Appuntamento[]> =>
  waitingAt(db, key)
    .selectAll()
    .where('stato', '=', 'fissato')
    .where('inizio', '>', now)
    .orderBy('in_lista_dal')
    .orderBy('id')
    .execute();

/** @returns false for an appointment whose citizen does not wait any more */
export async function noteKnown(db: StoreDb, id: string, starts: readonly number[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('appuntamenti')
    .set({ orari_noti: JSON.stringify(starts) })
    .where('id', '=', id)
    .where('in_lista_dal', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those whose appointments are over are on no list. */
export async function removeOver(db: StoreDb, now: number): Promise<void> {
  await db
    .updateTable('appuntamenti')
    .set(OFF_THE_LIST)
    .where('in_lista_dal', 'is not', null)
    .where((e) => e.or([e('inizio', '<=', now), e('stato', '!=', 'fissato')]))
    .execute();
}
