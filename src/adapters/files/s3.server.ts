/** Files as objects in a bucket of an S3-compatible server, for portals that have one. */
import { text as textIn } from 'node:stream/consumers';
import { checkedParts, filesAway, type ObjectFiles, WrongBytes } from '../../platform/files.ts';
import type { FilesSettings } from '../../platform/files-settings.ts';
import { randomId } from '../../platform/signer.server.ts';
import { openBucket } from './bucket.server.ts';

/** Only objects with such a name are the portal's: others under the prefix are left alone. */
const OBJECT_NAME = /^[\w-]{22,64}$/;

/** @param limitMs for an answer to begin, an upload to end, and each part of a download to come */
export function s3Files(settings: FilesSettings, { limitMs = 15_000, pageSize = 1000 } = {}): ObjectFiles {
  const { ask, put } = openBucket(settings, limitMs);
  const { url } = settings;
  const bucket = new URL(url);
  const [, bucketName = '', ...prefixes] = bucket.pathname.split('/');
  const prefix = prefixes.join('/');

  const end = (answer: Response | undefined) => answer?.body?.cancel();

  return {
    put: async ({ bytes, sha256 }) => {
      const name = randomId();
      await put(url + name, bytes, sha256);
      return { deposito: name, withRow: async () => undefined };
    },
    read: async (file) => {
      const answer = await ask(url + file.deposito, { method: 'GET' });
      if (!answer) return undefined;
      const size = Number(answer.headers.get('content-length') ?? file.dimensione);
      if (size !== file.dimensione || !answer.body) {
        await end(answer);
        throw filesAway(new WrongBytes(`S3: the object has ${size} bytes instead of ${file.dimensione}`));
      }
      return checkedParts(inTime(answer.body, limitMs), file);
    },
    size: async ({ deposito }) => {
      const answer = await ask(url + deposito, { method: 'HEAD' });
      return answer && Number(answer.headers.get('content-length'));
    },
    // The first version of the call, which every server knows: each page begins after the last key of the one before.
    list: async function* () {
      for (let marker = ''; ; ) {
        const page = new URL(`/${bucketName}`, bucket);
        const query = { prefix, marker, 'max-keys': String(pageSize) };
        for (const [name, value] of Object.entries(query)) if (value) page.searchParams.set(name, value);
        const answer = await ask(page, { method: 'GET' });
        const text = answer?.body ? await textIn(inTime(answer.body, limitMs)) : '';
        if (!text.includes('<ListBucketResult')) throw filesAway(new Error('S3: not a list of objects'));
        const keys = keysIn(text);
        yield keys.flatMap(({ key, written }) => {
          const name = key.startsWith(prefix) ? key.slice(prefix.length) : '';
          return OBJECT_NAME.test(name) && written > 0 ? [{ name, written }] : [];
        });
        const last = keys.at(-1)?.key;
        if (textOf(text, 'IsTruncated') !== 'true' || !last) return;
        if (last <= marker) throw filesAway(new Error('S3: a list that does not go on'));
        marker = last;
      }
    },
    remove: async (name) => {
      await end(await ask(url + name, { method: 'DELETE' }));
    },
  };
}

const keysIn = (xml: string): { key: string; written: number }[] =>
  [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, text = '']) => ({
    key: textOf(text, 'Key'),
    written: Date.parse(textOf(text, 'LastModified')),
  }));

const XML_SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Other programs may have objects under names that need an escape. */
const textOf = (xml: string, tag: string): string =>
  (new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '').replaceAll(
    /&(amp|lt|gt|quot|apos);/g,
    (_, sign: string) => XML_SIGNS[sign] ?? '',
  );

/** A part that does not come in time ends the download, and so does a reader that leaves. */
async function* inTime(body: ReadableStream<Uint8Array>, limitMs: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { promise, reject } = Promise.withResolvers<never>();
      const late = setTimeout(() => reject(new Error(`S3: nothing more in ${limitMs} ms`)), limitMs);
      const { done, value } = await Promise.race([reader.read(), promise]).finally(() => clearTimeout(late));
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw filesAway(error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
