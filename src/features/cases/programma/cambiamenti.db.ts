/** Numbers the changes of cases in the order in which they became visible. */
import { sql } from 'kysely';
import type { StoreDb, StoreDialect, StoreTx } from '../../../store/tables.ts';

/** Changes that are numbered at once, at most. */
const MAX_NUMBERED = 1_000;

type ChangeNumbering = { ente: string; dialect: StoreDialect; now: number };
type NumberedChanges = { ultimo: number; some: boolean };

/**
 * Gives the changes that were committed since the last time their numbers, at most {@link MAX_NUMBERED} of them. Numbers are given after the commit, by one
 * caller at a time: so a number never becomes visible after a greater one, and who has read up to one misses nothing. A case that changes
 * again is numbered again.
 * @returns the last number given, and whether there were changes to number
 */
export async function numberChanges(db: StoreDb, numbering: ChangeNumbering): Promise<NumberedChanges> {
  const { ente } = numbering;
  const isNew = await db
    .selectFrom('cambiamenti')
    .select('pratica')
    .where('ente', '=', ente)
    .where('n', 'is', null)
    // In the order of the index: PostgreSQL would rather look for any of them from the beginning of the table.
    .orderBy('n')
    .orderBy('pratica')
    .limit(1)
    .executeTakeFirst();
  if (!isNew) return { ultimo: await readLast(db, ente), some: false };
  return db.transaction().execute((tx) => numberIn(tx, numbering));
}

/** @returns the number that was given last, 0 for none */
async function readLast(db: StoreDb, ente: string): Promise<number> {
  const row = await db.selectFrom('numeri_cambiamenti').select('ultimo').where('ente', '=', ente).executeTakeFirst();
  return Number(row?.ultimo ?? 0);
}

async function numberIn(tx: StoreTx, { ente, dialect, now }: ChangeNumbering): Promise<NumberedChanges> {
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
    .orderBy('n')
    .orderBy('pratica')
    .limit(MAX_NUMBERED);
  // What is being changed at this moment is numbered once that is committed.
  const rows = await (dialect === 'postgres' ? unnumbered.forUpdate().skipLocked() : unnumbered).execute();
  if (rows.length === 0) return { ultimo: first, some: false };
  const ids = rows.map(({ pratica }) => pratica);
  await sql`update cambiamenti set n = ${sql.lit(first)} + r.k, quando = ${sql.lit(now)}
    from (select pratica as id, row_number() over (order by pratica) as k from cambiamenti where pratica in (${sql.join(ids)})) r
    where r.id = cambiamenti.pratica`.execute(tx);
  const ultimo = first + ids.length;
  await tx.updateTable('numeri_cambiamenti').set({ ultimo }).where('ente', '=', ente).execute();
  return { ultimo, some: true };
}

/** @returns the number before the first change of a moment or later; 0 when all are */
export async function numberBefore(db: StoreDb, { ente, from }: { ente: string; from: number }): Promise<number> {
  const row = await db
    .selectFrom('cambiamenti')
    .select('n')
    .where('ente', '=', ente)
    .where('n', 'is not', null)
    .where((e) => e.or([e('quando', 'is', null), e('quando', '<', from)]))
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}
