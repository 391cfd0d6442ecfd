/** Request bodies at their limit, of the worst shapes: the running portal refuses them in words, and answers other callers meanwhile. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCREEN_ROWS } from '../src/routes.ts';
import { Citizen } from './citizen.ts';
import { type Portal, portal } from './portal.ts';
import { screenAddress } from './screen-address.ts';

let house: Portal;
let citizen: Citizen;
beforeAll(async () => {
  house = await portal();
  citizen = await new Citizen(house.base).arrive();
  // These pages are in memory then, as in a portal that has run for a while.
  await Promise.all(['/login', '/segnalazione'].map((path) => fetch(house.local + path)));
}, 30_000);
afterAll(() => house.end());

const KB = 1024;
const MB = 1024 * KB;
const PAGE = '/login';
const PAGE_WITH_FILE = '/segnalazione?passo=dati';
const UPLOAD = '/api/v1/generic/documento/upload';
const CALL = '/api/v1/generic/segnalazione/otp';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const BOUNDARY = '----prova-di-un-confine-lungo';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const head = (more = '') => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"${more}\r\n`;
const FILE = '; filename="a.pdf"';
const END = `\r\n--${BOUNDARY}--\r\n`;

/** @returns the unit, repeated as often as the size allows */
const full = (size: number, unit: string) => unit.repeat(Math.floor(size / unit.length));
const keys = (size: number) => `{${Array.from({ length: Math.floor(size / 12) }, (_, i) => `"${i}":1`).join()}}`;
const parts = (size: number, more?: string) => full(size, `${head(more)}\r\n\r\n`) + END.slice(2);
const ended = (size: number) => `${head(`; filename="--${BOUNDARY}--"`)}\r\n\r\n${parts(size, FILE)}`;
const one = (size: number, more?: string) => `${head(more)}\r\n${full(size, 'x')}${END}`;
const heads = (size: number) => `${head()}${full(size, 'x: y\r\n')}\r\n1${END}`;

/** The requests and their answers. Sizes are just below the limit, or as far above it as a sender likes. */
const SHAPES: [what: string, path: string, type: string, body: () => string, status: number][] = [
  ['names without a value, at the limit', PAGE, FORM, () => full(64 * KB, 'a&'), 422],
  ['names without a value, far beyond it', PAGE, FORM, () => full(10 * MB, 'a&'), 413],
  ['one long value', PAGE_WITH_FILE, FORM, () => `oggetto=${full(63 * KB, 'x')}`, 419],
  ['JSON', PAGE, JSON_TYPE, () => keys(64 * KB), 415],
  ['JSON, as large as a file', PAGE, JSON_TYPE, () => keys(10 * MB), 415],
  ['JSON, as large as a file', PAGE_WITH_FILE, JSON_TYPE, () => keys(10 * MB), 415],
  ['a file where none is asked for', PAGE, MULTIPART, () => one(10 * MB, FILE), 415],
  ['a file', PAGE_WITH_FILE, MULTIPART, () => one(10 * MB, FILE), 419],
  ['a text as large as a file', PAGE_WITH_FILE, MULTIPART, () => one(10 * MB), 413],
  ['parts without content', PAGE_WITH_FILE, MULTIPART, () => parts(10 * MB), 422],
  ['files without content', PAGE_WITH_FILE, MULTIPART, () => parts(10 * MB, FILE), 422],
  ['parts behind a mark of the end within a head', PAGE_WITH_FILE, MULTIPART, () => ended(10 * MB), 422],
  ['a head without end', PAGE_WITH_FILE, MULTIPART, () => heads(10 * MB), 422],
  ['names without a value, at the limit', UPLOAD, FORM, () => full(64 * KB, 'a&'), 422],
  ['names without a value, as large as a file', UPLOAD, FORM, () => full(10 * MB, 'a&'), 413],
  ['JSON', UPLOAD, JSON_TYPE, () => keys(64 * KB), 422],
  ['JSON, as large as a file', UPLOAD, JSON_TYPE, () => keys(10 * MB), 413],
  ['a text as large as a file', UPLOAD, MULTIPART, () => one(10 * MB), 413],
  ['files without content', UPLOAD, MULTIPART, () => parts(10 * MB, FILE), 422],
  ['a head without end', UPLOAD, MULTIPART, () => heads(10 * MB), 422],
  ['names without a value, at the limit', CALL, FORM, () => full(64 * KB, 'a&'), 422],
  ['JSON', CALL, JSON_TYPE, () => keys(64 * KB), 422],
];

