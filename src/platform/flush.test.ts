import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { flushingCompression } from './flush.ts';

test('bytes that a page has written reach the browser before the page ends', async () => {
  let finish: () => void = () => undefined;
  const compress = flushingCompression();
  const server = createServer((req, res) => {
    compress(req, res, () => {
      res.setHeader('content-type', 'text/html');
      res.write('<p>prima parte</p>'.repeat(200));
      finish = () => res.end('<p>ultima parte</p>');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const [answer] = (await once(get({ port, headers: { 'accept-encoding': 'br' } }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(answer, 'data');
  expect(answer.headers['content-encoding']).toBe('br');

  finish();
  await once(answer, 'end');
  expect(brotliDecompressSync(Buffer.concat(chunks)).toString()).toMatch(/prima parte.*ultima parte/s);
  server.close();
});
