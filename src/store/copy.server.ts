/** Copies a whole store into an empty one, of the same engine or the other, and compares both row by row. */
import { sql } from 'kysely';
import { type CatalogTable, readCatalog } from './catalog.server.ts';
import { type PortalStore, StoreError } from './open.server.ts';
import { RowSum, readPortions, writeRows } from './rows.server.ts';
import type { StoreTx } from './tables.ts';

type OpenedStore = Pick<PortalStore, 'db' | 'dialect'>;

/** @property hash over all rows, the same in both stores */
type CopiedTable = { name: string; rows: number; hash: string };

/** Rows of `portale` that belong to one database and not to what it holds. */
const OWN_ROWS = sql`chiave not in ('impronta', 'copia')`;
/** A store that was only created, or to which nothing was imported yet, has these, too. */
const FRESH_ROWS = sql`chiave not in ('impronta', 'copia', 'modo', 'segreti')`;

const rowsOf = ({ name }: CatalogTable) => (name === 'portale' ? OWN_ROWS : sql`1 = 1`);

/**
 * In one transaction of each store: the source cannot be written meanwhile, and of a copy that fails nothing remains.
 * @param finish runs in the transaction of the target, after its rows were compared
 * @throws StoreError when the target is not empty, the tables differ, or a row arrived otherwise than it was
 */
export async function copyAll(
  from: OpenedStore,
  to: OpenedStore,
  finish: (tx: StoreTx) => Promise<void>,
): Promise<CopiedTable[]> {
  const catalog = await readCatalog(from);
  requireSameTables(catalog, await readCatalog(to));
  return whileUnwritten(from, catalog, (source) =>
    to.db.transaction().execute(async (target) => {
      const full = await findFullTable(target, catalog);
      if (full) throw new StoreError(`l’archivio di arrivo non è vuoto (${full}).`);
      await target.deleteFrom('portale').execute();
      const copied: CopiedTable[] = [];
      for (const table of catalog) {
        const sent = new RowSum(table.columns);
        for await (const rows of readPortions(source, table, rowsOf(table))) {
          sent.add(rows);
          await writeRows(target, table, rows);
        }
        copied.push({ name: table.name, rows: sent.rows, hash: sent.hash });
      }
      for (const table of catalog) {
        const sent = copied.find(({ name }) => name === table.name);
        const arrived = await sumOf(target, table);
        if (sent?.rows !== arrived.rows || sent.hash !== arrived.hash)
          throw new StoreError(
            `nella tabella ${table.name} sono arrivate ${arrived.rows} righe di ${sent?.rows}, o con altri valori.`,
          );
      }
      await finish(target);
      return copied;
    }),
  );
}

async function sumOf(db: StoreTx, table: CatalogTable): Promise<RowSum> {
  const sum = new RowSum(table.columns);
  for await (const rows of readPortions(db, table, rowsOf(table))) sum.add(rows);
  return sum;
}

/** @returns the name of a table with rows; undefined when the store holds nothing yet */
export async function findFullTable(
  db: PortalStore['db'],
  catalog: readonly CatalogTable[],
): Promise<string | undefined> {
  for (const { name } of catalog) {
    const where = name === 'portale' ? FRESH_ROWS : sql`1 = 1`;
    const { rows } = await sql`select 1 from ${sql.table(name)} where ${where} limit 1`.execute(db);
    if (rows.length > 0) return name;
  }
  return undefined;
}

/** Two stores of the same version, of which one was changed by hand. @throws StoreError */
export function requireSameTables(from: readonly CatalogTable[], to: readonly CatalogTable[]): void {
  const lines = (tables: readonly CatalogTable[]) =>
    tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`);
  const other = new Set(lines(to));
  const odd = lines(from).find((line) => !other.has(line));
  if (odd || from.length !== to.length)
    throw new StoreError(`i due archivi non hanno le stesse tabelle${odd ? `: ${odd}` : ''}.`);
}

/** SQLite has one writer, and a transaction of ours begins as one; PostgreSQL locks the tables for writers only. */
function whileUnwritten<T>(
  { db, dialect }: OpenedStore,
  catalog: readonly CatalogTable[],
  work: (tx: StoreTx) => Promise<T>,
): Promise<T> {
  if (dialect === 'sqlite') return db.transaction().execute(work);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`lock table ${sql.join(catalog.map(({ name }) => sql.table(name)))} in share mode`.execute(tx);
      return work(tx);
    });
}
