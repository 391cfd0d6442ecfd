import { beforeAll, expect, test } from 'vitest';
import { apiOperations } from '../src/api.ts';
import { AUTHORIZATION_TABLE, outcomesOf } from './authorization-table.ts';
import { onSqlite } from './rig.ts';
import { ACTOR_NAMES, type ActorName, buildTown, prepareEnte, type Town } from './town.ts';

const actors = Object.keys(ACTOR_NAMES) as ActorName[];

test('every operation has its row in the authorization table', () => {
  const rows = new Set<string>(AUTHORIZATION_TABLE.map(({ operation }) => operation));
  expect(Object.keys(apiOperations).filter((name) => !rows.has(name))).toEqual([]);
});

// Of both engines SQLite has one connection: an operation that asks for a second inside its own transaction ends only here.
onSqlite('the authorization table', (rig) => {
  let m: Town;
  let rebuild: () => Promise<void>;
  beforeAll(async () => {
    await prepareEnte(rig);
    m = await buildTown(rig);
    rebuild = await rig.keep();
  });

  test.each(AUTHORIZATION_TABLE.map((row) => [[row.operation, row.what].filter(Boolean).join(': '), row] as const))(
    '%s is done for exactly those whom the table names, and a refusal changes nothing',
    async (_name, row) => {
      const { operation, fields } = row;
      await rebuild();
      let before = await contents();
      const outcomes: Partial<Record<ActorName, string>> = {};
      for (const actor of actors) {
        const outcome = await m.ask(actor, operation, fields?.(m, actor) ?? {});
        const after = await contents();
        const unchanged = after === before;
        // Nothing to take away is done as well, and shows in nothing but what is still there.
        outcomes[actor] = outcome === '204' && unchanged ? '204 nothing' : outcome;
        if (!outcome.startsWith('2')) expect([actor, outcome, unchanged]).toEqual([actor, outcome, true]);
        if (unchanged || actor === actors.at(-1)) continue;
        await rebuild();
        before = await contents();
      }
      expect(outcomes).toEqual(outcomesOf(row));
    },
  );

  /** The store without what counts attempts. */
  async function contents(): Promise<string> {
    await rig.house.db.deleteFrom('limiti').execute();
    return rig.dump();
  }
});
