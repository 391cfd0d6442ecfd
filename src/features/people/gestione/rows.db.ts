/** Queries of the desks of an ente, its calendars and its payment services, by which an administrator finds and removes one. */
import type { Kysely } from 'kysely';
import type { StoreDb, StoreTables } from '../../../store/tables.ts';

export type RowTable = 'sportelli' | 'servizi_pagamento' | 'calendari';
type RowKey = { ente: string; codice: string };

/** These tables have the same columns. */
const tablesOf = (db: StoreDb) => db as unknown as Kysely<Record<RowTable, StoreTables['sportelli']>>;

/** In the order in which citizens read them. */
export const listRows = (db: StoreDb, table: RowTable, ente: string) =>
  tablesOf(db).selectFrom(table).selectAll().where('ente', '=', ente).orderBy('ordine').orderBy('codice').execute();

export const findRow = (db: StoreDb, table: RowTable, { ente, codice }: RowKey) =>
  tablesOf(db).selectFrom(table).selectAll().where('ente', '=', ente).where('codice', '=', codice).executeTakeFirst();

export async function deleteRow(db: StoreDb, table: RowTable, { ente, codice }: RowKey): Promise<void> {
  await tablesOf(db).deleteFrom(table).where('ente', '=', ente).where('codice', '=', codice).execute();
}

/** @returns -1 when there is none */
export const lastPlace = async (db: StoreDb, table: RowTable, ente: string): Promise<number> =>
  (await listRows(db, table, ente)).at(-1)?.ordine ?? -1;
