/** Queries that reserve a document for one open request of each kind, and that lock and change it on a decision. */
import type { Documento, StoreDb, StoreDialect } from '../../../store/tables.ts';

/** @returns false when the document has an open request of this kind already */
export async function reserveDocumento(
  db: StoreDb,
  row: { pratica: string; documento: string; codice: string },
): Promise<boolean> {
  const reserved = await db
    .insertInto('richieste_documenti')
    .values({ ...row, aperta: 1 })
    .onConflict((c) => c.doNothing())
    .returning('documento')
    .executeTakeFirst();
  return reserved !== undefined;
}

/** Locks the documents of a request in the order in which payments lock notices, so that the two cannot deadlock. */
export function listHeldDocumenti(db: StoreDb, dialect: StoreDialect, pratica: string): Promise<Documento[]> {
  const query = db
    .selectFrom('documenti')
    .selectAll('documenti')
    .where('id', 'in', db.selectFrom('richieste_documenti').select('documento').where('pratica', '=', pratica))
    .orderBy('numero_avviso')
    .orderBy('numero');
  return (dialect === 'postgres' ? query.forUpdate() : query).execute();
}

export async function changeDocumento(db: StoreDb, id: string, changes: Partial<Documento>): Promise<void> {
  await db.updateTable('documenti').set(changes).where('id', '=', id).execute();
}
