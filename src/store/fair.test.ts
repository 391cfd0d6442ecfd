import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBoth } from '../../tests/rig.ts';
import { duringRequest } from '../platform/monitoring/request.server.ts';

onBoth('the store', (rig) => {
  /** One transaction of two statements, as a request of that network. */
  const ask = (network: string, told: string[]) =>
    duringRequest({ id: network, network }, () =>
      rig.house.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await sql`select 1`.execute(tx);
        told.push(network);
      }),
    );

  test('serves four other networks before most of five hundred requests of one that came before them', async () => {
    const told: string[] = [];
    const flood = Array.from({ length: 500 }, () => ask('203.0.113.7', told));
    await Promise.all(['a', 'b', 'c', 'd'].map((network) => ask(network, told)));
    expect(told.filter((network) => network === '203.0.113.7').length).toBeLessThan(250);
    await Promise.all(flood);
    expect(told).toHaveLength(504);
  });

  test('serves its own work in its turn, and lends again what a failed transaction held', async () => {
    const told: string[] = [];
    const flood = Array.from({ length: 100 }, () =>
      duringRequest({ id: 'x', network: '203.0.113.7' }, () =>
        rig.house.db.transaction().execute(async (tx) => {
          await sql`select 1`.execute(tx);
          told.push('failed');
          throw new Error('no');
        }),
      ).catch(() => undefined),
    );
    await sql`select 1`.execute(rig.house.db);
    expect(told.length).toBeLessThan(50);
    await Promise.all(flood);
    await ask('a', told);
    expect(told.at(-1)).toBe('a');
  });
});
