/** The memory of a test provider: objects of a kind, each by its key, in the portal's own store. */
import * as z from 'zod/mini';
import type { StoreDb } from '../../store/tables.ts';

/** @property quando epoch ms, as given when it was written */
export type MemoryEntry<T = unknown> = { dati: T; quando: number };

/** @property skip so many of the first @property take most that are returned */
type MemoryRange = { prefix: string; from: number; to: number; skip: number; take: number };

export type ProviderMemory = {
  read<T>(kind: string, key: string, schema: z.ZodMiniType<T>): Promise<MemoryEntry<T> | undefined>;
  /** Replaces an object */
  write(kind: string, key: string, entry: MemoryEntry): Promise<void>;
  /** @returns false when there is an object already: it stays */
  add(kind: string, key: string, entry: MemoryEntry): Promise<boolean>;
  /** A part of the objects whose keys begin so, and how many there are, the oldest first. @param range instants, the last not included */
  list<T>(
    kind: string,
    range: MemoryRange,
    schema: z.ZodMiniType<T>,
  ): Promise<{ found: MemoryEntry<T>[]; count: number }>;
  /** Deletes what was written before that instant. */
  forget(kind: string, before: number): Promise<void>;
};

/** @param fornitore the provider whose memory it is, in a table for all */
export function makeMemory(db: StoreDb, fornitore: string): ProviderMemory {
  const toRow = (kind: string, key: string, { dati, quando }: MemoryEntry) => ({
    fornitore,
    cosa: kind,
    chiave: key,
    dati_json: JSON.stringify(dati),
    quando,
  });
  return {
    read: async (kind, key, schema) => {
      const row = await db
        .selectFrom('fornitori_sandbox')
        .select(['dati_json', 'quando'])
        .where('fornitore', '=', fornitore)
        .where('cosa', '=', kind)
        .where('chiave', '=', key)
        .executeTakeFirst();
      return row && { dati: z.parse(schema, JSON.parse(row.dati_json)), quando: row.quando };
    },
    write: async (kind, key, entry) => {
      const values = toRow(kind, key, entry);
      await db
        .insertInto('fornitori_sandbox')
        .values(values)
        .onConflict((on) =>
          on
            .columns(['fornitore', 'cosa', 'chiave'])
            .doUpdateSet({ dati_json: values.dati_json, quando: values.quando }),
        )
        .execute();
    },
    add: async (kind, key, entry) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('fornitori_sandbox')
        .values(toRow(kind, key, entry))
        .onConflict((on) => on.columns(['fornitore', 'cosa', 'chiave']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    list: async (kind, { prefix, from, to, skip, take }, schema) => {
      const within = db
        .selectFrom('fornitori_sandbox')
        .where('fornitore', '=', fornitore)
        .where('cosa', '=', kind)
        .where('chiave', 'like', `${prefix}%`)
        .where('quando', '>=', from)
        .where('quando', '<', to);
      const rows = await within
        .select(['dati_json', 'quando'])
        .orderBy('quando')
        .orderBy('chiave')
        .limit(take)
        .offset(skip)
        .execute();
      const { n } = await within.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
      return {
        found: rows.map((row) => ({ dati: z.parse(schema, JSON.parse(row.dati_json)), quando: row.quando })),
        count: Number(n),
      };
    },
    forget: async (kind, before) => {
      await db
        .deleteFrom('fornitori_sandbox')
        .where('fornitore', '=', fornitore)
        .where('cosa', '=', kind)
        .where('quando', '<', before)
        .execute();
    },
  };
}
