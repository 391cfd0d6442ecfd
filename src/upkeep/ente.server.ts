/** Takes all that is an ente's out of a store, and puts it into another one. */
import { secondsOfYear } from '../features/cases/pratica/numero-restore.server.ts';
import { entiOf } from '../features/cases/utente/utente.ts';
import { yearInRome } from '../platform/atoms/date.ts';
import { readCatalog } from '../store/catalog.server.ts';
import { requireSameTables } from '../store/copy.server.ts';
import { type PortalStore, StoreError, stampMode } from '../store/open.server.ts';
import { readPortions, type StoreRow, type StoreValue, writeRows } from '../store/rows.server.ts';
import { inSnapshot } from '../store/snapshot.server.ts';
import type { StoreDb } from '../store/tables.ts';
import { enteRows } from './ente-rows.ts';

export type OpenedStore = Pick<PortalStore, 'db' | 'dialect'>;
export type TableCount = { name: string; rows: number };

/** In the file of an export: whose it is. */
const EXPORT_KEY = 'ente';

/** @throws StoreError when the store does not have the ente */
export async function requireEnte(db: StoreDb, ente: string): Promise<void> {
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
        const where = enteRows(ente, table.name);
        if (!where) continue;
        let rows = 0;
        for await (const portion of readPortions(source, table, where)) {
          await writeRows(
            target,
            table,
            portion.map((row) => asExported(ente, table.name, row)),
          );
          rows += portion.length;
        }
        counts.push({ name: table.name, rows });
      }
      return counts;
    });
  });
}

/** An operator of several enti brings no right for another one along. No key leaves the portal: it is written again where the ente goes. */
function asExported(ente: string, table: string, row: StoreRow): StoreRow {
  if (['convenzioni', 'sistemi_protocollo', 'chiavi_io'].includes(table)) return { ...row, chiave: null };
  if (table !== 'utenti') return row;
  const enti = entiOf({ enti_json: String(row.enti_json) }).filter((id) => id === ente);
  return { ...row, enti_json: JSON.stringify(enti) };
}

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
      const where = enteRows(ente, table.name);
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
