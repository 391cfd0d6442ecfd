/** Changes of cases are told to every host once they are committed, by PostgreSQL and within an SQLite process. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Wire, wire } from '../../tests/doubles/wire.ts';
import { houseOn, onBoth, type Rig } from '../../tests/rig.ts';
import { announceChange } from './announce.server.ts';
import { type CaseChanges, createChanges } from './changes.ts';
import { listenForChanges } from './listen.server.ts';
import { openStore } from './open.server.ts';

/** Notes what is told of a case. */
function noteChanges(changes: CaseChanges, pratica: string) {
  const noted = { changed: 0, lost: 0, follows: false };
  noted.follows =
    changes.follow(pratica, { changed: () => void noted.changed++, lost: () => void noted.lost++ }) !== undefined;
  return noted;
}

onBoth('what a store tells of changes', (rig) => {
  test('a change is told when it is committed and not before; one that was rolled back never', async () => {
    const store = await openStore(rig.place);
    const { changes, stop } = store.listen();
    await expect.poll(() => noteChanges(changes, 'altra').follows).toBe(true);
    const noted = noteChanges(changes, 'p1');
    const failing = store.db.transaction().execute(async (tx) => {
      await announceChange(tx, 'p1');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await store.db.transaction().execute(async (tx) => {
      await announceChange(tx, 'p1');
      await announceChange(tx, 'p1');
      await tx.selectFrom('portale').select('chiave').execute();
      expect(noted.changed).toBe(0);
    });
    await expect.poll(() => noted.changed).toBe(1);
    await announceChange(store.db, 'p1');
    await expect.poll(() => noted.changed).toBe(2);

    await stop();
    expect(noted.lost).toBe(1);
    await store.close();
  });
});

describe('listening to PostgreSQL', () => {
  let rig: Rig;
  let cable: Wire;
  const stops: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    rig = await houseOn('postgres');
    cable = await wire(rig.place.databaseUrl as string);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await cable.close();
    await rig.close();
  });
  const listen = (options: { db?: Rig['house']['db']; echo?: number; aliveEvery?: number } = {}) => {
    const changes = createChanges();
    const { stop } = listenForChanges(changes, { url: cable.url, db: rig.house.db, answer: 1000, ...options });
    stops.push(stop);
    return changes;
  };
  const hears = (changes: CaseChanges) =>
    expect.poll(() => noteChanges(changes, randomBytes(4).toString('hex')).follows, { timeout: 15_000 }).toBe(true);

  test('a connection that is ended from outside loses its followers, and another takes its place', async () => {
    const changes = listen();
    await hears(changes);
    const before = noteChanges(changes, 'p1');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`.execute(rig.house.db);
    await expect.poll(() => before.lost).toBe(1);
    await hears(changes);
    const after = noteChanges(changes, 'p1');
    await announceChange(rig.house.db, 'p1');
    await expect.poll(() => after.changed).toBe(1);
    expect(before.changed).toBe(0);
  });

  test('a connection on which nothing passes any more is noticed', async () => {
    const changes = listen({ aliveEvery: 50 });
    await hears(changes);
    const before = noteChanges(changes, 'p1');
    cable.cut('old');
    await expect.poll(() => before.lost, { timeout: 15_000 }).toBe(1);
    await hears(changes);
  }, 20_000);

  test('where announcements do not come back nobody is made to wait for them, and one line says so', async () => {
    const lines: string[] = [];
    const said = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    // As a pooler that has another connection listen than the one to which it answers.
    const other = await houseOn('postgres');
    const changes = listen({ db: other.house.db, echo: 100 });
    await expect.poll(() => lines.filter((line) => line.includes('PgBouncer'))).toHaveLength(1);
    expect(noteChanges(changes, 'p1').follows).toBe(false);
    await expect.poll(() => cable.open()).toBe(0);
    said.mockRestore();
    await other.close();
  });
});
