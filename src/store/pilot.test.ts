import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { makePilot } from '../../tests/pilot.ts';
import { callerOf, onBothAlone, sendSegnalazione } from '../../tests/rig.ts';
import { readCatalog } from './catalog.server.ts';
import { STORE_MIGRATIONS } from './migrate.server.ts';
import { openStore } from './open.server.ts';
import { PILOT_STEPS } from './pilot.server.ts';

onBothAlone('a store of a pilot', (rig) => {
  const open = async () => {
    const store = await openStore(rig.place);
    await store.close();
    return store.migrated;
  };
  const readNames = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(rig.house.db);
    return rows.map(({ name }) => name);
  };
  const readCases = () => rig.house.db.selectFrom('pratiche').selectAll().execute();
  afterEach(async () => {
    await sql`drop view if exists ritorni`.execute(rig.house.db);
    if ((await readNames()).length === PILOT_STEPS.length) await open();
  });

  test('that has all its steps goes on with the schema of the first release, once, and with all its rows', async () => {
    const catalog = await readCatalog(rig.house);
    await sendSegnalazione(callerOf(rig));
    const cases = await readCases();
    await makePilot(rig.house);
    expect(await open()).toEqual(Object.keys(STORE_MIGRATIONS));
    expect(await readNames()).toEqual(Object.keys(STORE_MIGRATIONS));
    expect(await readCatalog(rig.house)).toEqual(catalog);
    expect(await readCases()).toEqual(cases);
    expect(await open()).toEqual([]);
  });

  test('stays what it is when its last step does not succeed, and goes on at the next start', async () => {
    await makePilot(rig.house);
    await sql`create view ritorni as select tornato from pagamenti`.execute(rig.house.db);
    await expect(open()).rejects.toThrow('tornato');
    expect(await readNames()).toEqual(PILOT_STEPS);
    await sql`drop view ritorni`.execute(rig.house.db);
    expect(await open()).toEqual(Object.keys(STORE_MIGRATIONS));
  });

  test.each([
    ['the last', PILOT_STEPS.slice(0, -1)],
    ['all but the first', PILOT_STEPS.slice(0, 1)],
  ])('that lacks steps (%s) is refused with what to do, and stays as it is', async (_which, steps) => {
    await makePilot(rig.house, steps);
    await expect(open()).rejects.toThrow(
      /è rimasto a metà: apri l’archivio una volta con l’ultima versione prima della 1\.0\.0, che lo completa\.$/,
    );
    expect(await readNames()).toEqual(steps);
    // As the other steps would have left it.
    await sql`delete from kysely_migration`.execute(rig.house.db);
    await sql`insert into kysely_migration (name, timestamp) values ${sql.join(PILOT_STEPS.map((name, n) => sql`(${name}, ${String(n)})`))}`.execute(
      rig.house.db,
    );
    await open();
  });
});
