/** The running portal in front of a back end: how it starts, what it says of a missing one, and what passes over the wire. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RawServer, rawJson, startRawServer } from './doubles/raw-server.ts';
import { freePort, type Portal, portal } from './portal.ts';

const BORGO = { Id: 'borgo', Nome: 'Comune di Borgo', CodiceFiscale: '80000000000', Categorie: [], Pubbliche: [] };
const OTP = '/api/v1/generic/segnalazione/otp';
const SECRET = 'segreto-della-sessione';

let house: Portal;
let back: RawServer | undefined;
let port: number;
beforeAll(async () => {
  port = await freePort();
  house = await portal({ API_UPSTREAM_URL: `http://127.0.0.1:${port}`, API_UPSTREAM_TIMEOUT_MS: '2000' });
}, 60_000);
afterAll(async () => {
  await house?.end();
  await back?.close();
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(house.local + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('a back end that is not there', () => {
  test('lets the portal start, which says what is missing, stays in service, and asks again once it is there', async () => {
    await back?.close();
    back = undefined;
    expect(await read('/readyz')).toMatchObject({
      status: 200,
      text: 'ok\nManca il sistema a monte (API_UPSTREAM_URL): non risponde.\n',
    });
    const { status, text, headers } = await read('/api/v1/generic/ente');
    expect([status, JSON.parse(text).code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    expect(`${text} ${[...headers].flat().join(' ')}`).not.toContain(String(port));
    expect((await read('/sanctum/csrf-cookie')).status).toBe(503);

    back = await startRawServer((socket) => socket.write(rawJson(200, { data: [BORGO] })), port);
    expect((await read('/readyz')).text).toBe('ok\n');
    expect(JSON.parse((await read('/api/v1/generic/ente')).text)).toEqual({ data: [BORGO] });
  });
});

describe('settings of both modes', () => {
  const URL_ONLY = { API_UPSTREAM_URL: 'http://127.0.0.1:9' };
  test.each<[what: string, env: Record<string, string>, words: string]>([
    ['a mail server', { ...URL_ONLY, SMTP_URL: 'smtp://127.0.0.1:9' }, 'Con API_UPSTREAM_URL non si usano: SMTP_URL.'],
    [
      'a profile alone',
      { API_UPSTREAM_PROFILE: 'profilo.mjs' },
      'Senza API_UPSTREAM_URL non si usano: API_UPSTREAM_PROFILE.',
    ],
    [
      'a profile that is not there',
      { ...URL_ONLY, API_UPSTREAM_PROFILE: '/nessuno/profilo.mjs' },
      'API_UPSTREAM_PROFILE: /nessuno/profilo.mjs non si legge',
    ],
    [
      'an address without https',
      { API_UPSTREAM_URL: 'http://servizi.example' },
      'API_UPSTREAM_URL deve iniziare con https://',
    ],
  ])('%s: the portal does not start, and says why by name', async (_what, env, words) => {
    const started = portal(env).then(
      async (running) => {
        await running.end();
        return 'it started';
      },
      (error: Error) => error.message,
    );
    expect(await started).toContain(words);
  });
});

describe('over the wire', () => {
  const requests = () => back?.requests.map(({ method, path }) => `${method} ${path}`) ?? [];
  beforeEach(async () => {
    back ??= await startRawServer(() => undefined, port);
    // What an earlier request still asked has come by then.
    await read('/readyz');
    back.requests.length = 0;
    back.answer = (socket, { path }) => {
      if (path.startsWith('/api/v1/user')) return void socket.write(rawJson(401, { message: 'Unauthenticated.' }));
      if (path === OTP) return void socket.write(rawJson(201, { data: 'Codice inviato' }));
      if (path.startsWith('/sanctum/'))
        return void socket.write(
          'HTTP/1.1 204 No Content\r\nset-cookie: XSRF-TOKEN=t; Domain=back.example; Path=/api; SameSite=None\r\n' +
            'set-cookie: session=s; HttpOnly; Max-Age=7200\r\nset-cookie: visitatore=evil\r\nserver: back/1.0\r\n\r\n',
        );
      socket.write(rawJson(200, { data: [BORGO] }, 'server: back/1.0', 'x-powered-by: PHP', 'set-cookie: session=s2'));
    };
  });

  test('the cookies of the back end reach the browser as the portal’s own, and no other header does', async () => {
    const { status, headers } = await read('/sanctum/csrf-cookie');
    expect(status).toBe(204);
    const lines = headers.getSetCookie();
    expect(lines).toEqual([
      expect.stringMatching(/^visitatore=(?!evil)[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
      'XSRF-TOKEN=t; Path=/; SameSite=Lax',
      'session=s; Path=/; HttpOnly; SameSite=Lax; Max-Age=7200',
    ]);
    const answer = await read('/api/v1/generic/ente', { cookie: 'session=s' });
    expect(answer.headers.getSetCookie().at(-1)).toBe('session=s2; Path=/; SameSite=Lax');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    for (const name of ['server', 'x-powered-by']) expect([name, answer.headers.get(name)]).toEqual([name, null]);
    expect(`${answer.text} ${[...answer.headers].flat().join(' ')}`).not.toContain(String(port));
  });

  test('a host name that a client invents goes nowhere', async () => {
    const answer = await speak(
      'GET /api/v1/generic/ente HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: evil.example\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
    for (const { lines } of back?.requests ?? []) expect(lines.join('\n')).not.toContain('evil');
  });

  test.each([
    'GET http://evil.example/api/v1/generic/ente HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /api/v1/../../admin HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /api/v1/%2e%2e/admin HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET //evil.example/api/v1/generic/ente HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /api/v1/generic/ente/list/..%2f..%2fadmin HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET \\\\evil.example\\api HTTP/1.1\r\nhost: x\r\n\r\n',
  ])('%j asks the back end for nothing but its calls', async (bytes) => {
    expect(await speak(bytes)).not.toMatch(/evil\.example\/|admin/);
    expect(requests().filter((line) => line !== 'GET /api/v1/generic/ente')).toEqual([]);
  });

  const HEAD =
    `POST ${OTP} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
    `cookie: XSRF-TOKEN=t; session=${SECRET}\r\nx-xsrf-token: t\r\n`;
  const BODY = '{"email":"anna@esempio.it"}';
  const SMUGGLED = 'GET /api/v1/generic/ente?smuggled=1 HTTP/1.1\r\nhost: x\r\n\r\n';
  const LENGTH = `content-length: ${BODY.length}\r\n`;
  const CHUNK = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

  test.each([
    ['a length', `${HEAD}${LENGTH}\r\n${BODY}`],
    ['chunks', `${HEAD}transfer-encoding: chunked\r\n\r\n${CHUNK}`],
  ])('a send with %s goes there in a frame of the portal’s own', async (_what, bytes) => {
    expect(await speak(bytes)).toMatch(/^HTTP\/1\.1 201 /);
    const sent = back?.requests.at(-1);
    expect(requests()).toEqual(['GET /api/v1/user', `POST ${OTP}`]);
    expect(sent?.headers).toMatchObject({ 'content-length': String(sent?.body.length), 'x-xsrf-token': 't' });
    expect(JSON.parse(String(sent?.body))).toMatchObject({ email: 'anna@esempio.it' });
  });

  test.each([
    ['both lengths', `${HEAD}${LENGTH}transfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['both lengths, the other way round', `${HEAD}transfer-encoding: chunked\r\n${LENGTH}\r\n0\r\n\r\n${SMUGGLED}`],
    ['two lengths', `${HEAD}${LENGTH}content-length: 0\r\n\r\n${SMUGGLED}`],
    ['a folded line', `${HEAD}x: a\r\n transfer-encoding: chunked\r\n${LENGTH}\r\n${SMUGGLED}`],
    ['a blank before the colon', `${HEAD}transfer-encoding : chunked\r\n${LENGTH}\r\n0\r\n\r\n${SMUGGLED}`],
    ['another coding', `${HEAD}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['a chunk of no size', `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n${SMUGGLED}`],
    ['a chunk of a huge size', `${HEAD}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n${SMUGGLED}`],
    [
      'a chunk that is longer than its size',
      `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n${BODY}\r\n0\r\n\r\n${SMUGGLED}`,
    ],
    ['bare line feeds', `${HEAD.replaceAll('\r\n', '\n')}transfer-encoding: chunked\n${LENGTH}\n0\n\n${SMUGGLED}`],
  ])('a send with %s reaches nobody, and smuggles nothing', async (_what, bytes) => {
    expect(await speak(bytes)).not.toMatch(/^HTTP\/1\.1 2/);
    expect(requests().filter((line) => line.includes('smuggled') || line.startsWith('POST'))).toEqual([]);
  });

  // After all of them.
  afterAll(() => {
    // The log holds no cookie, no address of a citizen and no error of ours.
    expect(house.log()).not.toMatch(new RegExp(`${SECRET}|anna@|esempio|"level":"fatal"|TypeError`));
  });
});

/** Sends these bytes, and says goodbye. @returns what comes back until the portal closes */
function speak(bytes: string): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(house.local).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', () => socket.destroy());
    socket.once('close', () => done(answer));
    socket.write(bytes);
    socket.setTimeout(10_000, () => socket.destroy());
  });
}
