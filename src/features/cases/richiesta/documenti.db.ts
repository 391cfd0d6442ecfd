/** Queries that reserve a document for one open request of a kind, and that lock and change it on a decision. */
import type { Db } from '../../../store/open.server.ts';
import type { Dialect, Documento } from '../../../store/tables.ts';

/** @returns false when the document has an open request of this kind already */
export async function occupaDocumento(
  db: Db,
  riga: { pratica: string; documento: string; codice: string },
): Promise<boolean> {
  const fatto = await db
    .insertInto('richieste_documenti')
    .values({ ...riga, aperta: 1 })
    .onConflict((c) => c.doNothing())
    .returning('documento')
    .executeTakeFirst();
  return fatto !== undefined;
}

/** The documents of a request, locked by the transaction that asks; in the order in which payments lock notices. */
export function documentiTenuti(db: Db, dialect: Dialect, pratica: string): Promise<Documento[]> {
  const query = db
    .selectFrom('documenti')
    .selectAll('documenti')
    .where('id', 'in', db.selectFrom('richieste_documenti').select('documento').where('pratica', '=', pratica))
    .orderBy('numero_avviso')
    .orderBy('numero');
  return (dialect === 'postgres' ? query.forUpdate() : query).execute();
}

export async function cambiaDocumento(db: Db, id: string, cambi: Partial<Documento>): Promise<void> {
  await db.updateTable('documenti').set(cambi).where('id', '=', id).execute();
}
