/** Clients that occupy the portal on purpose, or say of themselves what is not so: others are served meanwhile, and the lie has no effect. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Citizen } from './citizen.ts';
import { pdfText } from './files.ts';
import { type Portal, portal } from './portal.ts';

let house: Portal;
let citizen: Citizen;
/** A script of a page. */
let largeFile: string;
beforeAll(async () => {
  house = await portal({ LIMITS_FACTOR: '1000' });
  citizen = await new Citizen(house.base).arrive();
  const page = await (await fetch(`${house.base}/segnalazione`)).text();
  largeFile = /"(\/_astro\/client\.[^"]+\.js)"/.exec(page)?.[1] ?? '';
  expect((await fetch(house.base + largeFile)).status).toBe(200);
});
afterAll(() => house.end());

const UPLOAD = '/api/v1/generic/documento/upload';
const CALL = '/api/v1/generic/segnalazione/otp';

/** Head of a post by a browser that the portal knows. */
const head = (path: string, ...lines: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'host: x', `cookie: ${citizen.cookies}`, `x-xsrf-token: ${citizen.token}`, ...lines].join(
    '\r\n',
  );
const MULTIPART = 'content-type: multipart/form-data; boundary=confine';

/** What each client begins with, and what it adds once a second. */
const SLOW_WAYS: Record<string, { first(): string; more?: string; deaf?: boolean }> = {
  'connects and says nothing': { first: () => '' },
  'never ends its headers': { first: () => 'GET / HTTP/1.1\r\nhost: x\r\n', more: 'x: y\r\n' },
  'announces 10 MB and sends nothing': {
    first: () => `${head(UPLOAD, MULTIPART, 'content-length: 10485760')}\r\n\r\n`,
  },
  'sends a body without end, byte by byte': {
    first: () => `${head(UPLOAD, MULTIPART, 'transfer-encoding: chunked')}\r\n\r\n`,
    more: '1\r\nx\r\n',
  },
  // As many as fill what the kernel keeps of a connection; a page would cost the portal work as well.
  'asks for files and reads none': {
    first: () => `GET ${largeFile} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(40),
    deaf: true,
  },
};
const EACH = 100;

/** Asks with a connection of its own, as others come: what is asked here is whether they get one. @returns the status */
function askAnew(
  path: string,
  { method = 'GET', headers = {}, body = '' }: AnewCall = {},
): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const call = request(house.local + path, { agent: false, method, headers }, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode));
    });
    call.on('error', failed).end(body);
  });
}
type AnewCall = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array };

test('five hundred slow clients at once keep no other caller from being served, take up no room for files, and are disconnected', async () => {
  const open = new Set<Socket>();
  const dripping: NodeJS.Timeout[] = [];
  const ways = Object.values(SLOW_WAYS).flatMap((way) => Array<typeof way>(EACH).fill(way));
  await Promise.all(
    ways.map(
      ({ first, more, deaf }) =>
        new Promise<void>((connected) => {
          // One that goes on sending does not close its side when the portal closes its own; it learns by sending that nobody reads.
          const place = { port: Number(new URL(house.local).port), host: '127.0.0.1', allowHalfOpen: Boolean(more) };
          const socket = connect(place, () => {
            open.add(socket);
            socket.write(first());
            connected();
          });
          if (deaf) socket.pause();
          else socket.resume();
          // Being disconnected, in whichever way, is what the portal should do.
          socket.on('error', () => socket.destroy());
          socket.once('close', () => open.delete(socket));
          if (more) dripping.push(setInterval(() => socket.writable && socket.write(more), 1000));
        }),
    ),
  );
  expect(open.size).toBe(ways.length);
  for (let round = 0; round < 5; round++) {
    for (const path of ['/segnalazione', '/readyz']) expect(await askAnew(path)).toBe(200);
    const form = new FormData();
    form.set('file', new File([pdfText(`% ${'x'.repeat(1_000_000)}`)], 'prova.pdf', { type: 'application/pdf' }));
    const sent = new Response(form);
    const headers = {
      cookie: citizen.cookies,
      'x-xsrf-token': citizen.token,
      'content-type': sent.headers.get('content-type') ?? '',
    };
    expect(await askAnew(UPLOAD, { method: 'POST', headers, body: await sent.bytes() })).toBe(201);
  }
  // One that does not read notices its end only when it does.
  const deaf = () => [...open].filter((socket) => socket.isPaused()).length;
  await expect.poll(() => open.size - deaf(), { timeout: 90_000, interval: 500 }).toBe(0);
  for (const socket of open) socket.resume();
  await expect.poll(() => open.size, { timeout: 90_000, interval: 500 }).toBe(0);
  dripping.forEach(clearInterval);
  expect(house.log()).not.toMatch(/"level":"(error|fatal)"/);
}, 240_000);

/** @returns status of the answer; undefined when the connection was closed without one */
function statusOf(bytes: string | Buffer): Promise<number | undefined> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(house.local).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.once('close', () => done(answer ? Number(answer.slice(9, 12)) : undefined));
    socket.end(bytes);
  });
}

// Unpacked it would be beyond the limit of a body, and refused as such.
test('a compressed body is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 ** 2, ' '));
  const said = `${head(CALL, 'content-type: application/json', 'content-encoding: gzip', `content-length: ${bomb.length}`)}\r\n\r\n`;
  expect(await statusOf(Buffer.concat([Buffer.from(said), bomb]))).toBe(422);
});

test.each<[what: string, lines: string[], body: string, status: number | undefined]>([
  ['a length below what comes', ['content-length: 2'], '{}GET /sandbox/posta HTTP/1.1\r\nhost: x\r\n\r\n', 422],
  ['a length beyond what comes', ['content-length: 500'], '{}', 400],
  ['a negative length', ['content-length: -1'], '{}', 400],
  ['a length that is no number', ['content-length: 0x10'], '{}', 400],
  ['a length of two numbers', ['content-length: 2, 3'], '{}', 400],
  ['another type than the body has', ['content-length: 5'], 'a=b&c', 422],
])('a header that lies has no effect: %s', async (_what, lines, body, status) => {
  const before = house.log();
  expect(await statusOf(`${head(CALL, 'content-type: application/json', ...lines)}\r\n\r\n${body}`)).toBe(status);
  expect(house.log()).toBe(before);
});

test('what a caller says of another host or path is not believed', async () => {
  const EVIL = 'altrove.example';
  const lies = {
    'x-forwarded-host': EVIL,
    'x-forwarded-proto': 'https',
    forwarded: `host=${EVIL}`,
    'x-original-url': '/sandbox/posta',
    'x-rewrite-url': '/sandbox/posta',
    'x-http-method-override': 'DELETE',
  };
  for (const path of ['/segnalazione', '/segnalazione/', '/operatore', '/sanctum/csrf-cookie']) {
    const [plain, lied] = await Promise.all(
      [{}, lies].map((headers) => fetch(house.base + path, { headers, redirect: 'manual' })),
    );
    expect([lied?.status, lied?.headers.get('location')]).toEqual([plain?.status, plain?.headers.get('location')]);
    expect(await lied?.text()).not.toContain(EVIL);
  }
});
