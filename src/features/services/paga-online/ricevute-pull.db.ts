/** Queries of how far the receipts of each ente were read: one host at a time reads those of an ente. */
import type { LetturaRicevute, StoreDb } from '../../../store/tables.ts';

/** What one host has of an ente. @property presa_fino also tells it from what another host takes later */
export type Lettura = Pick<LetturaRicevute, 'ente' | 'presa_fino'>;

/**
 * Takes the reading of an ente that is due and that no other host has.
 * @param until when another host may take it, unless {@link keepLettura} is called before
 * @returns undefined when it is not due, or another host has it
 */
export async function takeLettura(
  db: StoreDb,
  ente: string,
  { now, until }: { now: number; until: number },
): Promise<LetturaRicevute | undefined> {
  return db
    .insertInto('letture_ricevute')
    .values({ ente, dal: null, pagina: 0, intera_il: 0, prossima: now, presa_fino: until })
    .onConflict((c) =>
      c
        .column('ente')
        .doUpdateSet({ presa_fino: until })
        .where('letture_ricevute.prossima', '<=', now)
        .where('letture_ricevute.presa_fino', '<=', now),
    )
    .returningAll()
    .executeTakeFirst();
}

/** @returns what this host has then; undefined when another one has taken it meanwhile, and nothing was changed */
export async function keepLettura(
  db: StoreDb,
  { ente, presa_fino }: Lettura,
  changes: Partial<Omit<LetturaRicevute, 'ente'>> & { presa_fino: number },
): Promise<Lettura | undefined> {
  return db
    .updateTable('letture_ricevute')
    .set(changes)
    .where('ente', '=', ente)
    .where('presa_fino', '=', presa_fino)
    .returning(['ente', 'presa_fino'])
    .executeTakeFirst();
}

/** Makes the receipts of an ente be read again from a day on. @param dal `YYYY-MM-DD` */
export async function askLettura(db: StoreDb, ente: string, dal: string): Promise<void> {
  const begin = { dal, pagina: 0, prossima: 0, presa_fino: 0 };
  await db
    .insertInto('letture_ricevute')
    .values({ ente, intera_il: 0, ...begin })
    .onConflict((c) => c.column('ente').doUpdateSet(begin))
    .execute();
}
