/** The Node host as a process: what every answer carries, what it refuses, how it stops. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { processorTime } from '../src/platform/starved.server.ts';
import { CHILD_ENV } from './child-env.ts';
import { Citizen } from './citizen.ts';
import { startSentry } from './doubles/sentry-server.ts';
import { freePort, type Portal, portal } from './portal.ts';

const PRODUCTION = {
  PORTAL_MODE: 'production',
  PUBLIC_URL: 'https://servizi.comune.example',
  PORTAL_SECRET: 'segreto-di-produzione-di-almeno-32-caratteri',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portale@comune.example',
  OIDC_ISSUER: 'https://identita.example',
  OIDC_CLIENT_ID: 'portale',
  OIDC_CLIENT_SECRET: 'segreto',
};

const CHUNKED =
  'POST /login HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\n';

describe('a host behind a proxy that asks under another name', () => {
  let house: Portal;
  beforeAll(async () => {
    house = await portal({ TRUST_PROXY: '1' });
  }, 30_000);
  afterAll(() => house.end());
  const pageFor = (said: string) =>
    raw(house, `GET /segui HTTP/1.1\r\nhost: x\r\nx-forwarded-host: ${said}\r\nconnection: close\r\n\r\n`);

  test('shows the municipality whose name the proxy says', async () => {
    expect(await pageFor('inventato.example, borgosereno.localhost:4321')).toMatch(/ 200 OK.*Comune di Borgosereno/s);
    expect(await pageFor('collelume.localhost, inventato.example')).toMatch(/ 200 OK.*Portale del cittadino/s);
  });

  test.each(['x/y', 'a b', 'x:99999'])('refuses what is no name: %s', async (said) => {
    expect(await pageFor(said)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a running host', () => {
  let house: Portal;
  beforeAll(async () => {
    house = await portal();
  }, 30_000);
  afterAll(() => house.end());

  test.each([
    '/',
    '/segnalazione',
    '/nessuna-pagina',
    '/api/v1/generic/ente',
    '/api/v1/nessuna',
    '/healthz',
    '/robots.txt',
    '/favicon.svg',
    '/segnalazione/',
  ])('every answer carries the security headers: %s', async (path) => {
    const { headers } = await fetch(house.base + path, { redirect: 'manual' });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('search engines are told of the public pages of this host, and each of them is there', async () => {
    const robots = await (await fetch(`${house.base}/robots.txt`)).text();
    const address = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '';
    const told = await (await fetch(house.base + new URL(address).pathname)).text();
    const pages = [...told.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url));
    expect(pages.length).toBeGreaterThan(10);
    for (const { origin, pathname } of pages)
      expect([origin, pathname, (await fetch(house.base + pathname)).status]).toEqual([
        new URL(address).origin,
        pathname,
        200,
      ]);
  });

  test.each(['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-120x120-precomposed.png'])(
    'an icon that a browser asks for by itself gets the one icon, and no page: %s',
    async (path) => {
      const answer = await fetch(house.base + path, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([308, '/favicon.svg', '']);
    },
  );

  test('no directive of the content security policy stands twice, of which the browser would keep the first', async () => {
    const { headers } = await fetch(`${house.base}/segnalazione`);
    const names = (headers.get('content-security-policy') ?? '').split(';').map((d) => d.trim().split(' ')[0]);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(
      expect.arrayContaining([
        'script-src',
        'style-src',
        'form-action',
        'connect-src',
        'img-src',
        'object-src',
        'base-uri',
      ]),
    );
  });

  test.each(['TRACE', 'PUT', 'PATCH', 'OPTIONS'])('a request with the method %s is not answered', async (method) => {
    expect(await raw(house, `${method} / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 501 /,
    );
  });

  test.each([
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nabcd'],
    ['an obscured encoding', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a bare line feed', 'GET / HTTP/1.1\nhost: x\n\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n'],
    ['the same host twice', 'GET / HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n'],
    ['a line feed in what a chunk says of itself', `${CHUNKED}1;a\nb\r\nx\r\n0\r\n\r\n`],
    ['a chunk longer than it says', `${CHUNKED}1;a=b\r\nxy\r\n0\r\n\r\n`],
  ])('a request that two parsers would read differently is refused: %s', async (_what, bytes) => {
    expect(await raw(house, bytes)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each([
    'u:p@127.0.0.1',
    'u@evil.test',
    'x/operatore',
    'x/operatore?',
    'x?',
    'x#',
    'x\\y',
    'x y',
    'x,y',
    'x%2fy',
    '<x>',
    '',
    ':4321',
    'x:',
    'x:99999',
    'x:1:2',
    '999.999.999.999',
    '[::1',
    '[x]',
    '[1:2]',
  ])('a Host that is no name and port is refused on every path, and leaves nothing in the log: %j', async (host) => {
    const before = house.log();
    for (const path of ['/segnalazione/chat/mario.rossi%40posta.example/ID?chiave=KEY', '/', '/foo', '/api/v1/user']) {
      const answer = await raw(house, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*x-content-type-options: nosniff/is);
      expect(answer).not.toContain('<');
    }
    expect(house.log()).toBe(before);
  });

  test.each(['127.0.0.1', 'localhost:4321', 'Servizi.Comune.Example', '[::1]:4321', 'un_nome.example'])(
    'a Host as browsers send it is answered: %s',
    async (host) => {
      expect(await raw(house, `GET /login HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 (200|302) /,
      );
    },
  );

  test('a request that the parser itself refuses is answered with the security headers', async () => {
    const answer = await raw(house, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(
      /^HTTP\/1\.1 431 .*x-content-type-options: nosniff.*content-security-policy: default-src 'none'/s,
    );
  });

  test.each(['/%ff', '/segnalazione?passo=%', '/%'])(
    'an address that is no percent-encoding is answered, and fills no log: %s',
    async (path) => {
      const before = house.log();
      expect(await raw(house, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 [234]\d\d /,
      );
      expect(house.log()).toBe(before);
    },
  );

  test('a caller that never ends its headers is disconnected', async () => {
    const answer = await raw(house, 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ');
    // raw() ends only when the host has closed the connection.
    expect(answer).not.toMatch(/ 200 /);
  }, 20_000);

  test('a request body without a length is refused as soon as it passes the limit', async () => {
    const citizen = await new Citizen(house.base).arrive();
    const chunk = 'x'.repeat(0x8000);
    const head =
      `POST /api/v1/generic/segnalazione/otp HTTP/1.1\r\nhost: x\r\ncookie: ${citizen.cookies}\r\nx-xsrf-token: ${citizen.token}\r\n` +
      'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    expect(await raw(house, head + `8000\r\n${chunk}\r\n`.repeat(3))).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('scripts and styles come compressed as they were at the build, and are kept for a year', async () => {
    const page = await (await fetch(`${house.base}/segnalazione`)).text();
    const names = page.match(/\/_astro\/[\w.-]+\.js/g) ?? [];
    const all = names.map((name) => fetch(house.base + name, { headers: { 'accept-encoding': 'br' } }));
    const files = await Promise.all(all);
    // What fits in one packet anyway stays as it is.
    const large = await Promise.all(files.map(async (file) => (await file.clone().text()).length >= 860));
    expect(large).toContain(true);
    expect(files.map((file) => file.headers.get('content-encoding') === 'br')).toEqual(large);
    for (const file of files) expect(file.headers.get('cache-control')).toContain('immutable');
  });

  test('the worker that keeps a form is asked for anew each time, and may fetch from here alone', async () => {
    const answer = await fetch(`${house.base}/senza-linea.js`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
    const text = await answer.text();
    for (const [, path] of text.matchAll(/"(\/_astro\/[^"]+)"/g))
      expect((await fetch(house.base + path)).status).toBe(200);
    expect(text).not.toMatch(/__[A-Z_]+__/);
  });

  test('a page costs little more compressed than as it is', async () => {
    const costs = new Map<string, number[]>(['identity', 'gzip', 'br'].map((encoding) => [encoding, []]));
    const ask = async (encoding: string) => {
      const answer = await fetch(`${house.base}/segnalazione`, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      await answer.text();
    };
    // The processor time of one host, in turns: what else the machine does lengthens all of them.
    for (let round = 0; round < 6; round++) {
      for (const [encoding, own] of costs) {
        const before = processorTime(house.pid()) ?? Number.NaN;
        for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 20 }, () => ask(encoding)));
        own.push((processorTime(house.pid()) ?? Number.NaN) - before);
      }
    }
    const least = (encoding: string) => Math.min(...(costs.get(encoding) ?? []));
    expect(least('gzip') / least('identity')).toBeLessThan(2.2);
    expect(least('br') / least('identity')).toBeLessThan(2.8);
  }, 120_000);

  test.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/src/host.ts',
    '/_astro/../../server/entry.mjs',
    '/_astro/%2e%2e/server/entry.mjs',
    '/dist/server/entry.mjs',
    '/data/portale.sqlite',
  ])('nothing of the project itself can be fetched: %s', async (path) => {
    expect(await raw(house, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 404 /,
    );
  });

  test('a second process on the same store works beside the first', async () => {
    const second = await portal({ PORT: String(await freePort()), DATA_DIR: house.dataDir });
    const [a, b] = await Promise.all(
      [house, second].map(async ({ base }) => (await fetch(`${base}/api/v1/generic/ente`)).json()),
    );
    expect(a).toEqual(b);
    await second.stop();
  }, 20_000);
});

describe('a host that stops', () => {
  test('answers requests in flight and closes their connections, refuses later ones and exits cleanly', async () => {
    const house = await portal();
    const citizen = await new Citizen(house.base).arrive();
    const body = JSON.stringify({
      percorso: '/segnalazione',
      passo: 'dati',
      valori: { a: 'scritto durante la fermata' },
    });
    const socket = connect(Number(new URL(house.base).port), '127.0.0.1');
    socket.write(
      `POST /api/v1/portale/bozze HTTP/1.1\r\nhost: x\r\ncookie: ${citizen.cookies}\r\nx-xsrf-token: ${citizen.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    );
    await fetch(`${house.base}/healthz`);
    const stopped = house.stop();
    await refused(house.base);
    const answered = once(socket, 'data');
    socket.write(body.slice(20));
    const answer = String((await answered)[0]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    // A proxy would send the next request on it, which may be when the host closes.
    expect(/^connection: (.*)\r$/im.exec(answer)?.[1]).toBe('close');
    expect(await stopped).toBe(0);
    await house.end();
  }, 30_000);

  test('answers on a connection that it has not taken yet when its time to drain is over', async () => {
    const house = await portal({ DRAIN_SECONDS: '1' });
    process.kill(house.pid(), 'SIGTERM');
    await expect.poll(async () => (await fetch(`${house.base}/readyz`)).status).toBe(503);
    // The system completes connections for a process that is too busy to take them, here for all of the time.
    process.kill(house.pid(), 'SIGSTOP');
    const asked = Array.from({ length: 20 }, () => fetch(`${house.base}/segnalazione`).then(({ status }) => status));
    await pause(1_200); // longer than the second in which it drains
    process.kill(house.pid(), 'SIGCONT');
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    expect(await house.stop()).toBe(0);
    await house.end();
  }, 30_000);
});

/** A folder whose store file is no database. */
const FILE = mkdtempSync(join(tmpdir(), 'portale-'));
writeFileSync(join(FILE, 'portale.sqlite'), 'non è un archivio '.repeat(100));

