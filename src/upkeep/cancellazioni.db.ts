/** The record of what was deleted: how much of which kind, on which day and why, and never whose. */
import { sql } from 'kysely';
import { todayInRome } from '../platform/atoms/date.ts';
import type { Cancellazione, StoreDb } from '../store/tables.ts';

/** @property anno of the numbers of cases */
export type DeletedCount = { ente?: string; anno?: number; quante: number };

/** Adds to the row of the day, in the transaction of what was deleted. */
export async function recordDeletions(
  db: StoreDb,
  now: number,
  of: Pick<Cancellazione, 'motivo' | 'tipo'> & { fino_a?: number },
  deleted: readonly DeletedCount[],
): Promise<void> {
  const until = of.fino_a ?? null;
  for (const { ente = '', anno = 0, quante } of deleted) {
    if (quante === 0) continue;
    const row = { giorno: todayInRome(now), motivo: of.motivo, tipo: of.tipo, ente, anno };
    await db
      .insertInto('cancellazioni')
      .values({ ...row, quante, fino_a: until, quando: now })
      .onConflict((c) =>
        c
          .columns(['giorno', 'motivo', 'tipo', 'ente', 'anno'])
          .doUpdateSet({ quante: sql`cancellazioni.quante + excluded.quante`, fino_a: until, quando: now }),
      )
      .execute();
  }
}
