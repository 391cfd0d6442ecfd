/** Queries of what each ente has with pagoPA. */
import type { Convenzione, StoreDb } from '../../../store/tables.ts';

export const findConvenzione = (db: StoreDb, ente: string) =>
  db.selectFrom('convenzioni').selectAll().where('ente', '=', ente).executeTakeFirst();

/** By the tax code of the ente, as pagoPA names it. */
export const findConvenzioneOf = (db: StoreDb, codice_fiscale: string) =>
  db
    .selectFrom('convenzioni')
    .innerJoin('enti', 'enti.id', 'convenzioni.ente')
    .selectAll('convenzioni')
    .where('enti.codice_fiscale', '=', codice_fiscale)
    .executeTakeFirst();

export const listConvenzioni = (db: StoreDb) => db.selectFrom('convenzioni').selectAll().execute();

export async function writeConvenzione(db: StoreDb, row: Convenzione): Promise<void> {
  await db
    .insertInto('convenzioni')
    .values(row)
    .onConflict((c) => c.column('ente').doUpdateSet(row))
    .execute();
}

/** Unless another host has replaced the key meanwhile. */
export async function replaceChiave(
  db: StoreDb,
  { ente, chiave }: Pick<Convenzione, 'ente' | 'chiave'>,
  fresh: string,
): Promise<void> {
  await db
    .updateTable('convenzioni')
    .set({ chiave: fresh })
    .where('ente', '=', ente)
    .where('chiave', '=', chiave)
    .execute();
}

export async function deleteConvenzione(db: StoreDb, ente: string): Promise<void> {
  await db.deleteFrom('convenzioni').where('ente', '=', ente).execute();
}
