/** Queries of who follows which public report. */
import type { SegnalazionePubblica, SegnalazioneSeguita, StoreDb, StoreDialect } from '../../../store/tables.ts';

/** A row of the outbox has eight values: enough of them at once, and fewer than either engine takes. */
const PORTION_ROWS = 500;

/** Following twice is following once. */
export async function writeSeguita(db: StoreDb, seguita: SegnalazioneSeguita): Promise<void> {
  await db
    .insertInto('segnalazioni_seguite')
    .values(seguita)
    .onConflict((c) => c.columns(['segnalazione', 'casella']).doNothing())
    .execute();
}

export function findSeguita(db: StoreDb, id: string): Promise<SegnalazioneSeguita | undefined> {
  return db.selectFrom('segnalazioni_seguite').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findSeguitaBy(
  db: StoreDb,
  segnalazione: string,
  casella: string,
): Promise<SegnalazioneSeguita | undefined> {
  return db
    .selectFrom('segnalazioni_seguite')
    .selectAll()
    .where('segnalazione', '=', segnalazione)
    .where('casella', '=', casella)
    .executeTakeFirst();
}

/** That the problem is not solved stays said, by nobody in particular. @returns whether there was one */
export async function removeSeguita(db: StoreDb, id: string): Promise<boolean> {
  const said = await db
    .updateTable('segnalazioni_seguite')
    .set({ casella: null, utente: null })
    .where('id', '=', id)
    .where('casella', 'is not', null)
    .where('non_risolta', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (said) return true;
  const row = await db
    .deleteFrom('segnalazioni_seguite')
    .where('id', '=', id)
    .where('casella', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A report that everybody reads, held until the transaction ends: taking it off the list waits for it. */
export function findReleased(
  db: StoreDb,
  id: string,
  lockedOn?: StoreDialect,
): Promise<SegnalazionePubblica | undefined> {
  const query = db
    .selectFrom('segnalazioni_pubbliche')
    .selectAll()
    .where('id', '=', id)
    .where('visibile', '=', 1)
    .where('rilasciata', 'is not', null);
  return (lockedOn === 'postgres' ? query.forShare() : query).executeTakeFirst();
}

/** @returns number of the state that a report is in, in `tappe_pubbliche` */
export async function lastTappa(db: StoreDb, segnalazione: string): Promise<number> {
  const { n } = await db
    .selectFrom('tappe_pubbliche')
    .select((e) => e.fn.max('n').as('n'))
    .where('segnalazione', '=', segnalazione)
    .executeTakeFirstOrThrow();
  return Number(n ?? 0);
}

/** @param tappa number of the closing @returns false when it was said already */
export async function markUnsolved(db: StoreDb, id: string, tappa: number): Promise<boolean> {
  const row = await db
    .updateTable('segnalazioni_seguite')
    .set({ non_risolta: tappa })
    .where('id', '=', id)
    .where((e) => e.or([e('non_risolta', 'is', null), e('non_risolta', '!=', tappa)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countUnsolved(db: StoreDb, segnalazione: string, tappa: number): Promise<number> {
  const { n } = await db
    .selectFrom('segnalazioni_seguite')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('segnalazione', '=', segnalazione)
    .where('non_risolta', '=', tappa)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** By report; one that nobody follows is not in it. */
export async function countByReport(db: StoreDb, segnalazioni: readonly string[]): Promise<Map<string, number>> {
  if (segnalazioni.length === 0) return new Map();
  const rows = await db
    .selectFrom('segnalazioni_seguite')
    .select((e) => ['segnalazione', e.fn.countAll<number>().as('n')])
    .where('segnalazione', 'in', segnalazioni)
    .where('casella', 'is not', null)
    .groupBy('segnalazione')
    .execute();
  return new Map(rows.map(({ segnalazione, n }) => [segnalazione, Number(n)]));
}

/** Ids of all who follow a report, in portions. */
export async function listPortions(db: StoreDb, segnalazione: string): Promise<string[][]> {
  const rows = await db
    .selectFrom('segnalazioni_seguite')
    .select('id')
    .where('segnalazione', '=', segnalazione)
    .where('casella', 'is not', null)
    .execute();
  const portions: string[][] = [];
  for (let at = 0; at < rows.length; at += PORTION_ROWS)
    portions.push(rows.slice(at, at + PORTION_ROWS).map(({ id }) => id));
  return portions;
}

/** Those who follow the second already stay as they are. @returns how many follow it now who did not before */
export async function moveAll(db: StoreDb, from: string, to: string): Promise<number> {
  await db
    .deleteFrom('segnalazioni_seguite')
    .where('segnalazione', '=', from)
    .where((e) =>
      e.or([
        e('casella', 'is', null),
        e('casella', 'in', e.selectFrom('segnalazioni_seguite').select('casella').where('segnalazione', '=', to)),
      ]),
    )
    .execute();
  const moved = await db
    .updateTable('segnalazioni_seguite')
    .set({ segnalazione: to, non_risolta: null })
    .where('segnalazione', '=', from)
    .executeTakeFirst();
  return Number(moved.numUpdatedRows);
}
