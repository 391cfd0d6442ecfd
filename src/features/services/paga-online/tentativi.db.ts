/** Queries that write, read and lock attempts to pay, and find those that a ricevuta may belong to or that were forgotten. */
import type { CallContext } from '../../../context.ts';
import type { Pagamento, StoreDb, StoreTables } from '../../../store/tables.ts';
import { type AvvisoKey, isByDebtor, tentativiOn } from './avvisi.db.ts';
import { FAILED_STATI, LIVE_STATI, type PagamentoStato } from './esiti.ts';

export type TentativoAvvisoRow = StoreTables['pagamenti_avvisi'];

/** @returns false when this attempt is recorded already */
export async function writeTentativo(
  db: StoreDb,
  pagamento: Pagamento,
  avvisi: readonly Omit<TentativoAvvisoRow, 'pagamento'>[],
): Promise<boolean> {
  const row = await db
    .insertInto('pagamenti')
    .values(pagamento)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await db
    .insertInto('pagamenti_avvisi')
    .values(avvisi.map((avviso) => ({ ...avviso, pagamento: pagamento.id })))
    .execute();
  return true;
}

const rowsById = (db: StoreDb, key: { id: string }) =>
  db.selectFrom('pagamenti').selectAll().where('id', '=', key.id).execute();

export async function findTentativo(db: StoreDb, id: string): Promise<Pagamento | undefined> {
  return (await rowsById(db, { id }))[0];
}

const rowsByIdLocked = (db: StoreDb, key: { id: string }) =>
  db.selectFrom('pagamenti').selectAll().where('id', '=', key.id).forNoKeyUpdate().execute();

/**
 * Locks an attempt that is about to change; a second caller waits. Its key is not locked, so that another attempt on the same notice, which
 * has locked that notice, can write a receipt of this one without waiting for it.
 */
export async function lockTentativo(
  ctx: Pick<CallContext, 'db' | 'house'>,
  id: string,
): Promise<Pagamento | undefined> {
  // SQLite has a single writer and no row locks.
  const findRows = ctx.house.dialect === 'postgres' ? rowsByIdLocked : rowsById;
  return (await findRows(ctx.db, { id }))[0];
}

export async function updateTentativo(db: StoreDb, id: string, changes: Partial<Pagamento>): Promise<void> {
  await db.updateTable('pagamenti').set(changes).where('id', '=', id).execute();
}

/**
 * Claims the next call to the provider about an attempt.
 * @param before only if there was no call since then
 * @returns false when another caller has just claimed it
 */
