/** Reads from the database which tables the store has: their columns and keys, each table after those that it refers to. */
import { sql } from 'kysely';
import type { PortalStore } from './open.server.ts';
import type { StoreDb } from './tables.ts';

/** @property key columns of the primary key @property hasBytes a row may be large @property refersTo names of other tables */
export type CatalogTable = {
  name: string;
  columns: string[];
  key: string[];
  hasBytes: boolean;
  refersTo: string[];
};

type ColumnRow = { of: string; name: string; type: string; pk: number };
type ReferenceRow = { of: string; parent: string };

/** Kysely's own record of the migrations, and sums that triggers of the store keep: neither is copied. */
const isOfStore = (name: string) => name.startsWith('kysely_') || ['somme_incassi', 'cambiamenti'].includes(name);

/** @returns the tables in an order in which they can be filled */
export async function readCatalog({ db, dialect }: Pick<PortalStore, 'db' | 'dialect'>): Promise<CatalogTable[]> {
  const { columns, references } = await (dialect === 'sqlite' ? askSqlite(db) : askPostgres(db));
  const tables = new Map<string, CatalogTable>();
  const keys = new Map<string, ColumnRow[]>();
  for (const row of columns) {
    if (isOfStore(row.of)) continue;
    const table = tables.get(row.of) ?? {
      name: row.of,
      columns: [],
      key: [],
      hasBytes: false,
      refersTo: [],
    };
    table.columns.push(row.name);
    table.hasBytes ||= /^(blob|bytea)$/i.test(row.type);
    tables.set(row.of, table);
    if (row.pk > 0) keys.set(row.of, [...(keys.get(row.of) ?? []), row]);
  }
  for (const table of tables.values()) {
    table.columns.sort();
    table.key = (keys.get(table.name) ?? []).sort((a, b) => a.pk - b.pk).map(({ name }) => name);
    const named = references.filter(({ of, parent }) => of === table.name && parent !== table.name);
    table.refersTo = [...new Set(named.map(({ parent }) => parent))].sort();
  }
  return inOrder([...tables.values()].sort((a, b) => (a.name < b.name ? -1 : 1)));
}

/** @throws Error when tables refer to each other in a ring */
function inOrder(tables: CatalogTable[]): CatalogTable[] {
  const done: CatalogTable[] = [];
  while (done.length < tables.length) {
    const next = tables.filter(
      (table) => !done.includes(table) && table.refersTo.every((name) => done.some((other) => other.name === name)),
    );
    if (next.length === 0) throw new Error('Le tabelle si richiamano in cerchio.');
    done.push(...next);
  }
  return done;
}

async function askSqlite(db: StoreDb) {
  const columns = await sql<ColumnRow>`
    select m.name as "of", c.name, c.type, c.pk
    from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\'`.execute(db);
  const references = await sql<ReferenceRow>`
    select m.name as "of", f."table" as parent from sqlite_master m join pragma_foreign_key_list(m.name) f
    where m.type = 'table'`.execute(db);
  return { columns: columns.rows, references: references.rows };
}

async function askPostgres(db: StoreDb) {
  const columns = await sql<ColumnRow>`
    select t.relname as "of", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as pk
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace`.execute(db);
  const references = await sql<ReferenceRow>`
    select t.relname as "of", r.relname as parent from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(db);
  return { columns: columns.rows, references: references.rows };
}
