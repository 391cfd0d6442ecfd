/** Queries of the changes that administrators made. Nothing changes or deletes one. */
import { announceChange, PUBLIC_CHANGE } from '../../../store/announce.server.ts';
import type { Modifica, StoreDb } from '../../../store/tables.ts';

/** Changes of one ente are made one after the other: each reads what the one before has written. @returns whether it exists */
export async function lockEnte(db: StoreDb, ente: string): Promise<boolean> {
  const locked = await db
    .updateTable('enti')
    .set((e) => ({ ordine: e.ref('ordine') }))
    .where('id', '=', ente)
    .executeTakeFirst();
  return locked.numUpdatedRows > 0n;
}

export const countModifiche = async (db: StoreDb, ente: string): Promise<number> => {
  const last = await db
    .selectFrom('modifiche')
    .select((e) => e.fn.max('n').as('n'))
    .where('ente', '=', ente)
    .executeTakeFirst();
  return Number(last?.n ?? 0);
};

/** Inside {@link lockEnte}, so that no two get one number. */
export async function writeModifica(db: StoreDb, modifica: Omit<Modifica, 'n'>): Promise<void> {
  const n = (await countModifiche(db, modifica.ente)) + 1;
  await db
    .insertInto('modifiche')
    .values({ ...modifica, n })
    .execute();
  await announceChange(db, PUBLIC_CHANGE);
}

export const findModifica = (db: StoreDb, { id, ente }: Pick<Modifica, 'id' | 'ente'>) =>
  db.selectFrom('modifiche').selectAll().where('id', '=', id).where('ente', '=', ente).executeTakeFirst();

/** The last ones first. */
export const selectModifiche = (db: StoreDb, ente: string, part: { offset: number; limit: number }) =>
  db
    .selectFrom('modifiche')
    .selectAll()
    .where('ente', '=', ente)
    .orderBy('n', 'desc')
    .limit(part.limit)
    .offset(part.offset)
    .execute();
