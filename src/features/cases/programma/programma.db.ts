/** Queries of the programs that send reports to an ente with a key. */
import type { Programma, StoreDb } from '../../../store/tables.ts';

export async function writeProgramma(db: StoreDb, programma: Programma): Promise<void> {
  await db.insertInto('programmi').values(programma).execute();
}

/** The last one made first. */
export const listProgrammi = (db: StoreDb, ente: string): Promise<Programma[]> =>
  db.selectFrom('programmi').selectAll().where('ente', '=', ente).orderBy('creato', 'desc').orderBy('id').execute();

export const findProgramma = (db: StoreDb, { id, ente }: Pick<Programma, 'id' | 'ente'>) =>
  db.selectFrom('programmi').selectAll().where('id', '=', id).where('ente', '=', ente).executeTakeFirst();

export const findByHash = (db: StoreDb, hash: string) =>
  db.selectFrom('programmi').selectAll().where('hash', '=', hash).executeTakeFirst();

export async function changeProgramma(
  db: StoreDb,
  id: string,
  changes: Partial<Pick<Programma, 'usato' | 'revocato'>>,
): Promise<void> {
  await db.updateTable('programmi').set(changes).where('id', '=', id).execute();
}
