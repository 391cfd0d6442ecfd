/** Virus scan of uploaded files by a ClamAV server, for portals that have one. */
import { connect } from 'node:net';
import { PortalError } from '../../platform/errors.ts';
import type { ScanFile } from '../../platform/scanner.ts';

const CHUNK_BYTES = 64 * 1024;
/** clamd answers one short line; a longer answer is not from clamd. */
const MAX_ANSWER = 4096;

/**
 * Scans with ClamAV's daemon, command INSTREAM of its protocol (clamd(8)), one connection for each file.
 *
 * @param url `tcp://host:3310` or `unix:/path`
 * @param limitMs time for connection, sending and answer together
 * @throws Error at once when the address is neither; the scan throws PortalError `unavailable` on any fault
 */
export function clamdScan(url: string, limitMs = 20_000): ScanFile {
  const address = addressOf(url);
  return async (bytes) => {
    const answer = await askClamd(address, bytes, limitMs).catch((cause: unknown) => {
      throw scannerAway(cause);
    });
    if (answer === 'stream: OK') return 'clean';
    const virus = /^stream: (\S.*) FOUND$/.exec(answer)?.[1];
    if (virus) return { virus };
    throw scannerAway(new Error(`clamd answered ${JSON.stringify(answer.slice(0, 200))}`));
  };
}

type ClamdAddress = { host: string; port: number } | { path: string };

function addressOf(url: string): ClamdAddress {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol === 'tcp:' && hostname) return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
  if (protocol === 'unix:' && pathname.startsWith('/')) return { path: decodeURIComponent(pathname) };
  throw new Error(`CLAMD_URL: tcp://host:3310 or unix:/path expected, got ${url}`);
}

function askClamd(address: ClamdAddress, bytes: Uint8Array, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    const fail = (cause: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(cause);
    };
    const timer = setTimeout(() => fail(new Error(`clamd: no answer in ${limitMs} ms`)), limitMs);
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('clamd: closed before its answer')));
    socket.on('data', (text: string) => {
      answer += text;
      const end = answer.indexOf('\0');
      if (end < 0 && answer.length > MAX_ANSWER) fail(new Error('clamd: endless answer'));
      if (end < 0) return;
      resolve(answer.slice(0, end));
      clearTimeout(timer);
      socket.destroy();
    });
    sendChunks(socket, bytes);
  });
}

/** Pieces of `<length, 4 bytes, big endian><data>`, ended by a piece of length zero. */
function sendChunks(socket: NodeJS.WritableStream, bytes: Uint8Array): void {
  socket.write('zINSTREAM\0');
  for (let i = 0; i < bytes.length; i += CHUNK_BYTES) {
    const piece = bytes.subarray(i, i + CHUNK_BYTES);
    socket.write(lengthPrefix(piece.length));
    socket.write(piece);
  }
  socket.write(lengthPrefix(0));
}

function lengthPrefix(n: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(n);
  return four;
}

function scannerAway(cause: unknown): PortalError {
  return new PortalError('unavailable', {
    message: 'In questo momento non possiamo controllare i file con l’antivirus. Riprova tra poco.',
    cause,
  });
}
