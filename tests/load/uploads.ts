/** Uploads of the bench: a large file in pieces, and many that hardly move. */
import { type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const UPLOAD = '/api/v1/generic/documento/upload';
const BOUNDARY = 'confine-delle-misure';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="misura.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
);
const FILE_START = Buffer.from('%PDF-1.7\n');
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
/** The largest file that the portal takes. */
const FILE_BYTES = 10 * 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, 'a');
const SLOW_PIECE = Buffer.alloc(4 * 1024, 'a');
const SLOW_PAUSE_MS = 200;

/** @property base origin of the portal @property headers cookies and anti-forgery token of the sender */
export type UploadSender = { base: string; headers: Record<string, string> };

/** Begins to send a file of 10 MB whose bytes follow. */
function begin({ base, headers }: UploadSender): ClientRequest {
  const sending = request(base + UPLOAD, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': HEAD.length + FILE_BYTES + TAIL.length,
    },
  });
  sending.write(Buffer.concat([HEAD, FILE_START]));
  return sending;
}

/** Uploads 10 MB, no faster than they are taken. @throws Error unless the file was taken */
export async function uploadFile(uploader: UploadSender): Promise<void> {
  const sending = begin(uploader);
  const answered = new Promise<number | undefined>((done, failed) => {
    sending.on('error', failed).on('response', (answer) => {
      answer.resume().once('end', () => done(answer.statusCode));
    });
  });
  for (let left = FILE_BYTES - FILE_START.length; left > 0; left -= PIECE.length)
    if (!sending.write(PIECE.subarray(0, Math.min(left, PIECE.length))))
      await new Promise<void>((done) => sending.once('drain', done));
  sending.end(TAIL);
  const status = await answered;
  if (status !== 201) throw new Error(`Il caricamento ha avuto risposta ${status}`);
}

/**
 * Opens uploads that send 4 KB every 200 ms, not all at the same moment.
 * @property ended how many were answered or broken off before they were closed here
 */
export async function openSlowUploads(
  uploader: UploadSender,
  howMany: number,
): Promise<{ ended(): number; close(): void }> {
  const open = new Set<ClientRequest>();
  const timers: NodeJS.Timeout[] = [];
  await Promise.all(
    Array.from({ length: howMany }, async (_, n) => {
      await pause((n % SLOW_PAUSE_MS) + 1);
      const sending = begin(uploader);
      open.add(sending);
      const forget = () => void open.delete(sending);
      sending.on('error', forget).on('response', forget).on('close', forget);
      timers.push(setInterval(() => open.has(sending) && sending.write(SLOW_PIECE), SLOW_PAUSE_MS));
      await new Promise<void>((done) => sending.once('socket', (socket) => socket.once('connect', done)));
    }),
  );
  return {
    ended: () => howMany - open.size,
    close: () => {
      timers.forEach(clearInterval);
      for (const sending of open) sending.destroy();
    },
  };
}
