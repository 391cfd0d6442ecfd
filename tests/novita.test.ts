/** Two hosts on one PostgreSQL: what is written at one is told at once to a reader at the other. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Citizen, segnalazione } from './citizen.ts';
import { type Portal, portal } from './portal.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from './smtp.ts';

const EMAIL = 'anna@esempio.it';
const OTP = '/api/v1/generic/segnalazione/otp';
const NEWS = '/api/v1/portale/pratiche/novita';

let server: PostgresServer;
let mailboxes: SmtpMailboxes;
let houses: [Portal, Portal];
let id: string;

beforeAll(async () => {
  server = await startPostgres({ durable: false });
  mailboxes = await startMailboxes();
  const settings = {
    DATABASE_URL: await server.database('due_host'),
    PORTAL_SECRET: 'segreto-di-prova-lungo-almeno-32-caratteri',
    SMTP_URL: mailboxes.url,
    LIMITS_FACTOR: '1000',
    ACCESS_LOG: '1',
    DATABASE_TIMEOUT: '2',
  };
  houses = [await portal(settings), await portal(settings)];
  const citizen = await new Citizen(houses[0].base).arrive();
  await citizen.post(OTP, { email: EMAIL });
  const otp = /^\d{6}$/m.exec((await mailboxes.mailTo(EMAIL, /codice/)).text)?.[0];
  await citizen.post(OTP, { email: EMAIL, otp });
  const sent = await citizen.post('/api/v1/generic/segnalazione/new', segnalazione('borgosereno', EMAIL));
  ({ id } = sent.data as { id: string });
}, 90_000);
beforeEach(async () => {
  for (const house of houses) await house.start();
});
afterAll(async () => {
  for (const house of houses ?? []) await house.end();
  await mailboxes?.close();
  await server?.stop();
}, 60_000);

/** A reader of the case at a host. @property ended how the stream ended: in order, or broken off */
async function follow(house: Portal, email = EMAIL) {
  const leaving = new AbortController();
  const answer = await fetch(`${house.local}${NEWS}?${new URLSearchParams({ id, email })}`, { signal: leaving.signal });
  const news = { answer, text: '', ended: '', events: () => news.text.split('data: 1').length - 1, leaving };
  const read = async () => {
    const parts = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await parts?.read(); part && !part.done; part = await parts?.read()) news.text += part.value;
  };
  void read().then(
    () => (news.ended = 'in order'),
    () => (news.ended = 'broken'),
  );
  return news;
}

/** Tries until the host tells of changes. */
async function followOnceItHears(house: Portal) {
  let news = await follow(house);
  await expect
    .poll(
      async () => {
        if (news.ended) news = await follow(house);
        return news.events();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  return news;
}

async function write(house: Portal, words: string): Promise<void> {
  const citizen = await new Citizen(house.base).arrive();
  const reply = await citizen.post('/api/v1/generic/segnalazione/commento', { id, email: EMAIL, testo: words });
  expect(reply.status).toBe(201);
}

test('a message that is sent at one host wakes the reader at the other, uncompressed and unbuffered', async () => {
  const news = await followOnceItHears(houses[1]);
  const { headers } = news.answer;
  expect([headers.get('content-type'), headers.get('content-encoding'), headers.get('x-accel-buffering')]).toEqual([
    'text/event-stream',
    null,
    'no',
  ]);
  expect(headers.get('cache-control')).toContain('no-store');
  await write(houses[0], 'Il lampione è ancora spento.');
  await expect.poll(news.events).toBe(2);
  // Nothing of the case is in it.
  expect(news.text.replaceAll(/retry: 1000\n|data: 1\n\n|:\n\n/g, '')).toBe('');
  news.leaving.abort();
  // A reader who leaves is no failure.
  const line = expect.objectContaining({ operation: 'novitaPratica', status: 200 });
  const lines = () =>
    houses[1]
      .log()
      .split('\n')
      .filter((text) => text.startsWith('{'))
      .map((text) => JSON.parse(text));
  await expect.poll(lines).toContainEqual(line);
});

test('those who may not read the case are told nothing of it', async () => {
  const { answer } = await follow(houses[1], 'bruno@esempio.it');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
});

test('a request for the headers alone opens no stream', async () => {
  const url = `${houses[1].local}${NEWS}?${new URLSearchParams({ id, email: EMAIL })}`;
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
});

test('after PostgreSQL was restarted readers are told again, those of before having been sent away', async () => {
  const before = await followOnceItHears(houses[1]);
  await server.restart();
  await expect.poll(() => before.ended, { timeout: 10_000 }).toBe('in order');
  const after = await followOnceItHears(houses[1]);
  await expect.poll(async () => (await fetch(`${houses[0].local}/readyz`)).status, { timeout: 20_000 }).toBe(200);
  await write(houses[0], 'E adesso anche quello accanto.');
  await expect.poll(after.events).toBe(2);
  after.leaving.abort();
}, 60_000);

test('a host that stops ends its streams in order, and waits for none of them', async () => {
  const news = await followOnceItHears(houses[1]);
  expect(await houses[1].stop()).toBe(0);
  await expect.poll(() => news.ended).toBe('in order');
  expect(houses[1].log()).not.toContain('Fermata forzata');
}, 30_000);
