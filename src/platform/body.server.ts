/** Reads the body of a request in any accepted encoding, under limits of size, depth and memory. */
import { File } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { ContentDisposition } from '@remix-run/headers';
import {
  MaxPartsExceededError,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import { partsOf } from './answer-text.server.ts';
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
 * Reads a JSON, urlencoded or multipart body. Pairs are counted before a body is parsed: Node's own parser needs seconds for a
 * megabyte of names without values. Multipart is parsed while it arrives.
 * @param counting counts it while it arrives, see {@link withRoom}
 * @param texts most letters of all texts of a multipart form together
 * @throws PortalError `too_large` as soon as the limit is passed, `wrong_type` for a type that is not accepted, `invalid` for a
 * malformed body
 */
export async function readBody(
  request: Request,
  accepted: AcceptedTypes,
  counting?: CountBody,
  texts = BODY_LIMIT,
): Promise<ReceivedFields> {
  const header = request.headers.get('content-type') ?? '';
  const type = (header.split(';')[0] as string).trim().toLowerCase() as BodyType;
  const limit = Object.hasOwn(accepted, type) ? (accepted[type] as number) : 0;
  // A type with a limit of zero refuses even the first byte.
  const over = () => new PortalError(limit === 0 ? 'wrong_type' : 'too_large');
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw over();
  const chunks = chunksOf(request, limit, over, counting);
  if (type === 'multipart/form-data' && limit > 0) return readMultipart(chunks, { header, limit, texts });
  const bytes = await buffer(chunks);
  if (bytes.length === 0) return {};
  if (type === 'application/json') return readJson(bytes);
  countPairs(bytes);
  return collectFields(new URLSearchParams(bytes.toString('utf8')));
}

/** @throws PortalError `invalid` for more pairs than a form has */
function countPairs(bytes: Buffer): void {
  let pairs = 1;
  for (let at = bytes.indexOf('&'); at >= 0; at = bytes.indexOf('&', at + 1)) if (++pairs > MAX_PARTS) throw tooMany();
}

async function readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  { header, limit, texts }: { header: string; limit: number; texts: number },
): Promise<ReceivedFields> {
  const boundary = /^[^;]+;\s*boundary=("?)([\w'()+,./:=? -]{1,70})\1\s*$/i.exec(header)?.[2];
  if (boundary === undefined) throw incompleteBody();
  const limits = { maxParts: MAX_PARTS, maxHeaderSize: PART_HEAD, maxFileSize: limit, maxTotalSize: limit };
  const parser = new MultipartParser(boundary, limits);
  const entries: FormEntry[] = [];
  let letters = 0;
  for await (const chunk of chunks)
    for (const entry of entriesIn(parser, chunk)) {
      if (typeof entry[1] === 'string') letters += entry[1].length;
      if (letters > texts) throw new PortalError('too_large');
      entries.push(entry);
    }
  if (!isWhole(parser)) throw incompleteBody();
  return collectFields(entries);
}

/** @returns the parts that end in this chunk */
function entriesIn(parser: MultipartParser, chunk: Uint8Array): FormEntry[] {
  try {
    return [...parser.write(chunk)].map(readPart);
  } catch (error) {
    // To the parser a line end after the last boundary is an error when it comes in a chunk of its own.
    if (error instanceof MultipartParseError && isWhole(parser)) return [];
    throw error instanceof MaxPartsExceededError ? tooMany() : incompleteBody(error);
  }
}

/** Whether the last boundary has been read. */
function isWhole(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}

/** @throws Error for a head that is not UTF-8 or names no field */
function readPart({ headers, content, mediaType = '' }: MultipartPart): FormEntry {
  // Read here: the parser would tell the log of a file's name in an unknown encoding.
  const { name, filename, filenameSplat } = ContentDisposition.from(headers['content-disposition'] ?? null);
  if (name === undefined) throw new Error('a part without a name');
  // Browsers escape quotes and line ends, and nothing else.
  const encoded = /^utf-8'[^']*'(.+)$/i.exec(filenameSplat ?? '')?.[1] ?? filename?.replace(/%(?!22|0D|0A)/gi, '%25');
  if (encoded === undefined) return [name, Buffer.concat(content).toString('utf8')];
  return [name, new File(content, decodeURIComponent(encoded), { type: mediaType })];
}

type FormEntry = [name: string, value: string | File];

/** @returns names and values of a query or form; a repeated name gives an array, so that no schema of text takes it */
export function collectFields(entries: Iterable<FormEntry>): ReceivedFields {
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

/** Counts the parts of a body while they arrive. @throws PortalError as {@link withRoom} does, also while it waits for more */
export type CountBody = (parts: AsyncGenerator<Uint8Array>) => AsyncGenerator<Uint8Array>;

/** A large body in memory. @property arriving more of it is to come; a complete one is being worked on and is not dropped */
type LargeBody = { from: string; bytes: number; since: number; arriving: boolean; cut(reason: PortalError): void };

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
 * @param work reads the body by {@link readBody}
 * @throws PortalError `unavailable` when there is no room now or the room was needed for others, `too_many` when this network
 * sends too many at once
 */
export async function withRoom<T>(from: string, work: (counting: CountBody) => Promise<T>): Promise<T> {
  const { promise: cut, reject } = Promise.withResolvers<never>();
  cut.catch(() => undefined);
  const mine: LargeBody = { from, bytes: 0, since: performance.now(), arriving: true, cut: reject };
  const count = (bytes: number) => {
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
    given.cut(noRoom());
  };
  async function* counting(parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const part = await Promise.race([parts.next(), cut]);
        if (part.done) return;
        count(part.value.length);
        yield part.value;
      }
    } finally {
      mine.arriving = false;
      // Not before a read that is under way: Node ends the process when a body is cancelled meanwhile and then comes to its end.
      void parts.return(undefined).catch(() => undefined);
    }
  }
  try {
    return await work(counting);
  } finally {
    inMemory.delete(mine);
  }
}

/** The raw bytes of a body whose signature is checked. @throws PortalError `too_large` */
export const readText = async (request: Request, limit: number): Promise<string> =>
  (await buffer(chunksOf(request, limit, () => new PortalError('too_large')))).toString('utf8');

/** @throws the error that `over` makes as soon as more than `limit` bytes have come, and any error of `counting` */
async function* chunksOf(
  request: Request,
  limit: number,
  over: () => PortalError,
  counting: CountBody = (parts) => parts,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of counting(partsOf(request))) {
    size += part.length;
    if (size > limit) throw over();
    yield part;
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
