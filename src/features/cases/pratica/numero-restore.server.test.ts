import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { copyStore } from '../../../../scripts/data/backup.ts';
import { ENTI, onBoth, RIG_NOW, type Rig } from '../../../../tests/rig.ts';
import { openStore, type PortalStore } from '../../../store/open.server.ts';
import { acceptMove, skipAfterRestore, skipNumeri } from './numero-restore.server.ts';
import { takeNextNumero } from './pratica.db.ts';

const YEAR = 2026;
/** Seconds from new year in Rome to {@link RIG_NOW}. */
const YEAR_SECONDS = Math.floor((RIG_NOW - Date.UTC(2025, 11, 31, 23)) / 1000);
const DAY = 86_400_000;

/** A backup of the store as it is now. @property putBack restores it elsewhere and opens it */
type Backup = { putBack(): Promise<PortalStore>; remove(): Promise<void> };

async function backup(rig: Rig): Promise<Backup> {
  return rig.house.dialect === 'sqlite' ? copy(rig) : dump(rig);
}

async function copy(rig: Rig): Promise<Backup> {
  const folder = mkdtempSync(join(tmpdir(), 'ripristino-'));
  await copyStore(join(rig.place.dataDir, 'portale.sqlite'), join(folder, 'portale.sqlite'));
  return { putBack: () => openStore({ dataDir: folder }), remove: async () => rmSync(folder, { recursive: true }) };
}

/** What `pg_restore` does, which is not installed on every machine: creates the tables anew and fills them with the backup. */
async function dump(rig: Rig): Promise<Backup> {
  const name = `ripristino_${randomBytes(6).toString('hex')}`;
  const databaseUrl = inject('postgres').address + name;
  const rows = await rig.house.db.selectFrom('portale').selectAll().execute();
  const enti = await rig.house.db.selectFrom('enti').selectAll().execute();
  const numeri = await rig.house.db.selectFrom('numeratori').selectAll().execute();
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: `${inject('postgres').address}postgres` });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    putBack: async () => {
      await onServer(`create database ${name}`);
      const store = await openStore({ databaseUrl, dataDir: '' });
      await store.db.insertInto('portale').values(rows).execute();
      await store.db.insertInto('enti').values(enti).execute();
      if (numeri.length > 0) await store.db.insertInto('numeratori').values(numeri).execute();
      return store;
    },
    remove: () => onServer(`drop database ${name}`),
  };
}

onBoth('numbers of cases', (rig) => {
  const next = (of: Pick<PortalStore, 'db'>, ente = ENTI.borgo.id, year = YEAR) => takeNextNumero(of.db, ente, year);
  const fresh = () => rig.house.db.deleteFrom('portale').where('chiave', '!=', 'modo').execute();

  test('no ente gives a number again that it gave after a backup, once the backup is restored', async () => {
    await fresh();
    await skipAfterRestore(rig.house, RIG_NOW);
    const before = [await next(rig.house), await next(rig.house)];
    const kept = await backup(rig);
    const since = [await next(rig.house), await next(rig.house)];
    const ofValle = await next(rig.house, ENTI.valle.id);
    const restored = await kept.putBack();

    expect(await skipAfterRestore(restored, RIG_NOW)).toBe(YEAR_SECONDS + 1);
    const after = [await next(restored), await next(restored)];

    expect([...before, ...since]).toEqual([1, 2, 3, 4]);
    expect(after).toEqual([YEAR_SECONDS + 1, YEAR_SECONDS + 2]);
    expect(ofValle).toBe(1);
    expect(await next(restored, ENTI.valle.id)).toBe(YEAR_SECONDS + 1);
    // The next start is not one after a restore, nor is a start of the original store.
    expect(await skipAfterRestore(restored, RIG_NOW + DAY)).toBeNull();
    expect(await next(restored)).toBe(YEAR_SECONDS + 3);
    expect(await skipAfterRestore(rig.house, RIG_NOW + DAY)).toBeNull();
    expect(await next(rig.house)).toBe(5);
    expect(await next(restored, ENTI.borgo.id, YEAR + 1)).toBe(1);
    await restored.close();
    await kept.remove();
  });

  test('a backup that is restored a second time gives none of the numbers that followed the first restore', async () => {
    await fresh();
    await skipAfterRestore(rig.house, RIG_NOW);
    const kept = await backup(rig);
    const restored = await kept.putBack();
    const first = await skipAfterRestore(restored, RIG_NOW);
    const given = [await next(restored), await next(restored), await next(restored)];
    await skipNumeri(restored, RIG_NOW + 60_000);
    const second = await next(restored);
    expect(first).toBe(given[0]);
    expect(second).toBe(YEAR_SECONDS + 61);
    expect(given).not.toContain(second);
    await restored.close();
    await kept.remove();
  });

  test('numbers continue without a gap in a store that was only moved, once that is confirmed by hand', async () => {
    await fresh();
    await skipAfterRestore(rig.house, RIG_NOW);
    const last = await next(rig.house);
    const kept = await backup(rig);
    const there = await kept.putBack();
    await acceptMove(there);
    expect(await skipAfterRestore(there, RIG_NOW)).toBeNull();
    expect(await next(there)).toBe(last + 1);
    await there.close();
    await kept.remove();
  });

  test('numbers that are skipped by hand continue beyond those already given, never below', async () => {
    await fresh();
    await rig.house.db
      .insertInto('numeratori')
      .values({ ente: ENTI.borgo.id, anno: YEAR, ultimo: YEAR_SECONDS + 500 })
      .execute();
    await skipNumeri(rig.house, RIG_NOW);
    expect(await next(rig.house)).toBe(YEAR_SECONDS + 501);
    expect(await next(rig.house, ENTI.valle.id)).toBe(YEAR_SECONDS + 1);
    const { rows } = await sql<{ n: number }>`select count(*) as n from numeratori`.execute(rig.house.db);
    expect(Number(rows[0]?.n)).toBe(2);
  });
});
