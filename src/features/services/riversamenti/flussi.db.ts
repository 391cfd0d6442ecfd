/** Queries of settlement flows: which are known, how far one was read, and its end. */
import type { Flusso, FlussoPagamento, StoreDb } from '../../../store/tables.ts';

/** @returns when the latest known flow of an ente was published */
export async function findLastPublished(db: StoreDb, ente: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('flussi')
    .select((e) => e.fn.max('pubblicato').as('last'))
    .where('ente', '=', ente)
    .executeTakeFirst();
  return row?.last == null ? undefined : Number(row.last);
}

/** @returns ids of those that were read to their end */
export async function listKnownFlussi(db: StoreDb, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('flussi').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** What was read of a flow: how many payments, and their sum. */
export async function sumRead(db: StoreDb, flusso: string): Promise<Pick<Flusso, 'letti' | 'letti_cent'>> {
  const row = await db
    .selectFrom('flussi_pagamenti')
    .select((e) => [e.fn.countAll<number>().as('letti'), e.fn.sum<number>('importo_cent').as('letti_cent')])
    .where('flusso', '=', flusso)
    .executeTakeFirstOrThrow();
  return { letti: Number(row.letti), letti_cent: Number(row.letti_cent ?? 0) };
}

/** A payment that was written before stays. */
export async function writeFlussoPagamenti(db: StoreDb, rows: readonly FlussoPagamento[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('flussi_pagamenti')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** @returns false when it was written before */
export async function writeFlusso(db: StoreDb, flusso: Flusso): Promise<boolean> {
  const row = await db
    .insertInto('flussi')
    .values(flusso)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notices with a receipt whose money any revision of this flow took back. */
export const listEverRevoked = (db: StoreDb, { ente, psp, nome }: Pick<Flusso, 'ente' | 'psp' | 'nome'>) =>
  db
    .selectFrom('flussi as f')
    .innerJoin('flussi_pagamenti as s', 's.flusso', 'f.id')
    .innerJoin('ricevute as r', (j) =>
      j.onRef('r.iuv', '=', 's.iuv').onRef('r.rif', '=', 's.iur').onRef('r.ente', '=', 's.ente'),
    )
    .select(['r.ente', 'r.numero_avviso'])
    .distinct()
    .where('f.ente', '=', ente)
    .where('f.nome', '=', nome)
    .where('f.psp', '=', psp)
    .where('s.esito', '=', 'REVOKED')
    .execute();
