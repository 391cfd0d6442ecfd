import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { houseOn, type Rig } from '../../../tests/rig.ts';
import { listAll, localS3, settingsOf, withBadS3 } from '../../../tests/s3.ts';
import { type FilesPort, type KeptFile, type NewFile, readWhole } from '../../platform/files.ts';
import { faultCounts } from '../../platform/monitoring/faults.server.ts';
import { silentMetrics } from '../../platform/monitoring/metrics.ts';
import { watchedFiles } from '../../platform/monitoring/outside.server.ts';
import { s3Files } from './s3.server.ts';
import { storeFiles } from './store.server.ts';

const s3 = localS3();
const AWAY = { code: 'unavailable', status: 503, message: expect.stringMatching(/non sono raggiungibili/) };

const newFile = (bytes: Buffer = randomBytes(1_300_000)): NewFile => ({
  id: randomBytes(12).toString('hex'),
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const keptOf = ({ id, bytes, sha256 }: NewFile, deposito: string | null): KeptFile => ({
  id,
  sha256,
  deposito,
  dimensione: bytes.length,
});

describe.each(['sqlite', 'postgres', 's3'] as const)('a place for files (%s)', (kind) => {
  let rig: Rig | undefined;
  let files: FilesPort;
  beforeAll(async () => {
    rig = kind === 's3' ? undefined : await houseOn(kind);
    files = rig ? storeFiles(rig.house.db) : s3.files();
  });
  afterAll(() => rig?.close());

  /** As an upload does it: the bytes first, then the row with what belongs to it. */
  const keep = async (file: NewFile): Promise<KeptFile> => {
    const put = await files.put(file);
    if (!rig) return keptOf(file, put.deposito);
    await rig.house.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('allegati')
        .values({
          id: file.id,
          proprietario: 'v',
          pratica: null,
          evento: null,
          nome: 'a.pdf',
          tipo: 'pdf',
          creato: 1,
          dimensione: file.bytes.length,
          sha256: file.sha256,
          nota: null,
          categoria: null,
          miniatura: 0,
          bozza: null,
          nascosto: null,
          rete: null,
          deposito: put.deposito,
        })
        .execute();
      await put.withRow(tx);
    });
    return keptOf(file, put.deposito);
  };

  test('gives back every byte, and says how many there are', async () => {
    for (const file of [newFile(), newFile(Buffer.from('x')), newFile(randomBytes(512 * 1024))]) {
      const kept = await keep(file);
      expect((await readWhole(files, kept))?.equals(file.bytes)).toBe(true);
      expect(await files.size(kept)).toBe(file.bytes.length);
    }
  });

  test('has nothing of a file that was never put there', async () => {
    const kept = keptOf(newFile(), kind === 's3' ? 'A'.repeat(24) : null);
    expect([await files.read(kept), await files.size(kept)]).toEqual([undefined, undefined]);
  });

  test('does not give bytes that are not those of the row as the file', async () => {
    const kept = await keep(newFile());
    await expect(readWhole(files, { ...kept, sha256: newFile().sha256 })).rejects.toMatchObject(AWAY);
    await expect(readWhole(files, { ...kept, dimensione: kept.dimensione + 1 })).rejects.toMatchObject(AWAY);
  });
});

