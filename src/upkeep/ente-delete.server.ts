/** Deletes all that is an ente's from a store, or counts what that would delete; receipts of payments may stay. */
import { type RawBuilder, sql } from 'kysely';
import { storedEnte } from '../features/cases/ente/ente.fields.ts';
import type { Ente } from '../features/cases/ente/ente.ts';
import { LIVE_STATI } from '../features/services/paga-online/esiti.ts';
import { readCatalog } from '../store/catalog.server.ts';
import { StoreError } from '../store/open.server.ts';
import { countRows } from '../store/rows.server.ts';
import type { StoreDb } from '../store/tables.ts';
import { recordDeletions } from './cancellazioni.db.ts';
import { type OpenedStore, requireEnte, type TableCount } from './ente.server.ts';
import { enteRows } from './ente-rows.ts';
import { deleteWaitingMails } from './pratiche-delete.server.ts';

/** What stays for the record of payments, unless it goes as well: the receipts, and what they were for. */
const PAYMENT_TABLES = new Set([
  'enti',
  'avvisi',
  'pagamenti',
  'pagamenti_avvisi',
  'ricevute',
  'flussi',
  'flussi_pagamenti',
  'accrediti',
  'decisioni_incassi',
  'notifiche',
  'valutazioni_pagamenti',
]);

/** Without their ente, declarations that nobody has sent yet are of no use. */
const UNSENT_TOO: Record<string, (ente: string) => RawBuilder<unknown>> = {
  appuntamenti: (ente) => sql`ente = ${ente}`,
  dichiarazioni_mezzi: (ente) => sql`ente = ${ente}`,
  mezzi_dichiarati: (ente) => sql`dichiarazione in (select id from dichiarazioni_mezzi where ente = ${ente})`,
  // Those whose positions were all this ente's: their rows went before them.
  deleghe: () => sql`id not in (select delega from deleghe_posizioni)`,
};

const paidAvviso = (ente: string) =>
  sql`exists (select 1 from ricevute r where r.ente = ${ente} and r.numero_avviso = avvisi.numero_avviso)`;
const paidAttempt = (ente: string, column: string) =>
  sql`${sql.ref(column)} in (select pagamento from ricevute where ente = ${ente} and pagamento is not null)`;

/** Undoes a deletion that was only to be counted. */
class CountedOnly extends Error {
  readonly counts: TableCount[];

  constructor(counts: TableCount[]) {
    super();
    this.counts = counts;
  }
}

/** @property withPayments false: receipts stay with their attempts and notices, and the ente keeps its row, without services */
type EnteDeletion = { now: number; withPayments: boolean };

/** What {@link deleteEnte} would delete, and refuse: it is done, counted and undone. */
export const countDeletion = (store: OpenedStore, ente: string, how: EnteDeletion): Promise<TableCount[]> =>
  removeEnte(store, ente, how, (counts) => {
    throw new CountedOnly(counts);
  }).catch((error: unknown) => {
    if (error instanceof CountedOnly) return error.counts;
    throw error;
  });

/**
 * In one transaction. The citizens' accounts stay: they are the portal's.
 * @throws StoreError when a payment is under way
 */
export const deleteEnte = (store: OpenedStore, ente: string, how: EnteDeletion): Promise<TableCount[]> =>
  removeEnte(store, ente, how, (counts) => counts);

