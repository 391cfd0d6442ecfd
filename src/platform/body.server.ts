import { PortalError } from './errors.ts';

/** JSON and form posts; files have their own limit. */
export const BODY_LIMIT = 64 * 1024;
/** Bytes of multipart framing and of the note beside a file. */
export const UPLOAD_OVERHEAD = 64 * 1024;

/** What came in, whatever its encoding: a name that comes twice is an array, a file is a File. */
export type Fields = Record<string, unknown>;

/** Levels of lists and objects: no form of ours has more than three. What follows a body by recursion stays safe. */
const DEPTH = 10;

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads JSON, urlencoded or multipart bodies alike.
 * @param limit bytes
 * @throws PortalError `too_large` as soon as the limit is passed, `wrong_type` for another content type, `invalid` for a body
 *   that is not what it says
 */
export async function readBody(request: Request, limit: number): Promise<Fields> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) throw new PortalError('too_large');
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return {};
  if (type === 'application/json') return readJson(bytes);
  if (type === 'application/x-www-form-urlencoded') return collect(new URLSearchParams(bytes.toString('utf8')));
  if (type === 'multipart/form-data') {
    const headers = { 'content-type': request.headers.get('content-type') as string };
    try {
      return collect(await new Response(new Uint8Array(bytes), { headers }).formData());
    } catch (error) {
      throw new PortalError('invalid', { message: 'I dati sono arrivati incompleti. Riprova.', cause: error });
    }
  }
  throw new PortalError('wrong_type', { message: 'Questo tipo di contenuto non è accettato.' });
}

/** @returns names and values of a query or form; a repeated name gives an array, so that no schema of text takes it */
export function collect(entries: Iterable<[string, string | File]>): Fields {
  const fields: Fields = {};
  let parts = 0;
  for (const [name, value] of entries) {
    if (++parts > PARTS) throw new PortalError('invalid', { message: 'I dati inviati sono troppi.' });
    if (FORBIDDEN.has(name)) continue;
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(before)) before.push(value);
    else fields[name] = before === undefined ? value : [before, value];
  }
  return fields;
}

/** A form has no levels: what is inside something comes as `richiedente.nome`, and is put where JSON would have it. */
export function nested(fields: Fields): Fields {
  const out: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    const path = name.split('.');
    if (path.length > DEPTH || path.some((step) => FORBIDDEN.has(step))) continue;
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

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Names of one form; the longest of ours has some forty. */
const PARTS = 500;

/** Bytes of uploads that are in memory now, over all callers. */
let held = 0;
const ROOM = 150 * 1024 * 1024;

/**
 * Does what an upload asks, when there is room for it in memory: many at once must not end the process for everybody.
 * @param most bytes to count when the request does not say its length
 * @throws PortalError `unavailable` when there is no room now
 */
export async function withRoom<T>(request: Request, most: number, work: () => Promise<T>): Promise<T> {
  const bytes = Math.min(Number(request.headers.get('content-length') ?? most) || most, most);
  if (held + bytes > ROOM) {
    throw new PortalError('unavailable', {
      message: 'Stiamo ricevendo molti file insieme. Attendi un minuto e riprova.',
    });
  }
  held += bytes;
  try {
    return await work();
  } finally {
    held -= bytes;
  }
}

/** The body as it came, for what is signed byte by byte. @throws PortalError `too_large` */
export const readText = async (request: Request, limit: number): Promise<string> =>
  (await readBytes(request, limit)).toString('utf8');

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part?.value) return Buffer.concat(chunks);
    size += part.value.length;
    if (size > limit) {
      await reader?.cancel();
      throw new PortalError('too_large');
    }
    chunks.push(part.value);
  }
}

function readJson(bytes: Buffer): Fields {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new PortalError('invalid', { message: 'I dati inviati non sono leggibili.', cause: error });
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value) || isDeeper(value, DEPTH)) {
    throw new PortalError('invalid', { message: 'I dati inviati non sono leggibili.' });
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => !FORBIDDEN.has(name)));
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
