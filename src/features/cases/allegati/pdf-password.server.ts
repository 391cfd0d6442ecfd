/** Whether a PDF opens only with a password, which the office does not have (ISO 32000-2 §7.6.4, standard security handler). */
import { createCipheriv, createHash } from 'node:crypto';
import { type ReadBudget, readPdfName, readPdfObject, skipSpace } from './pdf-lexer.server.ts';

/** What an empty password is filled up with (algorithm 2). */
const PASSWORD_PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const MAX_OBJECT = 100_000;
const MAX_ID = 1_000;
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * @returns true when the empty password does not open it; false when it does (only changes need one), or when nothing is encrypted;
 * null when it is encrypted in a way that this does not know
 */
export function needsPassword(b: Buffer, budget: ReadBudget): boolean | null {
  const at = findEncryption(b, budget);
  if (at === undefined) return false;
  const entries = entriesOf(b, at, budget);
  const read = (name: string) => readPdfString(entries.get(name));
  const number = (name: string) => Number(entries.get(name)?.toString('latin1'));
  const [revision, U, O] = [number('R'), read('U'), read('O')];
  if (entries.get('Filter')?.toString('latin1') !== '/Standard' || !U || !O) return null;
  if (revision === 5 || revision === 6) {
    if (U.length < 40) return null;
    const salt = U.subarray(32, 40);
    const digest = revision === 5 ? hashOf('sha256', salt) : hardenedHash(salt);
    return !digest.equals(U.subarray(0, 32));
  }
  if (revision < 2 || revision > 4 || U.length < 16) return null;
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(number('P') | 0);
  const id = findId(b);
  const hidesMetadata = revision === 4 && entries.get('EncryptMetadata')?.toString('latin1') === 'false';
  const length = revision === 2 ? 5 : (number('Length') || 40) / 8;
  let key = hashOf(
    'md5',
    PASSWORD_PADDING,
    O.subarray(0, 32),
    permissions,
    id,
    Buffer.from(hidesMetadata ? 'ffffffff' : '', 'hex'),
  );
  if (revision === 2) return !decryptRc4(key.subarray(0, length), PASSWORD_PADDING).equals(U.subarray(0, 32));
  for (let i = 0; i < 50; i += 1) key = hashOf('md5', key.subarray(0, length));
  key = key.subarray(0, length);
  let check = hashOf('md5', PASSWORD_PADDING, id);
  for (let i = 0; i < 20; i += 1) check = decryptRc4(Buffer.from(key.map((byte) => byte ^ i)), check);
  return !check.equals(U.subarray(0, 16));
}

/** Where the dictionary of the encryption starts: in the trailer, or in the object that it names. */
function findEncryption(b: Buffer, budget: ReadBudget): number | undefined {
  for (let i = b.lastIndexOf('/Encrypt'); i >= 0; i = i > 0 ? b.lastIndexOf('/Encrypt', i - 1) : -1) {
    const { name, end } = readPdfName(b, i, budget);
    if (name !== 'Encrypt') continue;
    const value = skipSpace(b, end);
    if (b.toString('latin1', value, value + 2) === '<<') return value;
    const [, object, generation] = /^(\d+)\s+(\d+)\s+R/.exec(b.toString('latin1', value, value + 30)) ?? [];
    const head = `${object} ${generation} obj`;
    const start = object === undefined ? -1 : b.lastIndexOf(head);
    if (start >= 0) return start + head.length;
  }
  return undefined;
}

/** The values of a dictionary as they are written, by their names. */
function entriesOf(b: Buffer, at: number, budget: ReadBudget): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const wanted = { limit: MAX_OBJECT, wanted: NO_NAMES, budget };
  let i = skipSpace(b, at);
  if (b.toString('latin1', i, i + 2) !== '<<') return entries;
  i = skipSpace(b, i + 2);
  while (i < b.length && b[i] !== 0x3e) {
    const name = b[i] === 0x2f ? readPdfName(b, i, budget) : undefined;
    const from = name ? skipSpace(b, name.end) : i;
    const { end } = readPdfObject(b, from, wanted);
    if (name) entries.set(name.name, b.subarray(from, Math.min(end, b.length)));
    i = skipSpace(b, end);
  }
  return entries;
}

/** The first half of the file's identifier. */
function findId(b: Buffer): Buffer {
  for (let i = b.lastIndexOf('/ID'); i > 0; i = b.lastIndexOf('/ID', i - 1)) {
    const list = skipSpace(b, i + 3);
    const id = b[list] === 0x5b ? readPdfString(b.subarray(skipSpace(b, list + 1), list + MAX_ID)) : undefined;
    if (id) return id;
  }
  return Buffer.alloc(0);
}

const STRING_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a string that is written as `(…)` or `<…>` (§7.3.4). */
function readPdfString(written: Buffer | undefined): Buffer | undefined {
  const text = written?.toString('latin1') ?? '';
  if (/^<[\da-fA-F\s]*>/.test(text)) return Buffer.from(text.slice(1, text.indexOf('>')).replace(/\s/g, ''), 'hex');
  if (!text.startsWith('(')) return undefined;
  let depth = 0;
  let found = '';
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charAt(i);
    if (c === '\\') {
      const [octal] = /^[0-7]{1,3}/.exec(text.slice(i + 1, i + 4)) ?? [];
      const next = text.charAt(i + 1);
      if (octal !== undefined) found += String.fromCharCode(Number.parseInt(octal, 8) & 255);
      else if (next !== '\n' && next !== '\r') found += STRING_ESCAPES[next] ?? next;
      i += octal?.length ?? (next === '\r' && text[i + 2] === '\n' ? 2 : 1);
      continue;
    }
    if (c === '(') depth += 1;
    if (c === ')') depth -= 1;
    if (depth === 0) return Buffer.from(found, 'latin1');
    if (i > 0) found += c;
  }
  return undefined;
}

const hashOf = (algorithm: string, ...parts: Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest();

/** Algorithm 2.B, for the empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = hashOf('sha256', salt);
  for (let round = 0; ; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const sum = mixed.subarray(0, 16).reduce((all, byte) => all + byte, 0);
    key = hashOf(['sha256', 'sha384', 'sha512'][sum % 3] as string, mixed);
    if (round >= 63 && (mixed.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

/** Node's own is switched off with the other old ciphers. It serves to try one password and keeps nothing secret. */
function decryptRc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const swap = (i: number, j: number) => {
    [state[i], state[j]] = [state[j] as number, state[i] as number];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] as number)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number);
    }),
  );
}
