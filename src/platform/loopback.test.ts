import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overLoopback } from './loopback.server.ts';

const publicUrl = 'https://portale.invalid';
const server = createServer((req, res) => res.end(`${req.method} ${req.url} ${req.headers['x-prova']}`));
let fetch: typeof globalThis.fetch;
let elsewhere = '';

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  elsewhere = `http://127.0.0.1:${port}`;
  fetch = overLoopback({ publicUrl, host: '0.0.0.0', port });
});
afterAll(() => void server.close());

const answer = async (url: string | URL) => (await fetch(url, { method: 'POST', headers: { 'x-prova': 'si' } })).text();

test('a call to PUBLIC_URL reaches the portal, under a name that does not resolve', async () => {
  expect(await answer(`${publicUrl}/sandbox/x?y=1`)).toBe('POST /sandbox/x?y=1 si');
  expect(await answer(new URL(`${publicUrl}/a`))).toBe('POST /a si');
});

test('every other call goes to its own address', async () => {
  expect(await answer(`${elsewhere}/b`)).toBe('POST /b si');
  await expect(fetch(`${publicUrl}.altro.invalid/sandbox/x`)).rejects.toThrow('fetch failed');
});
