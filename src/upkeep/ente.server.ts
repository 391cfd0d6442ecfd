/** Takes all that is an ente's out of a store, puts it into another one, and deletes it. */
import { type RawBuilder, sql } from 'kysely';
import { storedEnte } from '../features/cases/ente/ente.fields.ts';
import type { Ente } from '../features/cases/ente/ente.ts';
import { secondsOfYear } from '../features/cases/pratica/numero-restore.server.ts';
import { entiOf } from '../features/cases/utente/utente.ts';
import { LIVE_STATI } from '../features/services/paga-online/esiti.ts';
import { yearInRome } from '../platform/atoms/date.ts';
import { type CatalogTable, readCatalog } from '../store/catalog.server.ts';
import { requireSameTables } from '../store/copy.server.ts';
import { type PortalStore, StoreError, stampMode } from '../store/open.server.ts';
import { countRows, readPortions, type StoreRow, type StoreValue, writeRows } from '../store/rows.server.ts';
import { inSnapshot } from '../store/snapshot.server.ts';
import type { StoreDb, StoreTables } from '../store/tables.ts';
import { recordDeletions } from './cancellazioni.db.ts';
import { ENTE_ROWS } from './ente-rows.ts';
import { deleteWaitingMails } from './pratiche-delete.server.ts';

type OpenedStore = Pick<PortalStore, 'db' | 'dialect'>;
export type TableCount = { name: string; rows: number };

/** In the file of an export: whose it is. */
const EXPORT_KEY = 'ente';

const rowsOf = (ente: string, { name }: CatalogTable): RawBuilder<unknown> | undefined =>
  ENTE_ROWS[name as keyof StoreTables]?.(ente);

async function requireEnte(db: StoreDb, ente: string): Promise<void> {
  const row = await db.selectFrom('enti').select('id').where('id', '=', ente).executeTakeFirst();
  if (!row) throw new StoreError(`l’ente «${ente}» non è nell’archivio.`);
}

/** Copies the ente as it is at one moment. @param to a store that was only created */
export async function exportEnte(from: OpenedStore, to: OpenedStore, ente: string): Promise<TableCount[]> {
  const catalog = await readCatalog(from);
  return inSnapshot(from, async (source) => {
    await requireEnte(source, ente);
    return to.db.transaction().execute(async (target) => {
      await target.insertInto('portale').values({ chiave: EXPORT_KEY, valore: ente }).execute();
      const counts: TableCount[] = [];
      for (const table of catalog) {
        const where = rowsOf(ente, table);
        if (!where) continue;
        let rows = 0;
        for await (const portion of readPortions(source, table, where)) {
          await writeRows(target, table, table.name === 'utenti' ? portion.map((row) => onlyOf(ente, row)) : portion);
          rows += portion.length;
        }
        counts.push({ name: table.name, rows });
      }
      return counts;
    });
  });
}

/** An operator of several enti brings no right for another one along. */
const onlyOf = (ente: string, row: StoreRow): StoreRow => ({
  ...row,
  enti_json: JSON.stringify(entiOf({ enti_json: String(row.enti_json) }).filter((id) => id === ente)),
});

/** @throws StoreError when the file is not the export of an ente */
async function enteOfExport(db: StoreDb): Promise<string> {
  const row = await db
    .selectFrom('portale')
    .select('valore')
    .where('chiave', '=', EXPORT_KEY)
    .executeTakeFirst()
    // Of no portal, or of no database.
    .catch(() => undefined);
  if (!row) throw new StoreError('il file non è l’esportazione di un ente.');
  return row.valore;
}

/**
 * Puts an exported ente into a store that does not have it, in one transaction. People whom the store knows keep their account.
 * @param hasMoved true: no number was given since the export; otherwise numbers continue beyond any that may have been given
 */
