import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dropWorker } from '../../../tests/doubles/drop-worker.ts';
import { protocolServer } from '../../../tests/doubles/protocol-server.ts';
import { startProviderServer } from '../../../tests/doubles/provider-server.ts';
import { localS3, settingsOf } from '../../../tests/s3.ts';
import { callOutside } from '../../platform/outside.server.ts';
import { ProtocolError } from '../../platform/protocol.ts';
import { readProtocolDrop } from '../../platform/protocol-settings.ts';
import { dropProtocol, SEGNATURA_FILE } from './drop.server.ts';
import { bucketPlace, type DropPlace, folderPlace } from './drop-places.server.ts';
import {
  DOCUMENT_BYTES,
  PROTOCOL_KEY,
  PROTOCOL_NOW,
  protocolContract,
  protocolRequest,
  sha256Hex,
} from './protocol.contract-test.ts';
import { restProtocol } from './rest.server.ts';

const now = () => PROTOCOL_NOW;
const LOOPBACK = ['127.0.0.0/8'];
const rest = (networks = LOOPBACK) => restProtocol({ call: (asked) => callOutside(asked, networks), now });

protocolContract('an address', async () => {
  const system = await protocolServer();
  const place = { ente: 'borgo', indirizzo: `${system.url}/`, key: PROTOCOL_KEY };
  return {
    port: rest(),
    place,
    conduct: system.conduct,
    work: async () => undefined,
    seen: async ({ documenti }) => documenti.map(({ sha256 }) => sha256).filter((sha256) => system.has(sha256)),
    end: system.close,
  };
});

const s3 = localS3();
let prefixes = 0;

const DROPS = {
  'a folder': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portale-protocollo-'));
    const list = async (path: string) => readdir(join(folder, path)).catch(() => []);
    return { place: folderPlace(folder), list, end: () => rm(folder, { recursive: true }) };
  },
  'a bucket': async () => {
    const prefix = `protocollo${prefixes++}`;
    const settings = settingsOf(s3.address.replace(/prova$/, prefix));
    const { key: accessKeyId, secret: secretAccessKey } = settings;
    const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' });
    const list = async (path: string) => {
      const { origin, pathname } = new URL(settings.url);
      const [, bucket = ''] = pathname.split('/');
      const whole = `${prefix}/${path}/`;
      const answer = await client.fetch(`${origin}/${bucket}?prefix=${encodeURIComponent(whole)}`);
      const found = [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) =>
        key.slice(whole.length),
      );
      return [...new Set(found.map((name) => name.split('/')[0] ?? ''))];
    };
    return { place: bucketPlace(settings), list, end: async () => undefined };
  },
};

for (const [name, open] of Object.entries(DROPS))
  protocolContract(name, async () => {
    const { place, list, end } = await open();
    let isAway = false;
    const watched: DropPlace = {
      put: async (...given) => (isAway ? Promise.reject(new Error('away')) : place.put(...given)),
      read: async (path) => (isAway ? Promise.reject(new Error('away')) : place.read(path)),
    };
    const worker = dropWorker({ place, list, ente: 'borgo', now });
    return {
      port: dropProtocol(watched, { now }),
      place: { ente: 'borgo', indirizzo: '', key: PROTOCOL_KEY },
      conduct: async (how) => {
        isAway = how === 'is away';
        worker.conduct = how;
      },
      work: worker.work,
      seen: (request) => worker.seen(request.id),
      end,
    };
  });

