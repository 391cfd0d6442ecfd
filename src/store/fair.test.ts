import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { onBoth } from '../../tests/rig.ts';
import { duringRequest } from '../platform/monitoring/request.server.ts';

const FLOODING = '203.0.113.7';
/** More than there are connections, and far fewer than the flood has transactions. */
const FLOODED_FIRST = 30;

onBoth('the store', (rig) => {
  /** One transaction of two statements, as a request of that network. @param work done between them */
  const ask = (network: string, work: () => Promise<void> | void = () => undefined) =>
    duringRequest({ id: network, network }, () =>
      rig.house.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await work();
        await sql`select 1`.execute(tx);
      }),
    );

  /** Transactions of one network that, but for the first, keep their connections until `others` are served: who comes after them waits for ever. */
  function flood(times: number, others: Promise<unknown>, end: () => void = () => undefined) {
    let begun = 0;
    return Array.from({ length: times }, () =>
      ask(FLOODING, async () => {
        if (++begun > FLOODED_FIRST) await others;
        end();
      }),
    );
  }

  test('serves four other networks before most of five hundred requests of one that came before them', async () => {
    const served = Promise.withResolvers<void>();
    const flooding = flood(500, served.promise);
    await Promise.all(['a', 'b', 'c', 'd'].map((network) => ask(network)));
    served.resolve();
    await Promise.all(flooding);
  });

  test('serves its own work in its turn, and lends again what a failed transaction held', async () => {
    const served = Promise.withResolvers<void>();
    const flooding = flood(100, served.promise, () => {
      throw new Error('no');
    });
    const ended = Promise.allSettled(flooding);
    await sql`select 1`.execute(rig.house.db);
    served.resolve();
    expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['rejected']));
    await ask('a');
  });

  test('ends work that waits for itself, and goes on', async ({ skip }) => {
    skip(rig.house.dialect === 'postgres', 'PostgreSQL has more connections than one');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const inside = rig.house.db.transaction().execute(() => sql`select 1`.execute(rig.house.db));
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      vi.advanceTimersByTime(30_000);
      await expect(inside).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      vi.useRealTimers();
    }
    await ask('a');
  });
});
