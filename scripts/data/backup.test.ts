import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLastBackup } from '../../src/store/last-backup.server.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { copyStore } from './backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'copia-'));
const source = join(folder, 'portale.sqlite');
let store: PortalStore;

beforeAll(async () => {
  store = await openStore({ dataDir: folder });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (n: number) =>
  store.db
    .insertInto('portale')
    .values({ chiave: `riga-${n}`, valore: 'x' })
    .execute();

function rows(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const { n } = db.prepare("select count(*) as n from portale where chiave like 'riga-%'").get() as { n: number };
  db.close();
  return n;
}

test('a copy taken while the store is written has every row acknowledged before it began', async () => {
  for (let n = 0; n < 50; n++) await write(n);

  const copying = copyStore(source, join(folder, 'copia.sqlite'));
  for (let n = 50; n < 100; n++) await write(n);
  await copying;

  expect(rows(join(folder, 'copia.sqlite'))).toBeGreaterThanOrEqual(50);
  expect(existsSync(join(folder, 'copia.sqlite-wal'))).toBe(false);
});

test('a copy opens as a complete store', async () => {
  const other = join(folder, 'altrove');
  const before = rows(source);
  const there = await openStore({ dataDir: other });
  await there.close();
  rmSync(join(other, 'portale.sqlite'));

  await copyStore(source, join(other, 'portale.sqlite'));
  const restored = await openStore({ dataDir: other });
  await restored.close();

  expect(rows(join(other, 'portale.sqlite'))).toBe(before);
});

test('a copy is readable by its owner alone, during and after the backup, whatever the umask', async () => {
  const before = process.umask(0);
  const target = join(folder, 'riservata.sqlite');
  try {
    const modes = new Set<number>();
    const watch = setInterval(() => {
      for (const name of readdirSync(folder).filter((entry) => entry.startsWith('riservata'))) {
        // SQLite's journal may have disappeared since the folder was read.
        const stats = statSync(join(folder, name), { throwIfNoEntry: false });
        if (stats) modes.add(stats.mode & 0o777);
      }
    }, 0);
    await copyStore(source, target);
    clearInterval(watch);
    expect([...modes, statSync(target).mode & 0o777]).toEqual(expect.arrayContaining([0o600]));
    expect([...modes].filter((mode) => mode !== 0o600)).toEqual([]);
  } finally {
    process.umask(before);
  }
});

test('no existing file is overwritten, and without a store there is no copy', async () => {
  await expect(copyStore(source, source)).rejects.toThrow('esiste già');
  await expect(copyStore(join(folder, 'nulla.sqlite'), join(folder, 'b.sqlite'))).rejects.toThrow(
    'non c’è un archivio',
  );
  expect(existsSync(join(folder, 'b.sqlite'))).toBe(false);
});

test('the store knows when it was last copied by the command', async () => {
  expect(await readLastBackup(store.db)).toBe(0);
  const env = { ...process.env, DATA_DIR: folder };
  const from = Date.now();
  execFileSync('node', ['scripts/data.ts', 'backup', join(folder, 'notte.copia')], { env, stdio: 'ignore' });
  expect(await readLastBackup(store.db)).toBeGreaterThanOrEqual(from);
});
