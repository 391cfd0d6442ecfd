/** Queries of all that happened to a case, for its operators. */
import type { StoreDb } from '../../../store/tables.ts';

/** The last entries of the timeline without their words, oldest first. */
export async function listEventiMarks(db: StoreDb, pratica: string, limit: number) {
  const rows = await db
    .selectFrom('eventi')
    .select(['id', 'n', 'quando', 'da', 'chi', 'stato'])
    .where('pratica', '=', pratica)
    .orderBy('n', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** The readers who opened the case last, oldest first. @property nome, cognome null: the holder of the mailbox's key, or a person who is gone */
export async function listOpenings(db: StoreDb, pratica: string, limit: number) {
  const rows = await db
    .selectFrom('consultazioni as c')
    .leftJoin('utenti as u', 'u.id', 'c.chi')
    .select(['c.quando', 'c.ufficio', 'c.chi', 'u.nome', 'u.cognome'])
    .where('c.pratica', '=', pratica)
    .orderBy('c.quando', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}