async function removeEnte(
  store: OpenedStore,
  ente: string,
  { now, withPayments }: EnteDeletion,
  end: (counts: TableCount[]) => TableCount[],
): Promise<TableCount[]> {
  const catalog = await readCatalog(store);
  return store.db.transaction().execute(async (tx) => {
    await requireEnte(tx, ente);
    // A case that is sent meanwhile waits, and then finds no ente.
    if (store.dialect === 'postgres')
      await tx.selectFrom('enti').select('id').where('id', '=', ente).forUpdate().execute();
    const live = await countRows(
      tx,
      'pagamenti',
      sql`id in (select pagamento from pagamenti_avvisi where ente = ${ente}) and stato in (${sql.join(LIVE_STATI)})`,
    );
    if (live > 0) throw new StoreError(`ci sono ${live} pagamenti in corso: riprova quando il loro esito è noto.`);
    const pratiche = await tx.selectFrom('pratiche').select('id').where('ente', '=', ente).execute();
    const own = new Set(pratiche.map(({ id }) => id));
    await deleteWaitingMails(tx, (data) => data.ente === ente || (data.pratica !== undefined && own.has(data.pratica)));
    await sql`delete from concessioni where posizione in (select id from posizioni where ente = ${ente})`.execute(tx);
    // A receipt stays, what it was for may go: the notice then names neither case nor position.
    await tx.updateTable('avvisi').set({ pratica: null, posizione: null }).where('ente', '=', ente).execute();

    const deleted: TableCount[] = [];
    const remove = async (name: string, where: RawBuilder<unknown>) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(name)} where ${where}`.execute(tx);
      const before = deleted.find((count) => count.name === name);
      if (before) before.rows += Number(numAffectedRows);
      else deleted.push({ name, rows: Number(numAffectedRows) });
    };
    const attempts = await tx
      .selectFrom('pagamenti_avvisi')
      .select('pagamento')
      .distinct()
      .where('ente', '=', ente)
      .execute();
    // Children before those that they refer to.
    for (const table of catalog.toReversed()) {
      const where = UNSENT_TOO[table.name]?.(ente) ?? enteRows(ente, table.name);
      if (where && table.name !== 'utenti' && table.name !== 'cancellazioni' && !PAYMENT_TABLES.has(table.name))
        await remove(table.name, where);
    }
    await removePagamenti(tx, ente, {
      remove,
      withPayments,
      attempts: attempts.map(({ pagamento }) => pagamento),
    });
    if (withPayments) await remove('enti', sql`id = ${ente}`);
    else await closeEnte(tx, ente);
    for (const { name, rows } of deleted)
      await recordDeletions(tx, now, { motivo: 'uscita', tipo: name }, [{ ente, quante: rows }]);
    return end(deleted.filter(({ rows }) => rows > 0));
  });
}

type PaymentRemoval = {
  remove(name: string, where: RawBuilder<unknown>): Promise<void>;
  withPayments: boolean;
  attempts: readonly string[];
};

async function removePagamenti(
  db: StoreDb,
  ente: string,
  { remove, withPayments, attempts }: PaymentRemoval,
): Promise<void> {
  const kept = (where: RawBuilder<unknown>) => (withPayments ? sql`1 = 1` : sql`not (${where})`);
  if (withPayments)
    for (const name of ['decisioni_incassi', 'accrediti', 'flussi_pagamenti', 'flussi', 'ricevute'])
      await remove(name, sql`ente = ${ente}`);
  await remove('pagamenti_avvisi', sql`ente = ${ente} and ${kept(paidAttempt(ente, 'pagamento'))}`);
  await remove('avvisi', sql`ente = ${ente} and ${kept(paidAvviso(ente))}`);
  // An attempt goes with its last notice: a cart may hold those of another ente.
  for (const id of attempts) {
    const isLeft = await db.selectFrom('pagamenti_avvisi').select('n').where('pagamento', '=', id).executeTakeFirst();
    if (isLeft) continue;
    await db.deleteFrom('notifiche').where('pagamento', '=', id).execute();
    await db.updateTable('ricevute').set({ pagamento: null }).where('pagamento', '=', id).execute();
    await remove('pagamenti', sql`id = ${id}`);
  }
}

/** Its name stays for its receipts; it offers nothing and has no host. */
async function closeEnte(db: StoreDb, ente: string): Promise<void> {
  const row = await db.selectFrom('enti').select('dati_json').where('id', '=', ente).executeTakeFirstOrThrow();
  const data = storedEnte.parse(JSON.parse(row.dati_json));
  // Its pictures are gone, too.
  const gone = { stemma: undefined, piede: undefined, annunci: undefined };
  const closed: Ente = { ...data, ...gone, host: null, categorie: [], caselle: {} };
  const dati_json = JSON.stringify(closed);
  await db.updateTable('enti').set({ host: null, dati_json }).where('id', '=', ente).execute();
}
