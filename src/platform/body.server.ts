/** Reads the body of a request in any accepted encoding, under limits of size, depth and memory. */
import { PortalError } from './errors.ts';
import { FORBIDDEN_NAMES, MAX_DEPTH, parseForeignJson } from './foreign-json.ts';
import { limitReached } from './monitoring/limit-log.server.ts';

/** JSON, urlencoded posts, and all texts of a form together; files have their own limit. Bytes. */
export const BODY_LIMIT = 64 * 1024;
/** Bytes of multipart framing and of the note beside a file. */
export const UPLOAD_OVERHEAD = 64 * 1024;

/** The fields of a body in any encoding: a name that occurs twice is an array, a file is a File. */
export type ReceivedFields = Record<string, unknown>;

type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data';
/** Most bytes of a body by its type. Any other type is refused before a byte of it is read. */
export type AcceptedTypes = Partial<Record<BodyType, number>>;

/** The types that a call accepts. @param upload bytes of the file that may come with it */
export const ofCall = (upload?: number): AcceptedTypes => ({
  'application/json': BODY_LIMIT,
  ...ofPage(upload ?? 0),
});

/** The types that a page's form accepts: a browser sends no JSON, and multipart only for a form with a file. @param texts bytes of its texts */
export const ofPage = (upload?: number, texts = BODY_LIMIT): AcceptedTypes => ({
  'application/x-www-form-urlencoded': texts,
  ...(upload !== undefined && { 'multipart/form-data': upload + UPLOAD_OVERHEAD }),
});

/** Names of one form; the longest of ours has some forty. */
const MAX_PARTS = 500;
/** The head of one multipart part: its name, the file's name and type. Bytes. */
const PART_HEAD = 4 * 1024;

const tooMany = () => new PortalError('invalid', { message: 'I dati inviati sono troppi.' });
const incompleteBody = (cause?: unknown) =>
  new PortalError('invalid', { message: 'I dati sono arrivati incompleti. Riprova.', cause });

/**
 * Reads a JSON, urlencoded or multipart body. Fields are counted before a body is parsed: Node's own parsers need seconds for a
 * megabyte of names without values, and for many small parts.
 * @param arrival told of each chunk as it arrives, see {@link withRoom}
 * @param texts most letters of all texts of a multipart form together
 * @throws PortalError `too_large` as soon as the limit is passed, `wrong_type` for a type that is not accepted, `invalid` for a
 * malformed body
 */
export async function readBody(
  request: Request,
  accepted: AcceptedTypes,
  arrival?: BodyArrival,
  texts = BODY_LIMIT,
): Promise<ReceivedFields> {
  const header = request.headers.get('content-type') ?? '';
  const type = (header.split(';')[0] as string).trim().toLowerCase() as BodyType;
  const limit = Object.hasOwn(accepted, type) ? (accepted[type] as number) : 0;
  // A type with a limit of zero refuses even the first byte.
  const over = () => new PortalError(limit === 0 ? 'wrong_type' : 'too_large');
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw over();
  const bytes = await readBytes(request, limit, over, arrival);
  if (bytes.length === 0) return {};
  if (type === 'application/json') return readJson(bytes);
  if (type === 'multipart/form-data') return readMultipart(bytes, { header, texts });
  countPairs(bytes);
  return collectFields(new URLSearchParams(bytes.toString('utf8')));
}

/** @throws PortalError `invalid` for more pairs than a form has */
function countPairs(bytes: Buffer): void {
  let pairs = 1;
  for (let at = bytes.indexOf('&'); at >= 0; at = bytes.indexOf('&', at + 1)) if (++pairs > MAX_PARTS) throw tooMany();
}

async function readMultipart(
  bytes: Buffer<ArrayBuffer>,
  { header, texts }: { header: string; texts: number },
): Promise<ReceivedFields> {
  const boundary = /^[^;]+;\s*boundary=("?)([\w'()+,./:=? -]{1,70})\1\s*$/i.exec(header)?.[2];
  if (boundary === undefined) throw incompleteBody();
  countParts(bytes, boundary);
  // Serialised again, so that only the counted parts are parsed.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(bytes, { headers }).formData().catch((error: unknown) => {
    throw incompleteBody(error);
  });
  let letters = 0;
  for (const [, value] of form) {
    if (typeof value === 'string') letters += value.length;
    if (letters > texts) throw new PortalError('too_large');
  }
  return collectFields(form);
}

/** @throws PortalError `invalid` for more parts than a form has, or one whose head does not end */
function countParts(bytes: Buffer, boundary: string): void {
  const mark = `--${boundary}`;
  let parts = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    const after = at + mark.length;
    // The parser stops only at the end of the body: `--` after a boundary within a head or a file ends nothing.
    if (after >= bytes.length - 4 && bytes.toString('latin1', after, after + 2) === '--') return;
    if (++parts > MAX_PARTS) throw tooMany();
    if (!bytes.subarray(after, after + PART_HEAD).includes('\r\n\r\n')) throw incompleteBody();
  }
}

/** @returns names and values of a query or form; a repeated name gives an array, so that no schema of text takes it */
export function collectFields(entries: Iterable<[string, string | File]>): ReceivedFields {
  const fields: ReceivedFields = {};
  let parts = 0;
  for (const [name, value] of entries) {
    if (++parts > MAX_PARTS) throw tooMany();
    if (FORBIDDEN_NAMES.has(name)) continue;
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(before)) before.push(value);
    else fields[name] = before === undefined ? value : [before, value];
  }
  return fields;
}

