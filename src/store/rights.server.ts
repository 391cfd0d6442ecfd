/** What a store is before it is used: whether its tables are the portal's, and whether the user of PostgreSQL may do all it needs. */
import { sql } from 'kysely';
import type { StoreDb, StoreDialect } from './tables.ts';
import { missingRights, quoteName } from './why.server.ts';

/** Kysely's record of the migrations, which every store of the portal has, and other programs may have. */
const MIGRATION_TABLE = 'kysely_migration';
/** More names than this, in one statement, nobody reads. */
const MOST_NAMES = 5;

/** Tables of an extension, such as PostGIS, come with the database. */
const POSTGRES_TABLES = sql`pg_class t where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
  and not exists (select 1 from pg_depend d where d.objid = t.oid and d.deptype = 'e')`;

/** @returns names of tables when there are tables and none is the record of migrations: they are another program's */
export async function findForeignTables(db: StoreDb, dialect: StoreDialect): Promise<string[]> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{
        name: string;
      }>`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`
    : sql<{ name: string }>`select t.relname as name from ${POSTGRES_TABLES}`
  ).execute(db);
  const names = rows.map(({ name }) => name);
  return names.includes(MIGRATION_TABLE) ? [] : names.sort();
}

type UserRow = { who: string; schema: string | null; creates: boolean | null };
type TableRow = { name: string; owner: string; owns: boolean; missing: string[] };

/**
 * Asks PostgreSQL before a citizen's send finds out.
 * @param changes the schema will be changed, which takes the right to create tables, and to own those that are there
 * @returns a sentence that names the missing right and the statement that gives it; undefined when nothing is missing
 */
export async function findMissingRight(db: StoreDb, changes: boolean): Promise<string | undefined> {
  const asked = await sql<UserRow>`select current_user as who, current_schema() as schema,
    has_schema_privilege(current_schema(), 'create') as creates`.execute(db);
  const { who, schema, creates } = asked.rows[0] as UserRow;
  const user = quoteName(who);
  // A schema that the user may not use is none.
  if (!schema) return missingRights(who, `grant usage, create on schema public to ${user}`);
  const { rows } = await sql<TableRow>`
    select t.relname as name, pg_get_userbyid(t.relowner) as owner, pg_has_role(t.relowner, 'usage') as owns,
      array(select r from unnest(array['select', 'insert', 'update', 'delete']) r
        where (t.relname not like 'kysely\\_%' or r = 'select') and not has_table_privilege(t.oid, r)) as missing
    from ${POSTGRES_TABLES} order by t.relname`.execute(db);
  const lacking = rows.filter(({ missing }) => missing.length > 0);
  if (lacking.length > 0) {
    const rights = [...new Set(lacking.flatMap(({ missing }) => missing))].join(', ');
    const tables =
      lacking.length > MOST_NAMES
        ? `all tables in schema ${quoteName(schema)}`
        : lacking.map(({ name }) => quoteName(name)).join(', ');
    return missingRights(who, `grant ${rights} on ${tables} to ${user}`);
  }
  if (!changes) return undefined;
  if (!creates) return missingRights(who, `grant create on schema ${quoteName(schema)} to ${user}`);
  const strange = rows.find(({ owns }) => !owns);
  return (
    strange &&
    `lo schema va aggiornato, e la tabella ${strange.name} è di ${strange.owner}, non dell’utente ${who} di DATABASE_URL: ` +
      `alter table ${quoteName(strange.name)} owner to ${user}; e così per ogni tabella.`
  );
}
