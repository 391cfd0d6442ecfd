/** Numbers the changes of cases in the order in which they became visible, and reads those after a number. */
import { sql } from 'kysely';
import type { StoreDb, StoreDialect, StoreTx } from '../../../store/tables.ts';
import { LIST_COLUMNS, type PraticaListRow } from './operatore.db.ts';

type NumberedChanges = { ultimo: number; some: boolean };

/**
 * Gives the changes that were committed since the last time their numbers, at most `limit` of them. Numbers are given after the commit, by one
 * caller at a time: so a number never becomes visible after a greater one, and who has read up to one misses nothing. A case that changes
 * again is numbered again.
 * @returns the last number given, and whether there were changes to number
 */
export async function numberChanges(
  db: StoreDb,
  { ente, dialect, limit }: { ente: string; dialect: StoreDialect; limit: number },
): Promise<NumberedChanges> {
  const isNew = await db
    .selectFrom('cambiamenti')
    .select('pratica')
    .where('ente', '=', ente)
    .where('n', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!isNew) return { ultimo: await readLast(db, ente), some: false };
  return db.transaction().execute((tx) => numberIn(tx, { ente, dialect, limit }));
}

async function readLast(db: StoreDb, ente: string): Promise<number> {
  const row = await db.selectFrom('numeri_cambiamenti').select('ultimo').where('ente', '=', ente).executeTakeFirst();
  return Number(row?.ultimo ?? 0);
}

async function numberIn(
  tx: StoreTx,
  { ente, dialect, limit }: { ente: string; dialect: StoreDialect; limit: number },
): Promise<NumberedChanges> {
  // The row is the lock under which numbers are given.
  await tx
    .insertInto('numeri_cambiamenti')
    .values({ ente, ultimo: 0 })
    .onConflict((c) => c.column('ente').doUpdateSet((e) => ({ ultimo: e.ref('numeri_cambiamenti.ultimo') })))
    .execute();
  const first = await readLast(tx, ente);
  const unnumbered = tx
    .selectFrom('cambiamenti')
    .select('pratica')
    .where('ente', '=', ente)
    .where('n', 'is', null)
    .orderBy('pratica')
    .limit(limit);
  // What is being changed at this moment is numbered once that is committed.
  const rows = await (dialect === 'postgres' ? unnumbered.forUpdate().skipLocked() : unnumbered).execute();
  if (rows.length === 0) return { ultimo: first, some: false };
  const ids = rows.map(({ pratica }) => pratica);
  await sql`update cambiamenti set n = ${sql.lit(first)} + r.k
    from (select pratica as id, row_number() over (order by pratica) as k from cambiamenti where pratica in (${sql.join(ids)})) r
    where r.id = cambiamenti.pratica`.execute(tx);
  const ultimo = first + ids.length;
  await tx.updateTable('numeri_cambiamenti').set({ ultimo }).where('ente', '=', ente).execute();
  return { ultimo, some: true };
}

/** @param after the last number that was read @returns in the order of the numbers, with the number of each */
export async function listChanged(
  db: StoreDb,
  { ente, after, limit }: { ente: string; after: number; limit: number },
): Promise<(PraticaListRow & { n: number })[]> {
  const rows = await db
    .selectFrom('cambiamenti as c')
    .innerJoin('pratiche as p', 'p.id', 'c.pratica')
    .select(LIST_COLUMNS.map((column) => `p.${column}` as const))
    .select('c.n')
    .where('c.ente', '=', ente)
    .where('c.n', '>', after)
    .orderBy('c.n')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}
