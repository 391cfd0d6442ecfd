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

test('what is addressed to the portal reaches it, under a name that nobody can look up', async () => {
  expect(await answer(`${publicUrl}/sandbox/x?y=1`)).toBe('POST /sandbox/x?y=1 si');
  expect(await answer(new URL(`${publicUrl}/a`))).toBe('POST /a si');
});

test('everything else goes where it is addressed', async () => {
  expect(await answer(`${elsewhere}/b`)).toBe('POST /b si');
  await expect(fetch(`${publicUrl}.altro.invalid/sandbox/x`)).rejects.toThrow('fetch failed');
});
