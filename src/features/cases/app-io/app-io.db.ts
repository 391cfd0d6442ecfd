/** Queries of the keys by which enti write to people in App IO, and of what became of each message. */
import type { ChiaveIo, MessaggioIo, StoreDb } from '../../../store/tables.ts';
import { OTHER_SERVICES } from './io-notice.ts';

/** The keys of an ente, the one for all other services first. */
export const listChiavi = (db: StoreDb, ente: string): Promise<ChiaveIo[]> =>
  db.selectFrom('chiavi_io').selectAll().where('ente', '=', ente).orderBy('servizio').execute();

export const listAllChiavi = (db: StoreDb): Promise<ChiaveIo[]> => db.selectFrom('chiavi_io').selectAll().execute();

export const findChiaveRow = (db: StoreDb, ente: string, servizio: string): Promise<ChiaveIo | undefined> =>
  db.selectFrom('chiavi_io').selectAll().where('ente', '=', ente).where('servizio', '=', servizio).executeTakeFirst();

/** The key of a service, or that of all others. */
export async function findChiaveFor(db: StoreDb, ente: string, servizio: string): Promise<ChiaveIo | undefined> {
  const rows = await db
    .selectFrom('chiavi_io')
    .selectAll()
    .where('ente', '=', ente)
    .where('servizio', 'in', [servizio, OTHER_SERVICES])
    .execute();
  return rows.find((row) => row.servizio === servizio) ?? rows[0];
}

export async function writeChiave(db: StoreDb, row: ChiaveIo): Promise<void> {
  await db
    .insertInto('chiavi_io')
    .values(row)
    .onConflict((c) => c.columns(['ente', 'servizio']).doUpdateSet(row))
    .execute();
}

export async function deleteChiave(db: StoreDb, ente: string, servizio: string): Promise<void> {
  await db.deleteFrom('chiavi_io').where('ente', '=', ente).where('servizio', '=', servizio).execute();
}

/** Leaves a key that was written meanwhile. @param row as it was read */
export async function changeChiave(
  db: StoreDb,
  { ente, servizio, chiave_del }: ChiaveIo,
  changes: Partial<Pick<ChiaveIo, 'chiave' | 'errore'>>,
): Promise<void> {
  await db
    .updateTable('chiavi_io')
    .set(changes)
    .where('ente', '=', ente)
    .where('servizio', '=', servizio)
    .where('chiave_del', '=', chiave_del)
    .execute();
}

/** @returns false when it was written before: it stays as it is */
export async function addMessaggio(db: StoreDb, row: MessaggioIo): Promise<boolean> {
  const added = await db
    .insertInto('messaggi_io')
    .values(row)
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export const findMessaggio = (db: StoreDb, id: string): Promise<MessaggioIo | undefined> =>
  db.selectFrom('messaggi_io').selectAll().where('id', '=', id).executeTakeFirst();

/** @param from states in which it changes; in another one it stays @returns whether it has changed */
export async function changeMessaggio(
  db: StoreDb,
  id: string,
  {
    from,
    ...changes
  }: { from: readonly MessaggioIo['stato'][]; aggiornato: number } & Partial<
    Pick<MessaggioIo, 'stato' | 'id_io' | 'errore'>
  >,
): Promise<boolean> {
  const changed = await db
    .updateTable('messaggi_io')
    .set(changes)
    .where('id', '=', id)
    .where('stato', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** How many messages of an ente are in each state since an instant. */
export async function countMessaggi(
  db: StoreDb,
  ente: string,
  since: number,
): Promise<Map<MessaggioIo['stato'], number>> {
  const rows = await db
    .selectFrom('messaggi_io')
    .select(({ fn }) => ['stato', fn.countAll<number>().as('n')])
    .where('ente', '=', ente)
    .where('creato', '>=', since)
    .groupBy('stato')
    .execute();
  return new Map(rows.map(({ stato, n }) => [stato, Number(n)]));
}

/** A citizen as their login named them; undefined for an operator, and for a login that was deleted. */
export const findCitizen = (db: StoreDb, id: string) =>
  db
    .selectFrom('utenti')
    .select(['codice_fiscale', 'promemoria_json'])
    .where('id', '=', id)
    .where('ruolo', '=', 'cittadino')
    .executeTakeFirst();
