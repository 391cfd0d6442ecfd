/** Queries of the views that operators saved. */
import type { StoreDb, Vista } from '../../../store/tables.ts';

const inItalian = new Intl.Collator('it');

/** The views of an operator by name. */
export async function listViste(db: StoreDb, utente: string): Promise<Vista[]> {
  const rows = await db.selectFrom('viste').selectAll().where('utente', '=', utente).execute();
  return rows.sort((a, b) => inItalian.compare(a.nome, b.nome));
}

/** @returns false when the operator has one of this name */
export async function writeVista(db: StoreDb, vista: Vista): Promise<boolean> {
  const written = await db
    .insertInto('viste')
    .values(vista)
    .onConflict((c) => c.columns(['utente', 'nome']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

type OwnVista = Pick<Vista, 'id' | 'utente'>;

export async function changeVista(
  db: StoreDb,
  { id, utente, ...changes }: OwnVista & Pick<Vista, 'nome' | 'iniziale'>,
): Promise<void> {
  if (changes.iniziale) await db.updateTable('viste').set({ iniziale: 0 }).where('utente', '=', utente).execute();
  await db.updateTable('viste').set(changes).where('id', '=', id).where('utente', '=', utente).execute();
}

/** @returns false when the operator has no such view */
export async function removeVista(db: StoreDb, { id, utente }: OwnVista): Promise<boolean> {
  const row = await db
    .deleteFrom('viste')
    .where('id', '=', id)
    .where('utente', '=', utente)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
