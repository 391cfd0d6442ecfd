/** A local S3 server with one bucket, for as long as a test file runs; and one that answers late, wrong or not at all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3Server from '@20minutes/s3rver';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll } from 'vitest';
import { s3Files } from '../src/adapters/files/s3.server.ts';
import { storeFiles } from '../src/adapters/files/store.server.ts';
import { filesOf, type ObjectFiles, type StoredObject } from '../src/platform/files.ts';
import { type FilesSettings, readFiles } from '../src/platform/files-settings.ts';
import type { Rig } from './rig.ts';

/** Of the server below: key, and secret. */
const CREDENTIALS = 'S3RVER:S3RVER';

export type LocalS3 = {
  /** Value of FILES_URL */
  address: string;
  /** A place of its own in the bucket */
  files(prefix?: string, pageSize?: number): ObjectFiles;
  /** An object of another program */
  write(key: string, text: string): Promise<void>;
};

/** Starts before the tests of the file and ends after them. */
export function localS3(): LocalS3 {
  const server = {} as LocalS3;
  const folder = mkdtempSync(join(tmpdir(), 'portale-s3-'));
  let s3: S3Server | undefined;
  beforeAll(async () => {
    s3 = new S3Server({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'portale', configs: [] }],
    });
    const { port } = await s3.run();
    server.address = `http://${CREDENTIALS}@127.0.0.1:${port}/portale/prova`;
    server.write = async (key, body) => {
      const [accessKeyId = '', secretAccessKey = ''] = CREDENTIALS.split(':');
      const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' });
      const url = `http://127.0.0.1:${port}/portale/${encodeURI(key)}`;
      const answer = await client.fetch(url, { method: 'PUT', body });
      if (!answer.ok) throw new Error(`not written: ${answer.status}`);
    };
    server.files = (prefix = 'prova', pageSize = 1000) =>
      s3Files(settingsOf(server.address.replace(/prova$/, prefix)), { pageSize });
  });
  afterAll(async () => {
    await s3?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return server;
}

export function settingsOf(address: string): FilesSettings {
  const settings = readFiles({ FILES_URL: address });
  if (!settings) throw new Error('no FILES_URL');
  return settings;
}

/** The same portal with its files outside. */
export const withFiles = (rig: Rig, outside: ObjectFiles): Rig => ({
  ...rig,
  house: { ...rig.house, files: filesOf(storeFiles(rig.house.db), outside) },
});

export async function listAll(files: ObjectFiles): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const page of files.list()) all.push(...page);
  return all;
}

/** A server that does what it is told while the work lasts. @param limitMs of the files that talk to it */
export async function withBadS3<T>(
  answer: RequestListener,
  work: (files: ObjectFiles) => Promise<T>,
  limitMs = 5000,
): Promise<T> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    return await work(s3Files(settingsOf(`http://a:b@127.0.0.1:${port}/portale`), { limitMs }));
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}
