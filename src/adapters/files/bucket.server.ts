/** Calls an S3-compatible server, signed: what files and documents that are dropped in a bucket have in common. */
import { AwsClient } from 'aws4fetch';
import { filesAway } from '../../platform/files.ts';
import type { FilesSettings } from '../../platform/files-settings.ts';

/** A server that is busy is asked again after 0.1 and 0.2 s at most. */
const BUSY_RETRIES = 2;

/** @returns the answer, its body not read yet; undefined for 404 @throws PortalError `unavailable` */
type AskBucket = (address: string | URL, init: RequestInit & { method: string }) => Promise<Response | undefined>;

/** @property put keeps bytes under an address; what differs from its SHA-256 is not kept */
export type Bucket = {
  ask: AskBucket;
  put(address: string, bytes: Uint8Array, sha256: string): Promise<void>;
};

/** @param limitMs for an answer to begin, and an upload to end */
export function openBucket({ key, secret, region, encrypted }: FilesSettings, limitMs: number): Bucket {
  const client = new AwsClient({
    accessKeyId: key,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: BUSY_RETRIES,
    initRetryMs: 100,
  });
  const ask: AskBucket = async (address, init) => {
    const timer = new AbortController();
    const late = setTimeout(() => timer.abort(new Error(`S3: no answer in ${limitMs} ms`)), limitMs);
    try {
      // Not followed: an answer from elsewhere is not this bucket's.
      const answer = await client.fetch(address.toString(), { ...init, redirect: 'manual', signal: timer.signal });
      if (answer.ok) return answer;
      const text = await answer.text();
      if (answer.status === 404 && !/<Code>NoSuchBucket</.test(text)) return undefined;
      const code = /<Code>(\w{1,50})</.exec(text)?.[1] ?? '';
      throw new Error(`S3: ${init.method} answered ${answer.status} ${code}`.trimEnd());
    } catch (error) {
      throw filesAway(error);
    } finally {
      clearTimeout(late);
    }
  };
  return {
    ask,
    put: async (address, bytes, sha256) => {
      // The server compares the body with its SHA-256, which is signed, and keeps nothing that differs.
      const headers = {
        'content-type': 'application/octet-stream',
        'x-amz-content-sha256': sha256,
        ...(encrypted && { 'x-amz-server-side-encryption': 'AES256' }),
      };
      const answer = await ask(address, { method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> });
      if (!answer) throw filesAway(new Error('S3: PUT answered 404'));
      await answer.body?.cancel();
      // Every S3 server names what it has kept. A proxy or another site that says yes to everything does not, and the file would be lost.
      if (!answer.headers.get('etag')) throw filesAway(new Error('S3: PUT answered without an ETag'));
    },
  };
}
