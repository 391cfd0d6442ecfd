/** Queries of how far the receipts and flows of each ente were read: one host at a time reads those of an ente. */
import type { StoreDb, StoreTables } from '../../../store/tables.ts';

type LetturaTable = 'letture_ricevute' | 'letture_flussi';
/** What one host has of an ente. @property presa_fino also tells it from what another host takes later */
export type Lettura = { ente: string; presa_fino: number };

/**
 * Takes the reading of an ente that is due and that no other host has.
 * @param begin what is written for an ente that was never read; `presa_fino` is when another host may take it, unless {@link keepLettura} is
 * called before
 * @returns undefined when it is not due, or another host has it
 */
export async function takeLettura<T extends LetturaTable>(
  db: StoreDb,
  table: T,
  { begin, now }: { begin: StoreTables[T] & Lettura; now: number },
): Promise<StoreTables[T] | undefined> {
  const { ente, presa_fino } = begin;
  await db
    .insertInto(table as LetturaTable)
    .values({ ...begin, presa_fino: 0 })
    .onConflict((c) => c.column('ente').doNothing())
    .execute();
  const taken = await db
    .updateTable(table as LetturaTable)
    .set({ presa_fino })
    .where('ente', '=', ente)
    .where('prossima', '<=', now)
    .where('presa_fino', '<=', now)
    .returningAll()
    .executeTakeFirst();
  return taken as StoreTables[T] | undefined;
}

/** @returns what this host has then; undefined when another one has taken it meanwhile, and nothing was changed */
export async function keepLettura<T extends LetturaTable>(
  db: StoreDb,
  table: T,
  { ente, presa_fino }: Lettura,
  changes: Partial<Omit<StoreTables[T], 'ente'>> & { presa_fino: number },
): Promise<Lettura | undefined> {
  return db
    .updateTable(table as LetturaTable)
    .set(changes)
    .where('ente', '=', ente)
    .where('presa_fino', '=', presa_fino)
    .returning(['ente', 'presa_fino'])
    .executeTakeFirst();
}

/** Makes the receipts of an ente be read again from a day on, and its flows at once. @param dal `YYYY-MM-DD` */
export async function askLettura(db: StoreDb, ente: string, dal: string): Promise<void> {
  const begin = { dal, pagina: 0, prossima: 0, presa_fino: 0 };
  await db
    .insertInto('letture_ricevute')
    .values({ ente, intera_il: 0, ...begin })
    .onConflict((c) => c.column('ente').doUpdateSet(begin))
    .execute();
  await db.updateTable('letture_flussi').set({ prossima: 0, presa_fino: 0 }).where('ente', '=', ente).execute();
}
