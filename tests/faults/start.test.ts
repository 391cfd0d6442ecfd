/** A host starts on a busy machine; one whose store cannot be used does not, and says why and what to do, in one sentence without a stack. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, STORE_FILE } from '../../src/store/open.server.ts';
import { canMount, type SmallDisk, smallDisk } from '../doubles/disk.ts';
import { freePort, portal } from '../portal.ts';
import { LONG_FAULTS } from './sends.ts';

const home = mkdtempSync(join(tmpdir(), 'portale-avvio-'));
afterAll(() => rmSync(home, { recursive: true }));

/** @returns the sentence with which the host does not start */
async function refusal(DATA_DIR: string, as: { uid?: number } = {}): Promise<string> {
  const child = spawn(process.execPath, ['src/host.ts'], {
    env: { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR },
    ...as,
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(code).toBe(1);
  expect(out + err).not.toMatch(/\bat (async |file:|\/)|stato 50\d/);
  const [sentence = '', ...others] = (out + err).split('\n').filter((line) => line.includes(' ERROR '));
  expect(others).toEqual([]);
  return sentence;
}

test('a new sandbox starts beside programs that take the processor, however long that takes', async () => {
  const eaters = Array.from({ length: LONG_FAULTS ? 8 : 3 }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  const dataDir = join(home, 'occupato');
  try {
    const house = await portal({ DATA_DIR: dataDir }, ['--import', './tests/doubles/starved.ts']);
    expect((await fetch(`${house.base}/readyz`)).status).toBe(200);
    await house.stop();
    const told = house.log();
    expect(told).toMatch(/ INFO Avvio il portale.* INFO Riempio l’archivio con i dati di prova.* INFO Portale pronto/s);
    expect(told).not.toMatch(/ ERROR |"level":"(error|fatal)"/);
  } finally {
    for (const eater of eaters) eater.kill('SIGKILL');
  }
}, 240_000);

const hasDisks = canMount();
describe.skipIf(!hasDisks)('on a disk of its own (mounting needs root, and is not allowed everywhere)', () => {
  let disk: SmallDisk;
  beforeAll(() => {
    disk = smallDisk(8);
  });
  afterAll(() => disk.remove());

  test('that is full: a new store and one with rows start as soon as there is room, whatever was half done', async () => {
    const dataDir = join(disk.folder, 'dati');
    const isFull = expect.stringMatching(/Il portale non parte: il disco di DATA_DIR \(.*dati\) è pieno: fai spazio/);
    mkdirSync(dataDir);
    disk.fill();
    expect(await refusal(dataDir)).toEqual(isFull);
    disk.free();
    const house = await portal({ DATA_DIR: dataDir });
    await house.stop();
    disk.fill();
    expect(await refusal(dataDir)).toEqual(isFull);
    disk.free();
    await house.start();
    await house.stop();
  }, 60_000);

  test('that is read-only', async () => {
    disk.mountReadOnly();
    const isReadOnly = expect.stringMatching(
      /è in sola lettura: rimontalo in scrittura, e avvia di nuovo il portale\.$/,
    );
    expect(await refusal(join(disk.folder, 'dati'))).toEqual(isReadOnly);
    expect(await refusal(join(disk.folder, 'altri', 'dati'))).toEqual(isReadOnly);
    disk.repair();
  }, 60_000);
});

test('a schema that could be made in part only, for want of room, is none', async () => {
  const dataDir = join(home, 'parte');
  mkdirSync(dataDir);
  const path = join(dataDir, STORE_FILE);
  const file = new DatabaseSync(path);
  // As a process that was killed: another use of a name that the schema needs.
  file.exec('create table kysely_migration (name text primary key, timestamp text not null)');
  file.exec('create table cancellazioni (a)');
  await expect(openStore({ dataDir })).rejects.toThrow('cancellazioni');
  file.exec('drop table cancellazioni');
  file.close();
  await (await openStore({ dataDir })).close();
});

const isRoot = process.getuid?.() === 0;
test.skipIf(!isRoot)('a folder that belongs to another user (only root can start a host as another user)', async () => {
  const dataDir = join(home, 'altrui');
  mkdirSync(dataDir, { mode: 0o755 });
  chmodSync(home, 0o755);
  const NOBODY = 65_534;
  expect(await refusal(dataDir, { uid: NOBODY })).toMatch(/l’utente \w+ non può scrivere in .*altrui \(DATA_DIR\)/);
  chownSync(dataDir, NOBODY, NOBODY);
  await (await openStore({ dataDir })).close();
  expect(await refusal(dataDir, { uid: NOBODY })).toMatch(/l’utente \w+ non può scrivere in .*portale\.sqlite/);
});

test('a file of another program is left as it is', async () => {
  const dataDir = join(home, 'altro');
  mkdirSync(dataDir);
  const path = join(dataDir, STORE_FILE);
  const file = new DatabaseSync(path);
  file.exec('create table clienti (nome text); create table fatture (n integer)');
  file.close();
  copyFileSync(path, join(home, 'prima'));
  expect(await refusal(dataDir)).toMatch(/ci sono i dati di un altro programma \(clienti, fatture\)/);
  expect(readdirSync(dataDir)).toEqual([STORE_FILE]);
  expect(readFileSync(path).equals(readFileSync(join(home, 'prima')))).toBe(true);
});
