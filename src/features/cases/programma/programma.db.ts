/** Queries of the programs that work with an ente by a key. */
import type { Programma, StoreDb } from '../../../store/tables.ts';

export async function writeProgramma(db: StoreDb, programma: Programma): Promise<void> {
  await db.insertInto('programmi').values(programma).execute();
}

/** The last one made first. */
export const listProgrammi = (db: StoreDb, ente: string): Promise<Programma[]> =>
  db.selectFrom('programmi').selectAll().where('ente', '=', ente).orderBy('creato', 'desc').orderBy('id').execute();

export const findProgramma = (db: StoreDb, { id, ente }: Pick<Programma, 'id' | 'ente'>) =>
  db.selectFrom('programmi').selectAll().where('id', '=', id).where('ente', '=', ente).executeTakeFirst();

/** By its key, or by the one before while that is valid, too. */
export const findByHash = (db: StoreDb, { hash, now }: { hash: string; now: number }): Promise<Programma | undefined> =>
  db
    .selectFrom('programmi')
    .selectAll()
    .where((e) => e.or([e('hash', '=', hash), e.and([e('hash_prima', '=', hash), e('prima_fino', '>', now)])]))
    .executeTakeFirst();

/** The one that calls with tokens of this client. */
export const findByClient = (db: StoreDb, client: string): Promise<Programma | undefined> =>
  db.selectFrom('programmi').selectAll().where('client_id', '=', client).executeTakeFirst();

export async function changeProgramma(
  db: StoreDb,
  id: string,
  changes: Partial<Pick<Programma, 'usato' | 'revocato' | 'hash' | 'hash_prima' | 'prima_fino'>>,
): Promise<void> {
  await db.updateTable('programmi').set(changes).where('id', '=', id).execute();
}
