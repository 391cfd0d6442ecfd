/** Queries of what an ente has said of the columns of its tables; only this feature uses them. */
import type { StoreDb, StoreTables } from '../../../store/tables.ts';

type TracciatoRow = StoreTables['tracciati'];

export const listTracciati = (db: StoreDb, ente: string) =>
  db.selectFrom('tracciati').selectAll().where('ente', '=', ente).orderBy('nome').orderBy('intestazioni').execute();

export const findTracciato = (db: StoreDb, { ente, intestazioni }: Pick<TracciatoRow, 'ente' | 'intestazioni'>) =>
  db
    .selectFrom('tracciati')
    .select(['nome', 'campi_json'])
    .where('ente', '=', ente)
    .where('intestazioni', '=', intestazioni)
    .executeTakeFirst();

export async function writeTracciato(db: StoreDb, row: TracciatoRow): Promise<void> {
  await db
    .insertInto('tracciati')
    .values(row)
    .onConflict((c) => c.columns(['ente', 'intestazioni']).doUpdateSet({ nome: row.nome, campi_json: row.campi_json }))
    .execute();
}

export async function deleteTracciato(
  db: StoreDb,
  { ente, intestazioni }: Pick<TracciatoRow, 'ente' | 'intestazioni'>,
): Promise<void> {
  await db.deleteFrom('tracciati').where('ente', '=', ente).where('intestazioni', '=', intestazioni).execute();
}
