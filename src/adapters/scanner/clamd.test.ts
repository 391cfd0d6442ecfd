import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { noScan } from '../../platform/scanner.ts';
import { clamdScan } from './clamd.server.ts';

const EICAR_FILE = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
const AWAY = { code: 'unavailable', message: /antivirus\. Riprova tra poco/ };
const open: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  }
});

/** A real server; `onFile` gets each file that arrived completely, by the rules of INSTREAM, and answers it. */
async function listen(onFile: (file: Buffer, socket: Socket) => void, path?: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const pieces: Buffer[] = [];
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (piece) => {
      pieces.push(piece as Buffer);
      const file = fileIn(Buffer.concat(pieces));
      if (file) onFile(file, socket);
    });
  });
  open.push({ server, sockets });
  await new Promise<void>((done) => server.listen(path ?? { port: 0, host: '127.0.0.1' }, done));
  const address = server.address();
  return typeof address === 'object' && address ? `tcp://127.0.0.1:${address.port}` : `unix:${path}`;
}

function fileIn(sent: Buffer): Buffer | undefined {
  expect(sent.toString('latin1', 0, 10)).toBe('zINSTREAM\0'.slice(0, sent.length));
  const pieces: Buffer[] = [];
  for (let i = 10; i + 4 <= sent.length; ) {
    const length = sent.readUInt32BE(i);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(sent.subarray(i + 4, i + 4 + length));
    i += 4 + length;
  }
  return undefined;
}

const likeClamd = (file: Buffer, socket: Socket) =>
  socket.end(file.includes(EICAR_FILE) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');

describe('clamd', () => {
  it('finds a clean file clean, whole and in chunks', async () => {
    const file = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
    const got: Buffer[] = [];
    const scan = clamdScan(
      await listen((sent, socket) => {
        got.push(sent);
        likeClamd(sent, socket);
      }),
    );
    await expect(scan(file)).resolves.toBe('clean');
    expect(got.map((sent) => sent.equals(file))).toEqual([true]);
  });

  it('names the virus it finds', async () => {
    const scan = clamdScan(await listen(likeClamd));
    await expect(scan(EICAR_FILE)).resolves.toEqual({ virus: 'Eicar-Test-Signature' });
  });

  it('is reached over a unix socket, and an answer in two parts is read as one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clamd-'));
    const slow = (_: Buffer, socket: Socket) =>
      socket.write('stream: ', () => setImmediate(() => socket.write('OK\0')));
    const scan = clamdScan(await listen(slow, join(folder, 'clamd.ctl')));
    await expect(scan(Buffer.from('a'))).resolves.toBe('clean');
    await rm(folder, { recursive: true });
  });

  it.each([
    ['closes before its answer', (_: Buffer, socket: Socket) => socket.end()],
    ['breaks off', (_: Buffer, socket: Socket) => socket.resetAndDestroy()],
    ['breaks off in the middle of its answer', (_: Buffer, socket: Socket) => socket.end('stream: OK')],
    ['answers with an error', (_: Buffer, socket: Socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
    ['answers with garbage', (_: Buffer, socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n\0')],
    ['answers nearly right', (_: Buffer, socket: Socket) => socket.end('stream: OK, no FOUND maybe\0')],
    ['never ends its answer', (_: Buffer, socket: Socket) => socket.write('stream: OK'.repeat(1000))],
  ])('is unavailable when it %s, and the file does not count as clean', async (_, answer) => {
    const scan = clamdScan(await listen(answer));
    await expect(scan(EICAR_FILE)).rejects.toMatchObject(AWAY);
  });

  it('is unavailable when it closes the connection during the file', async () => {
    const url = await listen(likeClamd);
    open[0]?.server.on('connection', (socket) => socket.resetAndDestroy());
    await expect(clamdScan(url)(Buffer.alloc(10 << 20))).rejects.toMatchObject(AWAY);
  });

  it('is unavailable when it does not answer within the time limit', async () => {
    const scan = clamdScan(await listen(() => undefined), 50);
    await expect(scan(EICAR_FILE)).rejects.toMatchObject(AWAY);
  });

  it('is unavailable when it does not run', async () => {
    const url = await listen(likeClamd);
    const [stopped] = open.splice(0);
    await new Promise((done) => stopped?.server.close(done));
    await expect(clamdScan(url)(EICAR_FILE)).rejects.toMatchObject(AWAY);
    await expect(clamdScan('unix:/nowhere/clamd.ctl')(EICAR_FILE)).rejects.toMatchObject(AWAY);
  });

  it('stops the start with an address that it cannot use', () => {
    for (const url of ['http://localhost:3310', 'localhost', 'unix:', '']) expect(() => clamdScan(url)).toThrow();
  });

  it('accepts every file when it is not set', async () => {
    await expect(noScan(EICAR_FILE)).resolves.toBe('clean');
  });
});