describe('a protocol at an address', () => {
  const asked = protocolRequest('uno');
  const placeAt = (indirizzo: string) => ({ ente: 'borgo', indirizzo, key: PROTOCOL_KEY });

  test('gets what is registered as JSON, with the key as a header', async () => {
    const server = await startProviderServer();
    onTestFinished(server.close);
    server.answer = () => Response.json({ id: 'uno', numero: 4711, data: '2026-11-20', anno: 2026 }, { status: 201 });
    expect(await rest().register(placeAt(server.url), asked)).toEqual({ numero: '4711', data: '2026-11-20' });
    const [call] = server.calls;
    expect(call?.line).toBe('POST /registrazioni');
    expect(call?.headers.authorization).toBe(`Bearer ${PROTOCOL_KEY}`);
    expect(JSON.parse(call?.body ?? '')).toEqual(asked);
  });

  test.each([
    ['a day that is still to come', { numero: '1', data: '2026-11-21' }],
    ['a year that is not that of the day', { numero: '1', data: '2026-11-20', anno: 2025 }],
    ['no number', { numero: ' ', data: '2026-11-20' }],
    ['no day', { numero: '1' }],
    ['a number that is too long', { numero: '1'.repeat(61), data: '2026-11-20' }],
  ])('whose answer has %s is not believed', async (_, answer) => {
    const server = await startProviderServer();
    onTestFinished(server.close);
    server.answer = () => Response.json({ id: 'uno', ...answer });
    await expect(rest().register(placeAt(server.url), asked)).rejects.toMatchObject({ why: 'wrong' });
  });

  test.each(['reset', 'endless', 'elsewhere', 'unavailable'] as const)(
    'that fails (%s) is asked again',
    async (fault) => {
      const server = await startProviderServer();
      onTestFinished(server.close);
      server.fault = fault;
      server.elsewhere = 'http://127.0.0.1:9/';
      await expect(rest().register(placeAt(server.url), asked)).rejects.toMatchObject({ why: 'away' });
    },
  );

  test('that does not know the key says so to the administrator, and nothing is given up', async () => {
    const server = await startProviderServer();
    onTestFinished(server.close);
    server.answer = () => new Response(null, { status: 401 });
    const error = await rest()
      .register(placeAt(server.url), asked)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ why: 'away', message: expect.stringContaining('non accetta la chiave') });
  });

  test('in a private network is reached only where the settings allow it', async () => {
    const server = await startProviderServer();
    onTestFinished(server.close);
    await expect(rest([]).register(placeAt(server.url), asked)).rejects.toMatchObject({ why: 'away' });
    expect(server.calls).toEqual([]);
  });
});

describe('a protocol that takes files', () => {
  const folderOf = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portale-protocollo-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };

  test('finds the documents under safe names, and the XML after all of them', async () => {
    const folder = await folderOf();
    const port = dropProtocol(folderPlace(folder), { now });
    const request = protocolRequest('uno', {
      documenti: [
        {
          nome: 'pratica.pdf',
          tipo: 'application/pdf',
          sha256: sha256Hex(DOCUMENT_BYTES[0] as Buffer),
          dimensione: 19,
        },
        {
          nome: '../../è mia/..\\x.pdf',
          tipo: 'application/pdf',
          sha256: sha256Hex(DOCUMENT_BYTES[1] as Buffer),
          dimensione: 14,
        },
      ],
    });
    const there = async () => (await readdir(join(folder, 'borgo/da-protocollare/uno'))).sort();
    const place = { ente: 'borgo', indirizzo: '', key: PROTOCOL_KEY };
    await port.handOver(place, request, { n: 0, bytes: DOCUMENT_BYTES[0] as Buffer });
    expect(await there()).toEqual(['1-pratica.pdf']);
    await port.handOver(place, request, { n: 1, bytes: DOCUMENT_BYTES[1] as Buffer });
    expect(await there()).toEqual(['1-pratica.pdf', '2-_.._e_mia_.._x.pdf', SEGNATURA_FILE].sort());
    expect(await readdir(folder)).toEqual(['borgo']);
  });

  test('whose folder cannot be written is away', async () => {
    const folder = await folderOf();
    await writeFile(join(folder, 'borgo'), 'not a folder');
    const port = dropProtocol(folderPlace(folder), { now });
    const place = { ente: 'borgo', indirizzo: '', key: PROTOCOL_KEY };
    const handed = port.handOver(place, protocolRequest('uno'), { n: 0, bytes: DOCUMENT_BYTES[0] as Buffer });
    await expect(handed).rejects.toMatchObject({ why: 'away' });
  });

  test('is set as a folder or as a bucket, and a wrong setting does not show its secret', () => {
    expect(readProtocolDrop({})).toBeUndefined();
    expect(readProtocolDrop({ PROTOCOL_DROP: '/srv/protocollo/' })).toEqual({ folder: '/srv/protocollo' });
    expect(readProtocolDrop({ PROTOCOL_DROP: 'https://k:s@s3.example/b/p?region=eu' })).toMatchObject({
      bucket: { url: 'https://s3.example/b/p/', key: 'k', secret: 's', region: 'eu' },
    });
    for (const wrong of ['protocollo', 'ftp://k:s3gr3t0@host/b', 'https://k:s3gr3t0@host/'])
      expect(() => readProtocolDrop({ PROTOCOL_DROP: wrong })).toThrow(/^PROTOCOL_DROP (?!.*s3gr3t0)/);
  });
});
