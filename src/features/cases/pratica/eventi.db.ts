/** The timeline of a case in the store: its events, and the files of them that are hidden. */
import type { Evento, StoreDb } from '../../../store/tables.ts';

export async function writeEvento(db: StoreDb, evento: Evento): Promise<void> {
  await db.insertInto('eventi').values(evento).execute();
}

/** How many events of a case are read at once. */
const EVENTI_PAGE_SIZE = 50;

/** A page of a timeline, oldest event first. @property hasMore whether there are more beyond this page */
type EventiPage = { eventi: Evento[]; hasMore: boolean };

/** The last events before event `n`. @param filter.n counts from 1 in each case */
export async function listEventiBefore(db: StoreDb, filter: { pratica: string; n: number }): Promise<EventiPage> {
  const rows = await selectBefore(db, filter);
  return { eventi: rows.slice(0, EVENTI_PAGE_SIZE).reverse(), hasMore: rows.length > EVENTI_PAGE_SIZE };
}

const selectBefore = (db: StoreDb, filter: { pratica: string; n: number }) =>
  db
    .selectFrom('eventi')
    .selectAll()
    .where('pratica', '=', filter.pratica)
    .where('n', '<', filter.n)
    .orderBy('n', 'desc')
    .limit(EVENTI_PAGE_SIZE + 1)
    .execute();

/** The first events after event `n`. @param filter.n counts from 1 in each case */
export async function listEventiAfter(db: StoreDb, filter: { pratica: string; n: number }): Promise<EventiPage> {
  const rows = await selectAfter(db, filter);
  return { eventi: rows.slice(0, EVENTI_PAGE_SIZE), hasMore: rows.length > EVENTI_PAGE_SIZE };
}

const selectAfter = (db: StoreDb, filter: { pratica: string; n: number }) =>
  db
    .selectFrom('eventi')
    .selectAll()
    .where('pratica', '=', filter.pratica)
    .where('n', '>', filter.n)
    .orderBy('n')
    .limit(EVENTI_PAGE_SIZE + 1)
    .execute();

/** Events up to `n` whose text or file was hidden since an instant. @param filter.dal the instant */
export async function listHiddenEventi(
  db: StoreDb,
  filter: { pratica: string; n: number; dal: number },
): Promise<Evento[]> {
  const ids = await selectHidden(db, filter);
  if (ids.length === 0) return [];
  return db
    .selectFrom('eventi')
    .selectAll()
    .where(
      'id',
      'in',
      ids.map(({ id }) => id as string),
    )
    .where('n', '<=', filter.n)
    .orderBy('n')
    .execute();
}

const selectHidden = (db: StoreDb, filter: { pratica: string; dal: number }) =>
  db
    .selectFrom('eventi')
    .select('id')
    .where('pratica', '=', filter.pratica)
    .where('nascosto', '>=', filter.dal)
    .union((e) =>
      e
        .selectFrom('allegati')
        .select('evento as id')
        .where('pratica', '=', filter.pratica)
        .where('nascosto', '>=', filter.dal)
        .where('evento', 'is not', null)
        .$narrowType<{ id: string }>(),
    )
    .execute();

export function findEvento(db: StoreDb, pratica: string, id: string): Promise<Evento | undefined> {
  return db.selectFrom('eventi').selectAll().where('pratica', '=', pratica).where('id', '=', id).executeTakeFirst();
}

/** The entry that last changed the state of a case, which was sent in one state. */
export function findLastChange(db: StoreDb, pratica: string) {
  return db
    .selectFrom('eventi')
    .select(['da', 'chi', 'stato', 'quando'])
    .where('pratica', '=', pratica)
    .where('n', '>', 1)
    .where('stato', 'is not', null)
    .orderBy('n', 'desc')
    .executeTakeFirst();
}

export async function hideEvento(db: StoreDb, id: string, mark: { at: number; by: string }): Promise<void> {
  await db.updateTable('eventi').set({ nascosto: mark.at, nascosto_da: mark.by }).where('id', '=', id).execute();
}

export async function hideFile(db: StoreDb, pratica: string, id: string, at: number): Promise<boolean> {
  const row = await db
    .updateTable('allegati')
    .set({ nascosto: at })
    .where('pratica', '=', pratica)
    .where('id', '=', id)
    .where('nascosto', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
