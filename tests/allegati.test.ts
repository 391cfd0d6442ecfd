/** Files that the built portal is sent: they are read in the thread and decoded in the process that came with the build. */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Citizen } from './citizen.ts';
import { heic, tracesIn } from './heic.ts';
import { type Portal, portal } from './portal.ts';

let house: Portal;
let citizen: Citizen;
beforeAll(async () => {
  house = await portal();
  citizen = await new Citizen(house.base).arrive();
}, 30_000);
beforeEach(() => house.start());
afterAll(() => house.end());

function upload(name: string, bytes: BlobPart) {
  const body = new FormData();
  body.append('file', new File([bytes], name));
  return citizen.request('POST', '/api/v1/generic/documento/upload', { body });
}

test('while a file made to take long is read, the portal answers everybody else', async () => {
  // Objects that hold one another, thousands of packed ones, and names without end.
  const names = Array.from({ length: 1_300_000 }, (_, n) => `/${n.toString(16)}`).join('');
  const crafted = `%PDF-1.4\n${'1 0 obj['.repeat(200)}${names}`;
  let answered = 0;
  let done = false;
  const sent = upload('lungo.pdf', crafted).finally(() => {
    done = true;
  });
  while (!done) {
    expect((await fetch(`${house.local}/healthz`)).status).toBe(200);
    answered += 1;
  }
  expect(await sent).toMatchObject({ status: 422, message: expect.stringMatching(/Non riusciamo a leggere/) });
  expect(answered).toBeGreaterThan(5);
});

test('a photo of a phone is stored without the place where it was taken', async () => {
  const original = heic();
  expect(tracesIn(original).length).toBeGreaterThan(0);
  const { status, data } = await upload('IMG_0001.heic', new Uint8Array(original));
  expect(status).toBe(201);
  const stored = await fetch(`${house.local}/api/v1/portale/allegati/${(data as { Id: string }).Id}`, {
    headers: { cookie: citizen.cookies },
  });
  const bytes = Buffer.from(await stored.arrayBuffer());
  expect([stored.status, bytes.length, tracesIn(bytes)]).toEqual([200, original.length, []]);
});

/** Processes that decode uploaded pictures for the host and are still there, as Linux lists them. */
function startedBy(host: number): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]);
    } catch (error) {
      // Gone since it was listed.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH')
        return 0;
      throw error;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // Another one paints the maps of the demo’s reports.
  const decodes = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('picture-child');
  return pids.filter((pid) => parentOf(pid) === host && decodes(pid)).map(Number);
}

test('a picture that holds up its decoder costs that process only: the next is decoded, and SIGTERM ends the portal meanwhile', async () => {
  const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#06c' } })
    .png()
    .toBuffer();
  const send = () => upload('foto.png', new Uint8Array(png));
  const host = house.pid();
  expect((await send()).status).toBe(201);
  const [decoder = 0, ...others] = startedBy(host);
  expect(others).toEqual([]);

  process.kill(decoder, 'SIGSTOP');
  // Stopped, it has had no processor: its machine is to blame, not the picture.
  expect(await send()).toMatchObject({ status: 503, message: expect.stringMatching(/Attendi un minuto e riprova/) });
  expect((await send()).status).toBe(201);
  const [next = 0, ...more] = startedBy(host);
  expect([next === decoder, more]).toEqual([false, []]);

  process.kill(next, 'SIGSTOP');
  const waiting = send();
  await fetch(`${house.local}/healthz`);
  expect(await house.stop()).toBe(0);
  expect((await waiting).status).toBe(503);
  // The system takes a moment to clear a process that was killed.
  await expect.poll(() => readdirSync('/proc'), { timeout: 10_000 }).not.toContain(String(next));
}, 60_000);

