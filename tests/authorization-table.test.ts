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
      const expected = outcomesOf(row);
      const [done, refused] = [true, false].map((isDone) =>
        actors.filter((actor) => expected[actor].startsWith('2') === isDone),
      ) as [ActorName[], ActorName[]];
      const outcomes: Partial<Record<ActorName, string>> = {};
      const ask = async (actor: ActorName) => {
        await forgetAttempts();
        outcomes[actor] = await m.ask(actor, operation, fields?.(m, actor) ?? {});
      };
      await rebuild();
      let before = await contents();
      for (const actor of refused) await ask(actor);
      expect([refused, (await contents()) === before]).toEqual([refused, true]);
      for (const actor of done) {
        await ask(actor);
        const unchanged = (await contents()) === before;
        // Nothing to take away is done as well, and shows in nothing but what is still there.
        if (outcomes[actor] === '204' && unchanged) outcomes[actor] = '204 nothing';
        if (unchanged || actor === done.at(-1)) continue;
        await rebuild();
        before = await contents();
      }
      expect(outcomes).toEqual(expected);
    },
  );

  const forgetAttempts = () => rig.house.db.deleteFrom('limiti').execute();

  /** The store without what counts attempts. */
  async function contents(): Promise<string> {
    await forgetAttempts();
    return rig.dump();
  }
});
