import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { dropSlowBodies } from './slow.ts';

const WITHIN = 400;
const open: { close(): unknown }[] = [];
afterEach(() => open.splice(0).forEach((server) => void server.close()));

test('a body that trickles loses its place', async () => {
  const socket = await sender();
  const drip = setInterval(() => socket.write('x'), 20);
  await closed(socket);
  clearInterval(drip);
  expect(socket.destroyed).toBe(true);
});

test('a body of which no byte arrives loses its place before one that has begun', async () => {
  const [begun, announced] = [await sender(), await sender()];
  begun.write('x'.repeat(20_000));
  const gone: string[] = [];
  begun.once('close', () => gone.push('begun'));
  announced.once('close', () => gone.push('announced'));
  await Promise.all([begun, announced].map(closed));
  expect(gone).toEqual(['announced', 'begun']);
});

test('a slow body that flows is read to its end', async () => {
  const length = 8 * 20_000;
  const socket = await sender(length);
  let left = length;
  const flow = setInterval(() => {
    socket.write('x'.repeat(20_000));
    left -= 20_000;
    if (left <= 0) clearInterval(flow);
  }, WITHIN / 4);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});

/** The request may end the connection with an error: it is over all the same. */
const closed = (socket: Socket) => new Promise((done) => socket.once('close', done));

/** A client that has announced a body and sent nothing of it yet. */
async function sender(length = 1_000_000): Promise<Socket> {
  const server = createServer((req, res) => {
    req.resume();
    req.on('end', () => res.end('ricevuto'));
  }).listen(0, '127.0.0.1');
  dropSlowBodies(server, WITHIN);
  open.push(server);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  const asked = once(server, 'request');
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`);
  await asked;
  return socket;
}
