/**
 * Nothing acknowledged is ever lost, nothing is there twice: the portal is killed in the middle of sends, again and again.
 * KILLS=50 for the long run.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { firstEnte, reportSenders } from './sends.ts';

const KILLS = Number(process.env.KILLS ?? 4);
const CLIENTS = 32;
const SECRET = 'segreto-delle-prove-di-guasto-di-32-caratteri';

describe.each(['sqlite', 'postgres'] as const)(
  'a portal that is killed with -9 in the middle of sends, on %s',
  (engine) => {
    let server: PostgresServer | undefined;
    let house: Portal;
    let store: PortalStore;

    beforeAll(async () => {
      server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
      const databaseUrl = await server?.database('faults');
      house = await portal({
        PORTAL_SECRET: SECRET,
        LIMITS_FACTOR: '100000',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      });
      store = await openStore({ dataDir: house.dataDir, databaseUrl });
    }, 60_000);

    afterAll(async () => {
      await store.close();
      await house.end();
      await server?.stop();
    });

    test(
      'loses no acknowledged report, message or draft, stores none twice, and sends every mail',
      async () => {
        const ente = await firstEnte(house.base);
        const citizens = reportSenders(store, SECRET, () => house.base);
        let over = false;
        const clients = Array.from({ length: CLIENTS }, () => citizens.send(() => over, ente));
        const acknowledgedMore = (reports: number) => {
          const before = citizens.acknowledged();
          return expect
            .poll(citizens.acknowledged, { timeout: 60_000, interval: 10 })
            .toBeGreaterThanOrEqual(before + reports);
        };
        for (let kill = 0; kill < KILLS; kill++) {
          await acknowledgedMore(randomInt(1, CLIENTS));
          await house.kill();
          await house.start();
        }
        await acknowledgedMore(CLIENTS);
        over = true;
        await Promise.all(clients);

        expect(citizens.acknowledged()).toBeGreaterThan(CLIENTS);
        await citizens.everythingIsThere();
      },
      120_000 + KILLS * 10_000,
    );
  },
);
