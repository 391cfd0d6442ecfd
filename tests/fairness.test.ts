/** One network that asks for much at once delays itself, and nobody else: shown on a running host, on both engines. */
import { expect, test } from 'vitest';
import { Citizen } from './citizen.ts';
import { type Portal, portal } from './portal.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const FLOOD = 500;
const AVVISO = JSON.stringify({ numero_avviso: '302000000900000109', dominioEC: '80000000010' });

/** Asks as through the portal's own proxy. @returns the status, after the whole answer has come */
async function askFrom(network: string, url: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': network } });
  await answer.arrayBuffer();
  return answer.status;
}

async function showFairness(house: Portal): Promise<void> {
  const citizen = await new Citizen(house.base).arrive();
  const headers = { cookie: citizen.cookies, 'x-xsrf-token': citizen.token, 'content-type': 'application/json' };
  const checked: number[] = [];
  const flood = Array.from({ length: FLOOD }, async () => {
    const init = { method: 'POST', headers, body: AVVISO };
    checked.push(await askFrom('203.0.113.7', `${house.base}/api/v1/payments/pagopa/check`, init));
  });
  const others = [1, 2, 3, 4].map((n) => askFrom(`198.51.100.${n}`, `${house.base}/segnalazione`));
  expect(await Promise.all(others)).toEqual([200, 200, 200, 200]);
  expect(checked.length).toBeLessThan(FLOOD / 2);
  await Promise.all(flood);
  expect(new Set(checked)).toEqual(new Set([404, 429]));
}

test.each(['sqlite', 'postgres'])(
  'four others get their pages before half of five hundred checks of a notice are answered: %s',
  async (engine) => {
    let server: PostgresServer | undefined;
    let house: Portal | undefined;
    try {
      if (engine === 'postgres') server = await startPostgres({ durable: false });
      house = await portal({ TRUST_PROXY: '1', ...(server && { DATABASE_URL: await server.database('folla') }) });
      await showFairness(house);
    } finally {
      await house?.end();
      await server?.stop();
    }
  },
  120_000,
);
