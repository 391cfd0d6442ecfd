/** Writes a delegation, the links of its delegate, and its end: the same for one that a citizen gives and one that an office grants. */
import type { Delega, StoreDb, StoreDialect } from '../../../store/tables.ts';
import type { PosizioneHolder } from './link.ts';

/** SQLite and PostgreSQL take only so many values in a statement. */
const ROWS_AT_ONCE = 500;

/** Two delegations on the same positions come one after the other: the later one sees what the first has given. In a transaction. */
export async function lockForDelega(db: StoreDb, dialect: StoreDialect, posizioni: readonly string[]): Promise<void> {
  if (dialect !== 'postgres') return;
  await db.selectFrom('posizioni').select('id').where('id', 'in', posizioni).orderBy('id').forUpdate().execute();
}

export async function writeDelega(db: StoreDb, delega: Delega, posizioni: readonly string[]): Promise<void> {
  await db.insertInto('deleghe').values(delega).execute();
  for (let first = 0; first < posizioni.length; first += ROWS_AT_ONCE) {
    const rows = posizioni.slice(first, first + ROWS_AT_ONCE).map((posizione) => ({ delega: delega.id, posizione }));
    await db.insertInto('deleghe_posizioni').values(rows).execute();
  }
}

/**
 * Links the delegate to the positions. One that they have in their own right stays theirs; one that they had removed, or that has ended,
 * becomes the delegate's.
 */
export async function linkDelegate(
  db: StoreDb,
  { codice_fiscale, today, now }: PosizioneHolder & { now: number },
  links: readonly { id: string; posizione: string }[],
): Promise<void> {
  for (let first = 0; first < links.length; first += ROWS_AT_ONCE) {
    const rows = links.slice(first, first + ROWS_AT_ONCE).map(({ id, posizione }) => ({
      id,
      posizione,
      codice_fiscale,
      ruolo: DELEGATO,
      creata: now,
      tolta: null,
      delegata: 1,
    }));
    await db
      .insertInto('rappresentanze')
      .values(rows)
      .onConflict((c) =>
        c
          .columns(['codice_fiscale', 'posizione'])
          .doUpdateSet({ ruolo: DELEGATO, tolta: null, fine: null, da_elenco: null, delegata: 1 })
          .where((e) =>
            e.or([
              e('rappresentanze.delegata', 'is not', null),
              e('rappresentanze.tolta', 'is not', null),
              e('rappresentanze.fine', '<=', today),
            ]),
          ),
      )
      .execute();
  }
}

/** The role of a link that a delegation made. */
const DELEGATO = 'delegato';

/** @returns false when it had ended before */
export async function endDelega(db: StoreDb, id: string, end: Pick<Delega, 'chiusa' | 'esito'>): Promise<boolean> {
  const row = await db
    .updateTable('deleghe')
    .set(end)
    .where('id', '=', id)
    .where('chiusa', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
