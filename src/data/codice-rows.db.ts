/** Writes rows identified by an ente and a code: services of the desks, payment services, offers. */
import type { Kysely } from 'kysely';
import type { StoreTx } from '../store/tables.ts';
import {
  acceptRows,
  emptyOutcome,
  groupByEnte,
  hasSameFields,
  joinKey,
  makeEnteCheck,
  makeRepeatCheck,
} from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';

type CodiceTable = 'sportelli' | 'servizi_pagamento' | 'offerte';
/** @property ordine place in the last file that named it, where the order is shown */
type CodiceRow = { ente: string; codice: string; ordine?: number; dati_json: string };
type CodiceKey = { ente: string; codice: string };

/**
 * @property cosa what a row is, for the message when the file names it twice
 * @property dati the part of a row that is stored as JSON
 * @property ordinate the order of the file is stored
 */
type CodiceRowsOptions<T> = { what: string; dataOf(value: T): object; isOrdered: boolean };

/** @param table named like the section of the file */
export function makeCodiceRowsWriter<T extends CodiceKey>(
  table: CodiceTable,
  { what, dataOf, isOrdered }: CodiceRowsOptions<T>,
) {
  const repeatInFile = makeRepeatCheck(table, what);
  return async (tx: StoreTx, rows: readonly IndexedRow<T>[]) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows);
    const accepted = acceptRows({ section: table, errors: outcome.errors }, rows, (value, index) => {
      const repeat = repeatInFile(joinKey(value.ente, value.codice), index);
      return checkEnte(value) ?? (repeat ? ['codice', repeat] : undefined);
    });
    // The three tables have these columns in common; `offerte` has no `ordine`, and none is written to it.
    const db = tx as unknown as Kysely<Record<CodiceTable, CodiceRow>>;
    const before = await readCodiceRows(db, table, [...groupByEnte(accepted).keys()]);
    const changed = accepted.flatMap(({ index, value }): CodiceRow[] => {
      const { ente, codice } = value;
      const old = before.get(joinKey(ente, codice));
      const fresh = { ente, codice, ...(isOrdered && { ordine: index }), dati_json: JSON.stringify(dataOf(value)) };
      const same = old && hasSameFields<CodiceRow>(fresh, old as Required<CodiceRow>);
      outcome[same ? 'unchanged' : old ? 'updated' : 'created']++;
      return same ? [] : [fresh];
    });
    if (changed.length > 0) await writeCodiceRows(db, table, { rows: changed, isOrdered });
    return outcome;
  };
}

async function readCodiceRows(db: Kysely<Record<CodiceTable, CodiceRow>>, table: CodiceTable, enti: string[]) {
  const stored = enti.length === 0 ? [] : await db.selectFrom(table).selectAll().where('ente', 'in', enti).execute();
  return new Map(stored.map((row) => [joinKey(row.ente, row.codice), row]));
}

async function writeCodiceRows(
  db: Kysely<Record<CodiceTable, CodiceRow>>,
  table: CodiceTable,
  { rows, isOrdered }: { rows: CodiceRow[]; isOrdered: boolean },
): Promise<void> {
  await db
    .insertInto(table)
    .values(rows)
    .onConflict((c) =>
      c.columns(['ente', 'codice']).doUpdateSet((e) => ({
        ...(isOrdered && { ordine: e.ref('excluded.ordine') }),
        dati_json: e.ref('excluded.dati_json'),
      })),
    )
    .execute();
}
