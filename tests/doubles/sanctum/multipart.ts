/** Reads a multipart body while it arrives: texts are kept, and of a file only its name, size, digest and first bytes. */
import { createHash } from 'node:crypto';

/** @property start first bytes, by which the type is told @property sha256 of all bytes, in hex */
export type ReceivedFile = { field: string; nome: string; dimensione: number; sha256: string; start: Buffer };
export type MultipartBody = { texts: [field: string, text: string][]; files: ReceivedFile[]; complete: boolean };

/** Largest head of a part, and most bytes of all texts together. */
const MAX_HEAD = 16 * 1024;
const MAX_TEXTS = 64 * 1024;
const START_BYTES = 16;

export class MultipartTooLarge extends Error {}

/** Where the bytes of the current part go. */
type PartSink = { write(bytes: Buffer): void; end(): void };

/**
 * @param chunks the body as it arrives; it is read no faster than it is handled
 * @returns complete: false when the last boundary is missing, as after a body that was cut
 * @throws MultipartTooLarge when heads or texts are larger than PHP would take
 */
export async function readMultipart(chunks: AsyncIterable<Buffer>, boundary: string): Promise<MultipartBody> {
  const body: MultipartBody = { texts: [], files: [], complete: false };
  const mark = Buffer.from(`\r\n--${boundary}`);
  let held: Buffer = Buffer.from('\r\n');
  let sink: PartSink | undefined;
  let state: 'content' | 'after mark' | 'head' | 'over' = 'content';
  let texts = 0;

  const step = (): boolean => {
    if (state === 'over') {
      held = Buffer.alloc(0);
      return false;
    }
    if (state === 'content') {
      const at = held.indexOf(mark);
      const whole = at < 0 ? Math.max(0, held.length - mark.length + 1) : at;
      sink?.write(held.subarray(0, whole));
      held = held.subarray(at < 0 ? whole : at + mark.length);
      if (at < 0) return false;
      sink?.end();
      sink = undefined;
      state = 'after mark';
      return true;
    }
    if (state === 'after mark') {
      if (held.length < 2) return false;
      const isLast = held.toString('latin1', 0, 2) === '--';
      body.complete = isLast;
      state = isLast ? 'over' : 'head';
      held = held.subarray(2);
      return true;
    }
    const end = held.indexOf('\r\n\r\n');
    if (end < 0) {
      if (held.length > MAX_HEAD) throw new MultipartTooLarge('head of a part');
      return false;
    }
    sink = sinkOf(held.toString('utf8', 0, end));
    held = held.subarray(end + 4);
    state = 'content';
    return true;
  };

  const sinkOf = (head: string): PartSink => {
    const field = /;\s*name="([^"]*)"/i.exec(head)?.[1] ?? '';
    const filename = /;\s*filename="([^"]*)"/i.exec(head)?.[1];
    return filename === undefined ? textSink(field) : fileSink(field, filename);
  };

  const textSink = (field: string): PartSink => {
    const parts: Buffer[] = [];
    return {
      write: (bytes) => {
        texts += bytes.length;
        if (texts > MAX_TEXTS) throw new MultipartTooLarge('texts');
        // A copy: a view would keep the whole chunk.
        parts.push(Buffer.from(bytes));
      },
      end: () => void body.texts.push([field, Buffer.concat(parts).toString('utf8')]),
    };
  };

  const fileSink = (field: string, nome: string): PartSink => {
    const digest = createHash('sha256');
    let size = 0;
    let start = Buffer.alloc(0);
    return {
      write: (bytes) => {
        digest.update(bytes);
        size += bytes.length;
        if (start.length < START_BYTES) start = Buffer.concat([start, bytes]).subarray(0, START_BYTES);
      },
      end: () => void body.files.push({ field, nome, dimensione: size, sha256: digest.digest('hex'), start }),
    };
  };

  for await (const chunk of chunks) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    while (step());
  }
  return body;
}
