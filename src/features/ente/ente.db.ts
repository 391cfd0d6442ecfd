import type { Db } from '../../store/open.server.ts';
import type { Ente } from './ente.ts';

/** Every body of the store, in the order of the import. */
export async function tuttiGliEnti(db: Db): Promise<Ente[]> {
  const rows = await db.selectFrom('enti').select('dati_json').orderBy('ordine').orderBy('id').execute();
  return rows.map((row) => JSON.parse(row.dati_json) as Ente);
}

export async function scriviEnte(db: Db, ente: Ente, ordine: number): Promise<void> {
  const values = { host: ente.host, ordine, dati_json: JSON.stringify(ente) };
  await db
    .insertInto('enti')
    .values({ id: ente.id, ...values })
    // The id stays: writing it again would make SQLite look for it in every table that names a body.
    .onConflict((c) => c.column('id').doUpdateSet(values))
    .execute();
}
