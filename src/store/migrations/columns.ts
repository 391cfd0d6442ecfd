/** How migrations write tables and indexes, from columns of a few kinds that are the same on SQLite and PostgreSQL. */
import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type CreateIndexBuilder,
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely';
import type { StoreDialect } from '../tables.ts';

type Column = readonly [type: ColumnDataType | Expression<unknown>, asks?: ColumnBuilderCallback];

const required: ColumnBuilderCallback = (c) => c.notNull();
export const primary: ColumnBuilderCallback = (c) => c.primaryKey();
export const nothing: ColumnBuilderCallback = (c) => c;

export const text: Column = ['text', required];
export const integer: Column = ['integer', required];
export const bigint: Column = ['bigint', required];
export const optional = {
  text: ['text'],
  integer: ['integer'],
  bigint: ['bigint'],
  degrees: ['double precision'],
} as const;
export const key: Column = ['text', primary];
export const uniqueText: Column = ['text', (c) => c.notNull().unique()];
export const textOr = (value: string): Column => ['text', (c) => c.notNull().defaultTo(value)];
export const integerOr = (value: number): Column => ['integer', (c) => c.notNull().defaultTo(value)];

/** The id of a row of another table. */
export const of = (table: string, asks = required): Column => ['text', (c) => asks(c).references(`${table}.id`)];
export const optionalOf = (table: string): Column => of(table, nothing);
/** The same of a row together with which this one is deleted. */
export const partOf = (table: string, asks = required): Column => [
  'text',
  (c) => asks(c).references(`${table}.id`).onDelete('cascade'),
];
/** The same, checked at commit: a case is written after its parts, so that the row its number comes from is locked briefly. */
export const laterOf = (table: string, asks = required): Column =>
  of(table, (c) => asks(c).modifyEnd(sql`deferrable initially deferred`));

type Where = Expression<SqlBool>;

/** Of an index that leaves out the rows without a value. */
export const filled = (column: string): Where => sql<SqlBool>`${sql.ref(column)} is not null`;

/** What a migration writes with. @property execute ends a table, and constraints may come before it; an index is made at once */
export type Schema = ReturnType<typeof schemaOf>;

/** @property columns with blanks between them @property where of an index of some rows only */
type IndexOn = [name: string, on: string, columns: string, where?: Where];
function makeIndex(index: CreateIndexBuilder, [, on, columns, where]: IndexOn): Promise<void> {
  const made = index.on(on).columns(columns.split(' '));
  return (where ? made.where(where) : made).execute();
}

export const schemaOf = (db: Kysely<unknown>, dialect: StoreDialect) => ({
  db,
  dialect,
  bytes: [dialect === 'postgres' ? sql`bytea` : sql`blob`, required] as Column,
  /** Text that PostgreSQL, too, compares byte by byte. @param value the default */
  bytewise: (value?: string): Column => [
    dialect === 'postgres' ? sql`text collate "C"` : sql`text`,
    value === undefined ? required : (c) => c.notNull().defaultTo(value),
  ],
  table: (name: string, columns: Readonly<Record<string, Column>>): CreateTableBuilder<string, string> => {
    let made: CreateTableBuilder<string, string> = db.schema.createTable(name);
    for (const [column, [type, asks]] of Object.entries(columns)) made = made.addColumn(column, type, asks);
    return made;
  },
  index: (...asked: IndexOn) => makeIndex(db.schema.createIndex(asked[0]), asked),
  unique: (...asked: IndexOn) => makeIndex(db.schema.createIndex(asked[0]).unique(), asked),
  /**
   * The store itself refuses to change a row that is written. It goes only together with its case, or by retention.
   * @param columns those that are refused, if not all
   */
  refuseChanges: async (name: string, columns: readonly string[] = []): Promise<void> => {
    const of = columns.length > 0 ? ` of ${columns.join(', ')}` : '';
    const trigger = `create trigger ${name}_immutabili before update${of} on ${name}`;
    if (dialect === 'sqlite') {
      await sql.raw(`${trigger} begin select raise(abort, '${name}: append only'); end`).execute(db);
      return;
    }
    await sql
      .raw(`create function ${name}_immutabili() returns trigger language plpgsql as
        $$ begin raise exception '${name}: append only'; end $$`)
      .execute(db);
    await sql.raw(`${trigger} for each row execute function ${name}_immutabili()`).execute(db);
  },
});
