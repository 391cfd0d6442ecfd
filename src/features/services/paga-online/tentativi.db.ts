/** Queries that write, read and lock attempts to pay, and find those that a ricevuta may belong to or that were forgotten. */
import type { CallContext } from '../../../context.ts';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Pagamento, StoreTables } from '../../../store/tables.ts';
import type { AvvisoKey } from './avvisi.db.ts';
import { LIVE_STATI, type PagamentoStato } from './esiti.ts';

export type TentativoAvvisoRow = StoreTables['pagamenti_avvisi'];

/** @returns false when this attempt is written already */
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
 * Reads an attempt that is about to change: who comes second waits for the first to end. Its key stays as it is, so that another
 * attempt on the same notice, which holds the notice already, writes a receipt of this one without waiting for it.
 */
export async function lockTentativo(
  ctx: Pick<CallContext, 'db' | 'house'>,
  id: string,
): Promise<Pagamento | undefined> {
  // SQLite has one writer at a time and no row locks.
  const findRows = ctx.house.dialect === 'postgres' ? rowsByIdLocked : rowsById;
  return (await findRows(ctx.db, { id }))[0];
}

export async function updateTentativo(db: StoreDb, id: string, changes: Partial<Pagamento>): Promise<void> {
  await db.updateTable('pagamenti').set(changes).where('id', '=', id).execute();
}

/**
 * Takes the right to ask the provider about an attempt.
 * @param before nobody has asked since then
 * @returns false when somebody else just did
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

export const listTentativoAvvisi = (db: StoreDb, key: { pagamento: string }) =>
  db.selectFrom('pagamenti_avvisi').selectAll().where('pagamento', '=', key.pagamento).orderBy('n').execute();

/** Those notices of an attempt that stand as paid, whoever said so: a receipt, or an import of the body. */
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
 * The attempts on a notice, for this amount, whose money may be in a receipt of pagoPA, the latest first: those at pagoPA whatever
 * became of them, and those at the second provider that it did not end without money: what is paid there is told by pagoPA too.
 * @returns `codice_fiscale` of who was logged in @returns `suo` 1 when the same browser or citizen made the notice, or the case it is of
 */
export function listTentativiOn(db: StoreDb, avviso: AvvisoKey & { importo_cent: number }) {
  return db
    .selectFrom('pagamenti_avvisi as n')
    .innerJoin('pagamenti as p', 'p.id', 'n.pagamento')
    .leftJoin('utenti as u', 'u.id', 'p.utente')
    .leftJoin('avvisi as a', (j) => j.onRef('a.numero_avviso', '=', 'n.numero_avviso').onRef('a.ente', '=', 'n.ente'))
    .leftJoin('pratiche as c', 'c.id', 'a.pratica')
    .selectAll('p')
    .select((e) => [
      'u.codice_fiscale',
      e
        .case()
        .when(
          e.or([e('a.proprietario', '=', e.ref('p.proprietario')), e('c.proprietario', '=', e.ref('p.proprietario'))]),
        )
        .then(1)
        .else(0)
        .end()
        .as('suo'),
    ])
    .where('n.numero_avviso', '=', avviso.numero_avviso)
    .where('n.ente', '=', avviso.ente)
    .where('n.importo_cent', '=', avviso.importo_cent)
    .where((e) => e.or([e('p.fornitore', '=', 'pagopa'), e('p.stato', 'in', [...LIVE_STATI, 'pagato'])]))
    .orderBy('p.creato', 'desc')
    .orderBy('p.id')
    .execute();
}

/** What its owner's browser tells of an attempt on its way back; one that has moved on stays as it is. */
export async function setReturnStato(
  db: StoreDb,
  id: string,
  { from, to }: { from: readonly PagamentoStato[]; to: PagamentoStato },
): Promise<void> {
  await db.updateTable('pagamenti').set({ stato: to }).where('id', '=', id).where('stato', 'in', from).execute();
}

/** The provider has just told of an attempt. */
export async function markAnswered(db: StoreDb, id: string, now: number): Promise<void> {
  await db
    .updateTable('pagamenti')
    .set({ aggiornato: now })
    .where('id', '=', id)
    .where('stato', '<>', 'pagato')
    .execute();
}

/** What a provider told, each event once. @returns false when it was told before */
export async function writeNotification(db: StoreDb, notification: StoreTables['notifiche']): Promise<boolean> {
  const row = await db
    .insertInto('notifiche')
    .values(notification)
    .onConflict((c) => c.doNothing())
    .returning('evento')
    .executeTakeFirst();
  return row !== undefined;
}

/** Something was told of this attempt that does not fit: people must look, no clock ends it. */
export async function hasDiscrepancies(db: StoreDb, pagamento: string): Promise<boolean> {
  const row = await db
    .selectFrom('notifiche')
    .select('evento')
    .where('pagamento', '=', pagamento)
    .where('esito', '=', 'discordante')
    .executeTakeFirst();
  return row !== undefined;
}

/** What these owners have open at the second provider, the latest first: each keeps its notice from being paid otherwise. */
export function listOpenAtMooney(db: StoreDb, owners: readonly string[]) {
  return db
    .selectFrom('pagamenti as p')
    .innerJoin('pagamenti_avvisi as n', 'n.pagamento', 'p.id')
    .select(['p.id', 'n.causale', 'n.importo_cent'])
    .where('p.proprietario', 'in', owners)
    .where('p.fornitore', '=', 'mooney')
    .where('p.stato', 'in', LIVE_STATI)
    .orderBy('p.creato', 'desc')
    .limit(5)
    .execute();
}

/** Attempts without an end that nobody has asked about since then, the longest first. */
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

/** @returns where a citizen is written to: confirmed, or as their identity tells it */
export async function findContatto(db: StoreDb, utente: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('utenti')
    .select((e) => e.fn.coalesce('email_comunicazione', 'email').as('email'))
    .where('id', '=', utente)
    .executeTakeFirst();
  return row?.email;
}