export async function reserveCheck(db: StoreDb, id: string, { before, now }: { before: number; now: number }) {
  const row = await db
    .updateTable('pagamenti')
    .set({ controllato: now })
    .where('id', '=', id)
    .where('controllato', '<=', before)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when this payment has been rated already */
export async function writeValutazionePagamento(
  db: StoreDb,
  valutazione: StoreTables['valutazioni_pagamenti'],
): Promise<boolean> {
  const row = await db
    .insertInto('valutazioni_pagamenti')
    .values(valutazione)
    .onConflict((c) => c.column('pagamento').doNothing())
    .returning('pagamento')
    .executeTakeFirst();
  return row !== undefined;
}

export const listTentativoAvvisi = (db: StoreDb, key: { pagamento: string }) =>
  db.selectFrom('pagamenti_avvisi').selectAll().where('pagamento', '=', key.pagamento).orderBy('n').execute();

/** Of these attempts (at least one), the notices that were paid by a delegation, with the name of its holder. */
export const listDelegatedAvvisi = (db: StoreDb, pagamenti: readonly string[]) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('deleghe as d', 'd.id', 'n.delega')
    .select(['n.pagamento', 'n.ente', 'n.numero_avviso', 'd.delegante_nome'])
    .where('n.pagamento', 'in', pagamenti)
    .execute();

/** The notices of an attempt that count as paid, by a receipt or by an import of the ente. */
export const listPaidAvvisi = (db: StoreDb, key: { pagamento: string }) =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('documenti as d', (j) =>
      j.onRef('d.numero_avviso', '=', 'n.numero_avviso').onRef('d.ente', '=', 'n.ente'),
    )
    .select(['n.ente', 'n.numero_avviso'])
    .where('n.pagamento', '=', key.pagamento)
    .where('d.stato', '=', 'pagato')
    .unionAll(
      db
        .selectFrom('pagamenti_avvisi as n')
        .innerJoin('avvisi as a', (j) =>
          j.onRef('a.numero_avviso', '=', 'n.numero_avviso').onRef('a.ente', '=', 'n.ente'),
        )
        .select(['n.ente', 'n.numero_avviso'])
        .where('n.pagamento', '=', key.pagamento)
        .where('a.stato', '=', 'pagato'),
    )
    .execute();

/**
 * The carts at pagoPA on a notice, for this amount or for less, the latest first, in any state.
 * @returns `byDebtor` 1 when a person opened it who owes the notice, has opened its position by the codes, or created it
 */
export function listTentativiOn(db: StoreDb, avviso: AvvisoKey & { importo_cent: number; today: string }) {
  return tentativiOn(db, avviso)
    .selectAll('p')
    .select((e) => e.case().when(isByDebtor(e, avviso.today)).then(1).else(0).end().as('byDebtor'))
    .where('n.importo_cent', '<=', avviso.importo_cent)
    .where('p.fornitore', '=', 'pagopa')
    .orderBy('p.creato', 'desc')
    .orderBy('p.id')
    .execute();
}

/** The carts at pagoPA on a notice that have no payment. */
export const listUnpaidOn = (db: StoreDb, avviso: AvvisoKey) =>
  tentativiOn(db, avviso)
    .select('p.id')
    .where('p.fornitore', '=', 'pagopa')
    .where('p.stato', '<>', 'pagato')
    .orderBy('p.creato', 'desc')
    .orderBy('p.id')
    .execute();

/** The notices of a cart at pagoPA that its opener owes, had opened by the codes, or created. */
export const listOwnedAvvisi = (db: StoreDb, key: { pagamento: string; today: string }): Promise<AvvisoKey[]> =>
  db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .select(['n.ente', 'n.numero_avviso'])
    .where('n.pagamento', '=', key.pagamento)
    .where((e) => isByDebtor(e, key.today))
    .execute();

/** The attempts that have a receipt of this notice, one for each address. */
export async function listPayers(db: StoreDb, { ente, numero_avviso }: AvvisoKey): Promise<NoticePayer[]> {
  const rows = await db
    .selectFrom('ricevute as r')
    .innerJoin('pagamenti as p', 'p.id', 'r.pagamento')
    .select(['p.id', 'p.email', 'p.utente'])
    .where('r.numero_avviso', '=', numero_avviso)
    .where('r.ente', '=', ente)
    .execute();
  return oneForEachAddress(rows);
}

/** The carts that count as paid by a receipt of this notice that belongs to nobody, one for each address. */
export async function listPerhapsPayers(db: StoreDb, avviso: AvvisoKey): Promise<NoticePayer[]> {
  const rows = await tentativiOn(db, avviso)
    .innerJoin('ricevute as r', (j) =>
      j.onRef('r.numero_avviso', '=', 'n.numero_avviso').onRef('r.ente', '=', 'n.ente').on('r.pagamento', 'is', null),
    )
    .select(['p.id', 'p.email', 'p.utente'])
    .where('p.fornitore', '=', 'pagopa')
    .where('p.stato', '=', 'pagato')
    .orderBy('p.email')
    .execute();
  return oneForEachAddress(rows);
}

type NoticePayer = Pick<Pagamento, 'id' | 'email' | 'utente'>;

const oneForEachAddress = (payers: readonly NoticePayer[]): NoticePayer[] => [
  ...new Map(payers.map((payer) => [payer.email.toLowerCase(), payer])).values(),
];

/** Records how the browser of the owner came back. An attempt that has moved on stays as it is. */
export async function setReturnStato(
  db: StoreDb,
  id: string,
  { from, to }: { from: readonly PagamentoStato[]; to: PagamentoStato },
): Promise<void> {
  await db.updateTable('pagamenti').set({ stato: to }).where('id', '=', id).where('stato', 'in', from).execute();
}

/** Records when the provider last answered about it. */
export async function markAnswered(db: StoreDb, id: string, now: number): Promise<void> {
  await db
    .updateTable('pagamenti')
    .set({ aggiornato: now })
    .where('id', '=', id)
    .where('stato', '<>', 'pagato')
    .execute();
}

/** Records an event of a provider, once. @returns false when it was recorded before */
export async function writeNotification(db: StoreDb, notification: StoreTables['notifiche']): Promise<boolean> {
  const row = await db
    .insertInto('notifiche')
    .values(notification)
    .onConflict((c) => c.doNothing())
    .returning('evento')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns true when a report about this attempt did not fit: people must look, and no timeout ends it */
export async function hasDiscrepancies(db: StoreDb, pagamento: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifiche')
    .select('evento')
    .where('pagamento', '=', pagamento)
    .where('esito', '=', 'discordante')
    .executeTakeFirst();
  return row !== undefined;
}

/** Open payments of these owners at the second provider, the latest first. Each blocks other payments of its notice. */
export async function listOpenAtMooney(db: StoreDb, owners: readonly string[]) {
  const latest = await db
    .selectFrom('pagamenti as p')
    .innerJoin('pagamenti_avvisi as n', 'n.pagamento', 'p.id')
    .select(['p.id', 'p.scade', 'p.stato', 'n.causale', 'n.importo_cent'])
    .where('p.proprietario', 'in', owners)
    .where('p.fornitore', '=', 'mooney')
    .orderBy('p.creato', 'desc')
    .limit(50)
    .execute();
  // Not asked of the store, which would look through all open payments for those of one person.
  return latest
    .filter(({ stato }) => LIVE_STATI.some((live) => live === stato))
    .slice(0, 5)
    .map(({ stato: _stato, ...open }) => open);
}

/** Attempts without an outcome that were not asked about since then, the longest first. */
export function listForgotten(db: StoreDb, since: number) {
  return db
    .selectFrom('pagamenti')
    .select('id')
    .where('stato', 'in', LIVE_STATI)
    .where('controllato', '<=', since)
    .orderBy('controllato')
    .limit(100)
    .execute();
}

/**
 * Orders at the second provider that ended unpaid, by their time after `notBefore`, and that were not asked about since then, the longest
 * first. They are asked about every hour, which bounds the look into the index.
 */
export function listEndedOrders(db: StoreDb, { since, notBefore }: { since: number; notBefore: number }) {
  return db
    .selectFrom('pagamenti')
    .select('id')
    .where('stato', 'in', FAILED_STATI)
    .where('controllato', '<=', since)
    .where('controllato', '>', notBefore)
    .where('fornitore', '=', 'mooney')
    .where('scade', '>', notBefore)
    .orderBy('controllato')
    .limit(100)
    .execute();
}

/** @returns the address that a citizen is written to: the confirmed one, or that of their identity */
export async function findContatto(db: StoreDb, utente: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('utenti')
    .select((e) => e.fn.coalesce('email_comunicazione', 'email').as('email'))
    .where('id', '=', utente)
    .executeTakeFirst();
  return row?.email;
}