/** SOON: how much longer another caller may wait than this machine makes them wait anyway, in ms. TRIES: how often the machine may be busy. */
const SOON = 200;
const TRIES = 16;

test.each(SHAPES)(
  '%s, sent to %s as %s, holds up no other caller',
  async (_what, path, type, body, status) => {
    const bytes = Buffer.from(body());
    const waits: number[] = [];
    while (waits.length < TRIES && !waits.some((wait) => wait <= SOON)) {
      // How long others wait while nothing is sent.
      const usual = (await meanwhile(pause(SOON))).wait;
      const { answer, wait } = await meanwhile(post(path, type, bytes));
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      waits.push(wait - usual);
    }
    expect(Math.min(...waits)).toBeLessThanOrEqual(SOON);
  },
  60_000,
);

test.each([PAGE, PAGE_WITH_FILE, UPLOAD])(
  'a request body without a length is cut off as soon as it passes the limit: %s',
  async (path) => {
    const piece = full(64 * KB, 'a&');
    const chunks = `10000\r\n${piece}\r\n`.repeat(160);
    expect(await post(path, FORM, Buffer.from(`${chunks}0\r\n\r\n`), true)).toMatch(/^HTTP\/1\.1 413 /);
  },
);

/** @returns the result of `begun`, and the longest answer time of `/healthz` until then */
async function meanwhile<T>(begun: Promise<T>): Promise<{ answer: T; wait: number }> {
  let over = false;
  const done = begun.finally(() => {
    over = true;
  });
  let wait = 0;
  do {
    const began = performance.now();
    expect((await fetch(`${house.local}/healthz`)).status).toBe(200);
    wait = Math.max(wait, performance.now() - began);
  } while (!over);
  return { answer: await done, wait };
}

/** Sends the bytes even when the request is refused before its end. @returns head of the answer */
async function post(path: string, type: string, bytes: Buffer, chunked = false): Promise<string> {
  const socket = connect(Number(new URL(house.local).port), '127.0.0.1');
  // The portal may hang up before everything is sent; the answer it gave until then counts.
  const closed = new Promise((done) => socket.once('error', () => socket.destroy()).once('close', done));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    if (answer.includes('\r\n\r\n')) socket.destroy();
  });
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${bytes.length}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${new URL(house.base).host}\r\ncookie: ${citizen.cookies}\r\n` +
      `x-xsrf-token: ${citizen.token}\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`,
  );
  socket.write(bytes);
  await closed;
  return answer;
}

test.each(SCREEN_ROWS.filter(({ form }) => form).map((screen) => [screen.path, screen] as const))(
  'a form that no page of the portal sends is refused: %s',
  async (path, { form }) => {
    const address = screenAddress(path);
    const sent = async (type: string, body: string) =>
      Number((await post(address, type, Buffer.from(body))).slice(9, 12));
    const typed = await sent(FORM, '_token=x');
    // Behind a login, or at an unknown path, the body is not read.
    const closed = [302, 303, 404].includes(typed);
    expect([path, await sent(JSON_TYPE, '{}')]).toEqual([path, closed ? typed : 415]);
    const inParts = await sent(MULTIPART, one(1));
    expect([path, inParts]).toEqual([path, closed || form === 'file' ? typed : 415]);
  },
);

test('forms sent from one network have a limit: 429 with the wait in words, what was typed stays, and one may still log out', async () => {
  const limited = await portal({ TRUST_PROXY: '1' });
  const from = (network: string) => ({ 'content-type': FORM, 'x-forwarded-for': network });
  const anna = new Citizen(limited.base);
  const send = (path: string, network = '203.0.113.9') =>
    anna.request('POST', path, { headers: from(network), body: 'oggetto=Buca+in+via+Roma&_azione=avanti' });
  for (let sent = 0; sent < 600; sent += 20) {
    const some = await Promise.all(Array.from({ length: 20 }, () => send('/login')));
    expect(new Set(some.map(({ status }) => status))).toEqual(new Set([419]));
  }
  const over = await send('/segnalazione?passo=dati');
  expect(over.status).toBe(429);
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(String(over.data)).toMatch(/Hai fatto troppi tentativi\. Riprova tra/);
  expect(String(over.data)).toContain('Buca in via Roma');
  expect((await send('/segnalazione?passo=dati', '203.0.113.10')).status).toBe(419);
  expect((await send('/logout')).status).toBe(303);
  const warnings = limited.log().match(/.*limite raggiunto.*/g);
  expect(warnings).toEqual([expect.stringContaining('"limit":"pagine:rete"')]);
  await limited.end();
}, 60_000);