describe('objects in a bucket', () => {
  test('never get a name twice, and are listed page by page without those of others', async () => {
    const [here, there] = [s3.files('pagine', 2), s3.files('pagine-di-altri')];
    const file = newFile();
    const names = await Promise.all([1, 2, 3, 4, 5].map(async () => (await here.put(file)).deposito));
    await there.put(file);
    // Of another program, between the names of ours.
    await s3.write('pagine/A & <B>', 'x');
    await s3.write('pagine/zz', 'x');
    expect(new Set(names).size).toBe(5);
    const listed = await listAll(here);
    expect(listed.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const { written } of listed) expect(Math.abs(written - Date.now())).toBeLessThan(60 * 60_000);
  });

  test('are gone once removed, and removing one that is gone is no error', async () => {
    const files = s3.files('tolti');
    const file = newFile();
    const { deposito } = await files.put(file);
    await files.remove(deposito ?? '');
    await files.remove(deposito ?? '');
    expect(await files.size(keptOf(file, deposito))).toBeUndefined();
  });

  test('a wrong secret and a bucket that is not there are told as what they are', async () => {
    const wrong = s3Files(settingsOf(s3.address.replace(':S3RVER@', ':altro@')));
    await expect(wrong.put(newFile())).rejects.toMatchObject({
      ...AWAY,
      cause: { message: 'S3: PUT answered 403 SignatureDoesNotMatch' },
    });
    const nowhere = s3Files(settingsOf(s3.address.replace('/portale/', '/altrove/')));
    const calls = [
      () => nowhere.put(newFile()),
      () => nowhere.read(keptOf(newFile(), 'A'.repeat(24))),
      () => listAll(nowhere),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({
        ...AWAY,
        cause: { message: expect.stringContaining('NoSuchBucket') },
      });
  });

  test('are sent with their signed SHA-256, and encrypted by the server unless the address says no', async () => {
    const seen: unknown[] = [];
    const file = newFile(Buffer.from('abc'));
    await withBadS3(
      (request, answer) => {
        const { authorization = '', ...headers } = request.headers;
        seen.push(headers['x-amz-content-sha256'], headers['x-amz-server-side-encryption'], headers['content-length']);
        seen.push(/SignedHeaders=(\S+),/.exec(authorization)?.[1]);
        request.resume().on('end', () => answer.setHeader('etag', '"x"').end());
      },
      (files) => files.put(file),
    );
    const signed = 'host;x-amz-content-sha256;x-amz-date;x-amz-server-side-encryption';
    expect(seen).toEqual([file.sha256, 'AES256', '3', signed]);
    expect(settingsOf(`${s3.address}?encryption=none`).encrypted).toBe(false);
  });
});

describe('a server that fails', () => {
  const file = newFile(randomBytes(200_000));
  const kept = keptOf(file, 'B'.repeat(24));
  const length = { 'content-length': kept.dimensione };

  test.each([
    [
      'answers 500',
      (_q: unknown, a: import('node:http').ServerResponse) => a.writeHead(500).end('<Code>InternalError</Code>'),
    ],
    ['leads elsewhere', (_q, a) => a.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
    ['says yes as any site would', (_q, a) => a.end('<html></html>')],
    ['breaks off before its answer', (_q, a) => a.destroy()],
    ['does not answer', () => undefined],
  ] as [string, import('node:http').RequestListener][])(
    'an upload is refused in words when it %s',
    async (_, answer) => {
      await withBadS3(answer, (files) => expect(files.put(file)).rejects.toMatchObject(AWAY), 300);
    },
  );

  test.each([
    ['sends other bytes', (_q, a) => a.writeHead(200, length).end(randomBytes(kept.dimensione))],
    ['sends a page instead', (_q, a) => a.writeHead(200).end('<html></html>')],
    [
      'breaks off in the middle',
      (_q, a) => a.writeHead(200, length).write(file.bytes.subarray(0, 100_000), () => a.destroy()),
    ],
    ['stops in the middle', (_q, a) => void a.writeHead(200, length).write(file.bytes.subarray(0, 100_000))],
  ] as [string, import('node:http').RequestListener][])(
    'a download never ends as a whole file when it %s',
    async (_, answer) => {
      await withBadS3(answer, (files) => expect(readWhole(files, kept)).rejects.toMatchObject(AWAY), 300);
    },
  );

  test('a busy server is asked again', async () => {
    let asked = 0;
    await withBadS3(
      (request, answer) => {
        asked += 1;
        request.resume().on('end', () => answer.writeHead(asked < 3 ? 503 : 200, { etag: '"x"' }).end());
      },
      (files) => files.put(file),
    );
    expect(asked).toBe(3);
  });

  test('a list that is none deletes nothing by mistake: it is an error', async () => {
    await withBadS3(
      (_, answer) => answer.end('<html></html>'),
      (files) => expect(listAll(files)).rejects.toMatchObject(AWAY),
    );
  });

  test('its calls are counted by result, and a download that breaks off counts as failed', async () => {
    const results: string[] = [];
    const metrics = {
      ...silentMetrics,
      outside: (system: string, result: string) => void results.push(`${system} ${result}`),
    };
    const before = faultCounts.get('files') ?? 0;
    await withBadS3(
      (_, answer) => answer.writeHead(200, length).write(file.bytes.subarray(0, 100_000), () => answer.destroy()),
      async (files) => {
        await expect(readWhole(watchedFiles(files, metrics), kept)).rejects.toMatchObject(AWAY);
      },
    );
    expect(results).toEqual(['files ok', 'files failed']);
    expect((faultCounts.get('files') ?? 0) - before).toBe(1);
  });
});