describe('with a bucket for files', () => {
  /** Keeps what is put there, and gives it as each test wants. */
  const objects = new Map<string, Buffer>();
  let give = (answer: ServerResponse, bytes: Buffer): unknown => answer.end(bytes);
  const keep = (answer: ServerResponse): unknown => answer.setHeader('etag', '"x"').end();
  let take = keep;
  /** What a bucket does in the middle of an upload. */
  let breakOff = false;
  const bucket = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '', 'http://bucket');
    const bytes: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      bytes.push(chunk);
      if (breakOff) request.destroy();
    });
    request.on('end', () => {
      const there = objects.get(pathname);
      if (request.method === 'PUT') objects.set(pathname, Buffer.concat(bytes));
      if (request.method === 'PUT') return take(answer);
      if (request.method !== 'GET') return answer.end();
      if (!there) return answer.writeHead(404).end();
      answer.setHeader('content-length', there.length);
      return give(answer, there);
    });
  });
  let outside: Portal;
  let anna: Citizen;
  beforeAll(async () => {
    await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done));
    const { port } = bucket.address() as AddressInfo;
    outside = await portal({ FILES_URL: `http://k:s@127.0.0.1:${port}/portale` });
    anna = await new Citizen(outside.base).arrive();
  }, 60_000);
  afterAll(async () => {
    await outside.end();
    bucket.closeAllConnections();
    bucket.close();
  });

  /** A PDF of ten megabytes, with the bytes that the portal gives back. */
  const big = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10 * 1024 * 1024 - 9, '%\n')]);
  const tryBig = (key: string) => {
    const body = new FormData();
    body.append('file', new File([big], 'grande.pdf'));
    const headers = { 'idempotency-key': key };
    return anna.request('POST', '/api/v1/generic/documento/upload', { body, headers });
  };
  const addressOf = (data: unknown) => `${outside.local}/api/v1/portale/allegati/${(data as { Id: string }).Id}`;
  const sendBig = async (): Promise<string> => {
    const { status, data } = await tryBig(randomUUID());
    expect(status).toBe(201);
    return addressOf(data);
  };
  const fetchIt = (address: string) => fetch(address, { headers: { cookie: anna.cookies } });
  const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  test('a large file is passed on while it comes from the bucket', async () => {
    const address = await sendBig();
    let rest: () => void = () => undefined;
    give = (answer, bytes) => {
      answer.write(bytes.subarray(0, bytes.length / 2));
      rest = () => answer.end(bytes.subarray(bytes.length / 2));
    };
    const answer = await fetchIt(address);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, expect.stringContaining(sum(big))]);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const parts = [(await reader.read()).value as Uint8Array];
    // Half of it has come, the other half has not left the bucket.
    rest();
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
    expect(sum(Buffer.concat(parts))).toBe(sum(big));
  });

  test.each<[what: string, how: () => void]>([
    [
      'breaks off in the middle',
      () => {
        breakOff = true;
      },
    ],
    [
      'fails at the end',
      () => {
        take = (answer) => answer.writeHead(500).end('<Code>InternalError</Code>');
      },
    ],
    [
      'answers like any site',
      () => {
        take = (answer) => answer.end('<html></html>');
      },
    ],
  ])(
    'an upload during which the bucket %s is a 503 in words, and goes through when it is sent again',
    async (_, spoil) => {
      const key = randomUUID();
      spoil();
      const refused = await tryBig(key);
      expect(refused).toMatchObject({
        status: 503,
        message: expect.stringContaining('quello che hai scritto resta qui'),
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      breakOff = false;
      take = keep;
      give = (answer, bytes) => answer.end(bytes);
      const { status, data } = await tryBig(key);
      expect(status).toBe(201);
      expect(sum(Buffer.from(await (await fetchIt(addressOf(data))).arrayBuffer()))).toBe(sum(big));
    },
  );

  test('an upload that the bucket answers late holds up nobody else', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<() => void>();
    take = (answer) => resolve(() => keep(answer));
    const late = tryBig(randomUUID());
    const answerNow = await asked;
    expect((await fetch(`${outside.local}/segnalazione`)).status).toBe(200);
    expect((await anna.get('/api/v1/generic/ente/list/SF310')).status).toBe(200);
    answerNow();
    take = keep;
    expect((await late).status).toBe(201);
  });

  test('a download that the bucket cuts off never ends as a whole file, and the portal goes on', async () => {
    const address = await sendBig();
    for (const spoil of [
      (answer: ServerResponse, bytes: Buffer) =>
        answer.write(bytes.subarray(0, bytes.length / 2), () => answer.destroy()),
      (answer: ServerResponse, bytes: Buffer) => answer.end(Buffer.from(bytes).fill('x', bytes.length - 10)),
    ]) {
      give = spoil;
      const answer = await fetchIt(address);
      const bytes = await answer.arrayBuffer().catch(() => undefined);
      expect([answer.status, bytes]).toEqual([200, undefined]);
    }
    give = (answer, bytes) => answer.end(bytes);
    expect(sum(Buffer.from(await (await fetchIt(address)).arrayBuffer()))).toBe(sum(big));
    expect(outside.log()).toContain('Deposito dei file: errore');
  });
});