export async function restoreEnte(
  from: OpenedStore,
  to: OpenedStore,
  { now, hasMoved, mode }: { now: number; hasMoved: boolean; mode: 'sandbox' | 'production' },
): Promise<{ ente: string; counts: TableCount[] }> {
  const ente = await enteOfExport(from.db);
  await stampMode(from.db, mode);
  const catalog = await readCatalog(to);
  requireSameTables(await readCatalog(from), catalog);
  return to.db.transaction().execute(async (target) => {
    const there = await target.selectFrom('enti').select('id').where('id', '=', ente).executeTakeFirst();
    if (there) throw new StoreError(`l’ente «${ente}» è già nell’archivio.`);
    const known = await readKnownPeople(from.db, target);
    const counts: TableCount[] = [];
    for (const table of catalog) {
      const where = rowsOf(ente, table);
      if (!where) continue;
      let rows = 0;
      for await (const portion of readPortions(from.db, table, where)) {
        const own = portion.filter((row) => table.name !== 'utenti' || !known.has(String(row.id)));
        await writeRows(
          target,
          table,
          own.map((row) => renamePeople(row, known)),
          { keepExisting: SHARED_TABLES.has(table.name) },
        );
        rows += own.length;
      }
      counts.push({ name: table.name, rows });
    }
    if (!hasMoved) await skipNumeriOf(target, ente, now);
    return { ente, counts };
  });
}

/** @returns id in the export → id here, of those who have logged in to both portals */
async function readKnownPeople(from: StoreDb, to: StoreDb): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (let after = ''; ; ) {
    const rows = await from
      .selectFrom('utenti')
      .select(['id', 'identita'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(500)
      .execute();
    const last = rows.at(-1);
    if (!last) return known;
    const here = await to
      .selectFrom('utenti')
      .select(['id', 'identita'])
      .where(
        'identita',
        'in',
        rows.map(({ identita }) => identita),
      )
      .execute();
    for (const row of rows) {
      const same = here.find(({ identita }) => identita === row.identita);
      if (same) known.set(row.id, same.id);
    }
    after = last.id;
  }
}

/** A cart of two enti comes with each of them; the record of deletions stays when an ente goes. */
const SHARED_TABLES = new Set(['pagamenti', 'notifiche', 'valutazioni_pagamenti', 'cancellazioni']);

/** Columns that hold the id of an utente; `proprietario` holds it after `u:`. */
const PEOPLE_COLUMNS = ['utente', 'chi', 'assegnata_a'];

function renamePeople(row: StoreRow, known: ReadonlyMap<string, string>): StoreRow {
  const renamed: Record<string, StoreValue> = { ...row };
  for (const column of PEOPLE_COLUMNS) {
    const id = row[column];
    if (typeof id === 'string' && known.has(id)) renamed[column] = known.get(id) as string;
  }
  const owner = row.proprietario;
  const account = typeof owner === 'string' && owner.startsWith('u:') ? known.get(owner.slice(2)) : undefined;
  return account ? { ...renamed, proprietario: `u:${account}` } : renamed;
}

/** As after a restore, for this ente alone. */
async function skipNumeriOf(db: StoreDb, ente: string, now: number): Promise<void> {
  const anno = yearInRome(now);
  const ultimo = secondsOfYear(anno, now);
  await db
    .insertInto('numeratori')
    .values({ ente, anno, ultimo })
    .onConflict((c) => c.columns(['ente', 'anno']).doUpdateSet({ ultimo }).where('numeratori.ultimo', '<', ultimo))
    .execute();
}

/** What stays for the record of payments, unless it goes as well: the receipts, and what they were for. */
const PAYMENT_TABLES = new Set([
  'enti',
  'avvisi',
  'pagamenti',
  'pagamenti_avvisi',
  'ricevute',
  'notifiche',
  'valutazioni_pagamenti',
]);

/** Without their ente, declarations that nobody has sent yet are of no use. */
const UNSENT_TOO: Record<string, (ente: string) => RawBuilder<unknown>> = {
  dichiarazioni_mezzi: (ente) => sql`ente = ${ente}`,
  mezzi_dichiarati: (ente) => sql`dichiarazione in (select id from dichiarazioni_mezzi where ente = ${ente})`,
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
      const where = UNSENT_TOO[table.name]?.(ente) ?? rowsOf(ente, table);
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
  if (withPayments) await remove('ricevute', sql`ente = ${ente}`);
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
