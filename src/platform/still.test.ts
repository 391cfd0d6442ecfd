import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PUBLIC_CHANGE } from '../store/announce.server.ts';
import { createChanges } from '../store/changes.ts';
import { createStillPages, type StillPages, stillKey } from './still.server.ts';

const HTML = `<!doctype html><title>Servizi</title>${'<p>Uffici</p>'.repeat(200)}`;
const ETAG = 'W/"a"';
const HOME = { route: '/', headers: { 'content-type': 'text/html; charset=utf-8', etag: ETAG } };
const server = createServer((req, res) => {
  if (pages.answer(req, res) === undefined) res.writeHead(204).end();
});
let changes = createChanges();
let at = 1_000_000;
let pages: StillPages;

beforeAll(async () => void (await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))));
afterAll(() => server.close());
beforeEach(() => {
  changes = createChanges();
  changes.hear(true);
  pages = createStillPages({
    follow: (follower) => changes.follow(PUBLIC_CHANGE, follower),
    now: () => at,
    mostBytes: 2_000,
  });
});

type Asked = { path?: string; method?: string; headers?: Record<string, string> };
type Answered = { status: number | undefined; headers: Record<string, string | string[] | undefined>; body: Buffer };

function ask({ path = '/', method = 'GET', headers = {} }: Asked = {}): Promise<Answered> {
  const { port } = server.address() as AddressInfo;
  const all = { host: 'comune.example', 'accept-encoding': 'gzip, br', ...headers };
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, method, headers: all }, async (res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of res) chunks.push(chunk);
      done({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) });
    })
      .on('error', fail)
      .end();
  });
}

/** A page that was asked for before is made once more. */
async function make(path = '/', html = HTML): Promise<void> {
  const key = stillKey('comune.example', path);
  pages.begin(key);
  await pages.begin(key)?.(HOME, html);
}
const MADE = 204;

test('a page that was asked for twice is answered as it was made, in the encoding that the browser takes', async () => {
  expect(pages.begin(stillKey('comune.example', '/'))).toBeUndefined();
  expect((await ask()).status).toBe(MADE);
  await make();
  at += 4_500;
  const brotli = await ask();
  expect(brotli.status).toBe(200);
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    age: '4',
    etag: ETAG,
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(brotli.body).toString()).toBe(HTML);
  const gzip = await ask({ headers: { 'accept-encoding': 'gzip;q=1, br;q=0' } });
  expect(gunzipSync(gzip.body).toString()).toBe(HTML);
  const head = await ask({ method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(brotli.body.length), 0]);
});

test('a browser that has the page is told so without its bytes', async () => {
  await make();
  const { status, headers, body } = await ask({ headers: { 'if-none-match': `"other", ${ETAG}` } });
  expect([status, headers.etag, headers['content-encoding'], body.length]).toEqual([304, ETAG, undefined, 0]);
  expect((await ask({ headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test.each<[string, Asked]>([
  ['comes with a cookie', { headers: { cookie: 'visitatore=x' } }],
  ['comes with an authorization', { headers: { authorization: 'Bearer x' } }],
  ['is for another host', { headers: { host: 'altro.example' } }],
  ['has another query', { path: '/?q=a' }],
  ['sends something', { method: 'POST' }],
  ['takes no compressed answer', { headers: { 'accept-encoding': 'identity' } }],
])('a request that %s has its page made', async (_, asked) => {
  await make();
  expect((await ask(asked)).status).toBe(MADE);
});

test('nothing that was kept outlives ten seconds, a change of what is public, or the news of changes', async () => {
  await make();
  at += 10_001;
  expect((await ask()).status).toBe(MADE);
  await make();
  changes.tell(PUBLIC_CHANGE);
  expect((await ask()).status).toBe(MADE);
  await make();
  changes.hear(false);
  expect((await ask()).status).toBe(MADE);
  await make();
  expect((await ask()).status).toBe(MADE);
  changes.hear(true);
  await make();
  expect((await ask()).status).toBe(200);
});

test('a page that was begun before a change is not kept after it', async () => {
  const key = stillKey('comune.example', '/');
  pages.begin(key);
  const keep = pages.begin(key);
  changes.tell(PUBLIC_CHANGE);
  await keep?.(HOME, HTML);
  expect(keep).toBeDefined();
  expect((await ask()).status).toBe(MADE);
});

test('what was kept longest without being asked for gives its room to others', async () => {
  const random = (seed: number) =>
    Array.from({ length: 400 }, (_, n) => ((seed * 7919 + n * n * 31) % 997).toString(36)).join('');
  for (const n of [1, 2, 3, 4, 5, 6]) await make(`/?n=${n}`, random(n));
  expect((await ask({ path: '/?n=1' })).status).toBe(MADE);
  expect((await ask({ path: '/?n=6' })).status).toBe(200);
});