/** A form has no levels: a nested field comes as `richiedente.nome` and is put where JSON would have it. */
export function nestFields(fields: ReceivedFields): ReceivedFields {
  const out: ReceivedFields = {};
  for (const [name, value] of Object.entries(fields)) {
    const path = name.split('.');
    if (path.length > MAX_DEPTH || path.some((step) => FORBIDDEN_NAMES.has(step))) continue;
    const last = path.pop() as string;
    let at = out;
    for (const step of path) {
      const inner = Object.hasOwn(at, step) ? at[step] : undefined;
      at = at[step] = isPlain(inner) ? inner : {};
    }
    at[last] = value;
  }
  return out;
}

const isPlain = (value: unknown): value is ReceivedFields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * What the reader of a body reports while it reads.
 * @property arrived called with the number of bytes in each chunk
 * @property whole called when the body is complete
 * @property cut aborted when other bodies need the memory
 */
export type BodyArrival = { arrived(bytes: number): void; whole(): void; readonly cut: AbortSignal };

/** A large body in memory. @property arriving more of it is to come; a complete one is being worked on and is not dropped */
type LargeBody = { from: string; bytes: number; since: number; arriving: boolean; cut: AbortController };

/** Large bodies in memory now, over all callers. A browser sends the files of a form one after the other. */
const inMemory = new Set<LargeBody>();

export function uploadsInHand(): { count: number; bytes: number } {
  let bytes = 0;
  for (const large of inMemory) bytes += large.bytes;
  return { count: inMemory.size, bytes };
}

const BODY_ROOM = 150 * 1024 * 1024;
const OF_ONE_NETWORK = 4;

const noRoom = () => {
  limitReached('file:memoria', Date.now());
  const message = 'Stiamo ricevendo molti file insieme. Attendi un minuto e riprova.';
  return new PortalError('unavailable', { message, retryAfter: 60 });
};

/** How long a body has to show how fast it arrives, in ms: the first chunk of each is small. */
const ARRIVAL_GRACE = 2000;

/**
 * The body that is dropped when memory is short: the slowest, so that networks that send slowly on purpose cannot keep out the
 * others, however many they are.
 */
function slowestBody(): LargeBody | undefined {
  const now = performance.now();
  const speed = ({ bytes, since }: LargeBody) => bytes / (now - since);
  const arriving = [...inMemory].filter((large) => large.arriving).sort((a, b) => speed(a) - speed(b));
  return arriving.find(({ since }) => now - since > ARRIVAL_GRACE) ?? arriving[0];
}

/**
 * Runs an upload when there is memory for it: many at once must not end the process for everybody. A body takes up room as it
 * arrives, not by the length it announces, and only once it is larger than any body without a file.
 * @param from network of the caller
 * @param work reads the body by {@link readBody}, which reports what has arrived
 * @throws PortalError `unavailable` when there is no room now or the room was needed for others, `too_many` when this network
 * sends too many at once
 */
export async function withRoom<T>(from: string, work: (arrival: BodyArrival) => Promise<T>): Promise<T> {
  const mine: LargeBody = { from, bytes: 0, since: performance.now(), arriving: true, cut: new AbortController() };
  const arrived = (bytes: number) => {
    mine.bytes += bytes;
    if (mine.bytes <= BODY_LIMIT) return;
    if (!inMemory.has(mine)) {
      if ([...inMemory].filter((other) => other.from === from).length >= OF_ONE_NETWORK) {
        limitReached('file:insieme', Date.now());
        const message = 'Dalla tua rete stanno arrivando molti file insieme. Attendi qualche secondo e riprova.';
        throw new PortalError('too_many', { message, retryAfter: 10 });
      }
      inMemory.add(mine);
    }
    if (uploadsInHand().bytes <= BODY_ROOM) return;
    const given = slowestBody() ?? mine;
    inMemory.delete(given);
    if (given === mine) throw noRoom();
    given.cut.abort(noRoom());
  };
  const whole = () => {
    mine.arriving = false;
  };
  try {
    return await work({ arrived, whole, cut: mine.cut.signal });
  } finally {
    inMemory.delete(mine);
  }
}

/** The raw bytes of a body whose signature is checked. @throws PortalError `too_large` */
export const readText = async (request: Request, limit: number): Promise<string> =>
  (await readBytes(request, limit, () => new PortalError('too_large'))).toString('utf8');

/**
 * @throws the error that `over` makes as soon as more than `limit` bytes have come, any error of `arrival`, and the reason of the
 * cut
 */
async function readBytes(
  request: Request,
  limit: number,
  over: () => PortalError,
  arrival?: BodyArrival,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  const cancel = () => void reader?.cancel();
  arrival?.cut.addEventListener('abort', cancel);
  try {
    for (;;) {
      const part = await reader?.read();
      arrival?.cut.throwIfAborted();
      if (!part?.value) return Buffer.concat(chunks);
      size += part.value.length;
      if (size > limit) throw over();
      arrival?.arrived(part.value.length);
      chunks.push(part.value);
    }
  } catch (error) {
    await reader?.cancel();
    throw error;
  } finally {
    arrival?.cut.removeEventListener('abort', cancel);
    arrival?.whole();
  }
}

function readJson(bytes: Buffer): ReceivedFields {
  const unreadable = (cause?: unknown) =>
    new PortalError('invalid', { message: 'I dati inviati non sono leggibili.', cause });
  let value: unknown;
  try {
    value = parseForeignJson(bytes.toString('utf8'));
  } catch (error) {
    throw unreadable(error);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw unreadable();
  return value as ReceivedFields;
}
