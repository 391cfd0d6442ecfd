/** What the portal calls outside: real servers answer, over a real network stack. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createPlainServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { callOutside, type OutsideCall, OutsideError } from './outside.server.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) (server as Server).closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((done) => server.once('listening', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const ask = (url: string, { networks = LOOPBACK, ...over }: Partial<OutsideCall> & { networks?: string[] } = {}) =>
  callOutside({ method: 'GET', url, maxBytes: 1_000, maxMs: 5_000, ...over }, networks);

describe('an address that is reached', () => {
  test('gets what is sent, and its answer is read', async () => {
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      response.writeHead(201, { 'x-one': 'two' }).end(`${request.method} ${request.headers['x-mine']} ${body}`);
    });
    const answer = await ask(url, { method: 'POST', headers: { 'x-mine': 'yes' }, body: 'àè' });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-one': 'two' } });
    expect(answer.body.toString()).toBe('POST yes àè');
  });

  test('may answer with a redirect, which is not followed', async () => {
    let calls = 0;
    const url = await serve((_, response) => {
      calls++;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect([(await ask(url)).status, calls]).toEqual([302, 1]);
  });

  test('that answers without an end or not at all is given up', async () => {
    const endless = await serve((_, response) => {
      const more = setInterval(() => response.write('x'.repeat(400)), 1);
      response.on('close', () => clearInterval(more));
    });
    await expect(ask(endless)).rejects.toThrow('più lunga di 1000 byte');
    const silent = await serve(() => {});
    await expect(ask(silent, { maxMs: 50 })).rejects.toThrow('Nessuna risposta in 0 secondi.');
    const cut = createPlainServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    servers.push(cut);
    await new Promise((done) => cut.once('listening', done));
    await expect(ask(`http://127.0.0.1:${(cut.address() as AddressInfo).port}/`)).rejects.toThrow('interrotto');
    await expect(ask('http://127.0.0.1:1/')).rejects.toThrow('Nessuno risponde');
    await expect(ask('https://nobody.invalid/')).rejects.toThrow('non si trova');
  });
});

describe('an address that is not reached', () => {
  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://2130706433',
    'http://0x7f.1',
    'http://0.0.0.0',
    'http://10.0.0.1',
    'http://172.16.3.4',
    'http://192.168.1.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://[64:ff9b::7f00:1]',
  ])('%s is in a network that no setting allows', async (origin) => {
    let calls = 0;
    const { port } = new URL(await serve(() => calls++));
    await expect(ask(`${origin}:${port}/`, { networks: [], plain: true })).rejects.toThrow(
      'che il portale non può raggiungere',
    );
    expect(calls).toBe(0);
  });

  test('is one without encryption, unless it is allowed or what is sent is no secret', async () => {
    await expect(ask('http://192.0.2.1/', { networks: LOOPBACK })).rejects.toThrow(
      'che il portale non può raggiungere',
    );
    await expect(ask('http://8.8.8.8/', { networks: LOOPBACK })).rejects.toThrow('che il portale non può raggiungere');
  });

  test.each(['ftp://example.org/', 'file:///etc/passwd', 'https://name:word@example.org/', 'example.org', ''])(
    '«%s» is none of the web',
    async (url) => {
      await expect(ask(url)).rejects.toThrow(OutsideError);
    },
  );
});