describe('a host does not start', () => {
  afterAll(() => rmSync(FILE, { recursive: true }));

  test.each(['PUBLIC_URL', 'PORTAL_SECRET', 'SMTP_URL', 'MAIL_FROM', 'OIDC_ISSUER', 'OIDC_CLIENT_ID'])(
    'in production without %s, which it names',
    async (name) => {
      const { [name as keyof typeof PRODUCTION]: _left, ...env } = PRODUCTION;
      const { code, output } = await attempt(env);
      expect(code).toBe(1);
      expect(output).toContain(name);
    },
  );

  test('as a sandbox that other machines reach, unless it is asked for', async () => {
    expect(await attempt({ HOST: '0.0.0.0' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('PORTAL_MODE=sandbox'),
    });
    expect(await attempt({ PUBLIC_URL: 'https://servizi.comune.example' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('PORTAL_MODE=sandbox'),
    });
  });

  test.each([
    ['SENTRY_DSN', 'foo'],
    ['SMTP_URL', 'foo'],
    ['SMTP_URL', 'http://mail.example'],
    ['CLAMD_URL', 'foo'],
    ['SECURITY_CONTACT', 'javascript:alert(1)'],
  ])('with %s=%s, which it names', async (name, value) => {
    expect(await attempt({ [name]: value })).toMatchObject({ code: 1, output: expect.stringContaining(name) });
  });

  const { address } = inject('postgres');
  test.each<[what: string, env: Record<string, string>, words: RegExp]>([
    [
      'nothing listens at its address',
      { DATABASE_URL: 'postgres://u:segreta@127.0.0.1:1/x' },
      /nessuno risponde a 127\.0\.0\.1:1 \(DATABASE_URL\)/,
    ],
    ['the database is missing', { DATABASE_URL: `${address}manca` }, /il database manca di DATABASE_URL non esiste/],
    [
      'the password is wrong',
      { DATABASE_URL: address.replace(/:[^:@]+@/, ':segreta@') },
      /rifiuta la password di DATABASE_URL/,
    ],
    [
      'the folder cannot be made',
      { DATA_DIR: join(FILE, 'portale.sqlite', 'dati') },
      /la cartella DATA_DIR .*dati non si può usare \(ENOTDIR\)/,
    ],
    [
      'the file is something else',
      { DATA_DIR: FILE },
      /il file .*portale\.sqlite non è un archivio del portale: spostalo/,
    ],
  ])('on a store that does not open, and tells the cause in one sentence: %s', async (_what, env, words) => {
    const { code, output } = await attempt(env);
    expect(code).toBe(1);
    expect(errorSentences(output)).toEqual([expect.stringMatching(words)]);
    expect(output).not.toMatch(/stato 500|segreta/);
  });

  test('in production without a store, and makes none; a sandbox makes one, and says so', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'portale-')), 'dati');
    const { code, output } = await attempt({ ...PRODUCTION, DATA_DIR: dataDir, DATABSE_URL: 'postgres://x/y' });
    expect(code).toBe(1);
    expect(output).toContain(`Il portale non parte: non c’è un archivio in ${dataDir}/portale.sqlite`);
    expect(output).toContain('npm run data -- create');
    expect(existsSync(dataDir)).toBe(false);
    const sandbox = await portal({ DATA_DIR: dataDir });
    await sandbox.stop();
    const first = sandbox.log();
    await sandbox.start();
    await sandbox.stop();
    expect(first).toContain(`Archivio nuovo: ${dataDir}/portale.sqlite\n`);
    expect(sandbox.log().slice(first.length)).not.toContain('Archivio nuovo');
    rmSync(dirname(dataDir), { recursive: true });
  }, 30_000);

  test('with another PORTAL_SECRET than the store’s, nor replaces it; the new before the old is accepted', async () => {
    const [old, other] = ['vecchio', 'diverso'].map((name) => name.repeat(8)) as [string, string];
    const house = await portal({ PORTAL_SECRET: old });
    const { dataDir: DATA_DIR } = house;
    const { code, output } = await attempt({ DATA_DIR, PORTAL_SECRET: other });
    expect(code).toBe(1);
    expect(errorSentences(output)).toEqual([expect.stringContaining('(PORTAL_SECRET=nuovo,precedente)')]);
    expect(output).not.toMatch(/stato 500|diverso|vecchio|\bat /);
    const second = await portal({ DATA_DIR, PORTAL_SECRET: `${other},${old}` });
    expect(await second.stop()).toBe(0);
    await house.end();
  }, 60_000);

  test('in production with the limits lifted', async () => {
    expect(await attempt({ ...PRODUCTION, LIMITS_FACTOR: '10' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('LIMITS_FACTOR'),
    });
  });

  test('in production on the store of a sandbox, nor the other way round', async () => {
    const sandbox = await portal();
    await sandbox.stop();
    expect(await attempt({ ...PRODUCTION, DATA_DIR: sandbox.dataDir })).toMatchObject({
      code: 1,
      output: expect.stringContaining('sandbox'),
    });
    await sandbox.end();
  }, 30_000);
});

