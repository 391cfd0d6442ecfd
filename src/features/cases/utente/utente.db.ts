/** Queries that read and change the account of an utente. */
import type { CallContext } from '../../../context.ts';
import type { StoreDb, Utente } from '../../../store/tables.ts';

export function findUtente(db: StoreDb, id: string): Promise<Utente | undefined> {
  return db.selectFrom('utenti').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Reads and locks an account that is about to change: a second transaction waits for the first to end. */
export function findUtenteForUpdate(ctx: CallContext, id: string): Promise<Utente | undefined> {
  const query = ctx.db.selectFrom('utenti').selectAll().where('id', '=', id);
  // SQLite has a single writer and no row locks.
  return (ctx.house.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

export async function updateUtente(db: StoreDb, id: string, changes: Partial<Utente>): Promise<void> {
  await db.updateTable('utenti').set(changes).where('id', '=', id).execute();
}
