/** Queries of the firms that have a case by a link, and of what they wrote. */
import type { Atto, Ditta, StoreDb } from '../../../store/tables.ts';

export async function writeDitta(db: StoreDb, ditta: Ditta): Promise<void> {
  await db.insertInto('ditte').values(ditta).execute();
}

export const findDitta = (db: StoreDb, id: string): Promise<Ditta | undefined> =>
  db.selectFrom('ditte').selectAll().where('id', '=', id).executeTakeFirst();

/** The last one first. @param pratica id of the citizen's side */
export const listDitte = (db: StoreDb, pratica: string): Promise<Ditta[]> =>
  db.selectFrom('ditte').selectAll().where('pratica', '=', pratica).orderBy('creata', 'desc').execute();

export async function changeDitta(
  db: StoreDb,
  id: string,
  changes: Partial<Pick<Ditta, 'revocata' | 'fatta' | 'vista'>>,
): Promise<void> {
  await db.updateTable('ditte').set(changes).where('id', '=', id).execute();
}

/** Bytes of the files that a firm has sent. @param mark that they have in the place of an entry of the timeline */
export async function countDittaBytes(db: StoreDb, pratica: string, mark: string): Promise<number> {
  const { somma: sum } = await db
    .selectFrom('allegati')
    .select((e) => e.fn.sum<number | null>('dimensione').as('somma'))
    .where('pratica', '=', pratica)
    .where('evento', '=', mark)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** What firms wrote about a case, the oldest first. */
export const listRapporti = (db: StoreDb, pratica: string): Promise<Atto[]> =>
  db
    .selectFrom('atti')
    .selectAll()
    .where('pratica', '=', pratica)
    .where('azione', '=', 'ditta')
    .orderBy('quando')
    .orderBy('n')
    .execute();
