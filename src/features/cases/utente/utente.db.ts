/** Queries that read and change the account of one utente. */
import type { Ctx } from '../../../context.ts';
import type { Db } from '../../../store/open.server.ts';
import type { Utente } from '../../../store/tables.ts';

export function trovaUtente(db: Db, id: string): Promise<Utente | undefined> {
  return db.selectFrom('utenti').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Reads an account that is about to change: who comes second waits for the first to end. */
export function trovaPerCambiare(ctx: Ctx, id: string): Promise<Utente | undefined> {
  const query = ctx.db.selectFrom('utenti').selectAll().where('id', '=', id);
  // SQLite has one writer at a time and no row locks.
  return (ctx.house.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

export async function cambiaUtente(db: Db, id: string, cambi: Partial<Utente>): Promise<void> {
  await db.updateTable('utenti').set(cambi).where('id', '=', id).execute();
}