test('in production there is no sandbox, and cookies are for https only', async () => {
  const house = await portal(PRODUCTION);
  const SANDBOX = ['posta', 'idp/.well-known/openid-configuration', 'pagopa', 'pagopa/c/1', 'mooney'];
  for (const path of SANDBOX.map((name) => `/sandbox/${name}`))
    expect((await fetch(house.local + path)).status).toBe(404);
  const { headers } = await fetch(`${house.local}/sanctum/csrf-cookie`);
  const cookies = headers.getSetCookie();
  expect(cookies.find((c) => c.startsWith('__Host-visitatore='))).toMatch(/Path=\/; HttpOnly; SameSite=Lax; Secure/);
  expect(cookies.every((c) => c.includes('Secure') && !c.includes('Domain'))).toBe(true);
  expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8,}; includeSubDomains/);
  const ente = await (await fetch(`${house.local}/api/v1/generic/ente`)).json();
  expect(ente).toEqual({ data: [] });
  await house.end();
}, 20_000);

test('times are reported by route and by operation, never by an address', async () => {
  const sentry = await startSentry();
  const house = await portal({ SENTRY_DSN: sentry.dsn });
  const asked = [
    ['/segnalazione', 'GET /segnalazione'],
    ['/segnalazione/chat/mario.rossi%40posta.example/ID?chiave=KEY', 'GET /segnalazione/chat/{email}/{id}'],
    ['/api/v1/generic/ente', 'listaEnti'],
    ['/api/v1/generic/segnalazione/detail?email=mario.rossi@posta.example&id=ID', 'dettaglioPratica'],
    ['/api/v1/mario.rossi@posta.example', 'api'],
    ['/sanctum/csrf-cookie', 'GET /sanctum/csrf-cookie'],
    ['/mario.rossi@posta.example', 'GET /{…}'],
  ];
  for (const [path] of asked) await (await fetch(house.local + path)).text();
  await house.stop();
  const names = sentry.events('transaction').map(({ transaction }) => transaction);
  expect(names).toEqual(expect.arrayContaining(asked.map(([, name]) => name)));
  expect(names.filter((name) => /unknown|mario/.test(String(name)))).toEqual([]);
  await house.end();
  await sentry.close();
}, 60_000);

async function raw(house: Portal, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(house.local).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(bytes);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    if (/\r\n\r\n/.test(answer)) socket.end();
  });
  await once(socket, 'close');
  return answer;
}

/** Waits until the host refuses connections. */
async function refused(base: string): Promise<void> {
  for (;;) {
    const open = await fetch(`${base}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );
    if (!open) return;
  }
}

const errorSentences = (output: string): string[] =>
  output.split('\n').filter((line) => line.includes(' ERROR Il portale non parte: '));

async function attempt(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['src/host.ts'], {
    env: { ...CHILD_ENV, PORT: String(await freePort()), ...env },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, output: out + err };
}
