/** Places in which documents are left for a protocol, and its answers read: a folder of the server, or a bucket. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FilesSettings } from '../../platform/files-settings.ts';
import { openBucket } from '../files/bucket.server.ts';

/** @property put leaves bytes under a path, whole or not at all @property read undefined when nothing is there */
export type DropPlace = {
  put(path: string, bytes: Uint8Array): Promise<void>;
  read(path: string): Promise<Buffer | undefined>;
};

export const folderPlace = (folder: string): DropPlace => ({
  put: async (path, bytes) => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    // A program that looks for files must not find half of one.
    const part = join(dirname(target), `.${randomUUID()}`);
    try {
      await writeFile(part, bytes, { flush: true });
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
  },
  read: (path) =>
    readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }),
});

const BUCKET_MS = 10_000;
/** Of an answer, which is a few words. */
const MAX_READ = 64 * 1024;

export function bucketPlace(settings: FilesSettings): DropPlace {
  const { ask, put } = openBucket(settings, BUCKET_MS);
  const addressOf = (path: string) => settings.url + path.split('/').map(encodeURIComponent).join('/');
  return {
    put: (path, bytes) => put(addressOf(path), bytes, createHash('sha256').update(bytes).digest('hex')),
    read: async (path) => {
      const answer = await ask(addressOf(path), { method: 'GET' });
      if (!answer) return undefined;
      if (Number(answer.headers.get('content-length') ?? 0) > MAX_READ) {
        await answer.body?.cancel();
        throw new Error(`S3: ${path} is too long for an answer`);
      }
      return Buffer.from(await answer.arrayBuffer());
    },
  };
}
