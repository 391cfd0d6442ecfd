/** What a call of the API is answered with: JSON, an error in its envelope, a file, a stream of events. */
import type { CallContext } from '../context.ts';
import type { ApiOperation, FileAnswer } from './contract.ts';
import type { PortalError } from './errors.ts';
import { contentTag, hasState } from './etag.server.ts';
import { currentRequest } from './monitoring/request.server.ts';

export function inEnvelope(known: PortalError, operation?: ApiOperation): Response {
  const headers: Record<string, string> = {};
  if (known.retryAfter) headers['retry-after'] = String(known.retryAfter);
  const { status, message, code, fields, reason } = known;
  const flag = operation?.flagged && {
    success: false,
    error: { status, codice: reason ?? code.toUpperCase(), messaggio: message },
  };
  return jsonResponse(
    status,
    JSON.stringify({ ...flag, message, code, ...(reason && { reason }), ...(fields && { errors: fields }) }),
    headers,
  );
}

export function jsonResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': NO_STORE, ...headers },
  });
}

/** A description that is the same for everybody: pages of every site may read it, and a caller who has this version is not sent it again. */
export function openJson(request: Request, content: object): Response {
  const text = JSON.stringify(content);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-cache',
    etag: `"${contentTag(text)}"`,
  };
  if (hasState(request.headers.get('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}

export const NO_STORE = 'private, no-store';

/**
 * Without an ETag a browser has nothing to revalidate by, and would show its stored copy on the way back. Answers to a logged-in
 * person are never stored on the device, with or without an ETag.
 */
export const cacheControl = (etag: string | undefined, { user }: CallContext) =>
  etag && !user ? 'private, no-cache' : NO_STORE;

/** Never shown in place by the portal's origin: the content of a file is a user's, and the portal decides its type. */
export async function fileResponse(found: FileAnswer, request: Request, ctx: CallContext): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': found.type,
    'content-disposition': found.disposition,
    'cache-control': cacheControl(found.etag, ctx),
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (found.etag) {
    headers.etag = `"${found.etag}"`;
    if (hasState(request.headers.get('if-none-match'), headers.etag))
      return new Response(null, { status: 304, headers });
  }
  const { bytes } = found;
  if ('open' in bytes) {
    const whole = { ...headers, 'content-length': String(bytes.size) };
    if (request.method === 'HEAD') return new Response(null, { headers: whole });
    const parts = (await bytes.open())[Symbol.asyncIterator]();
    // What fails before the first part is answered in words.
    return new Response(streamOf(parts, await parts.next()), { headers: whole });
  }
  if (!(bytes instanceof Uint8Array)) return new Response(streamOf(bytes[Symbol.asyncIterator]()), { headers });
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-length': String(bytes.length) } });
}

/** Proxies pass it on as it comes: compressed or buffered, an event would wait for the next. The time of the answer is that of its head. */
export function eventsResponse(open: () => ReadableStream<Uint8Array>, request: Request): Response {
  const place = currentRequest();
  if (place) place.streamsFrom = performance.now();
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': `${NO_STORE}, no-transform`,
    'x-accel-buffering': 'no',
  };
  return new Response(request.method === 'HEAD' ? null : open(), { headers });
}

/** Each part is made when the client has taken the one before. A client that goes away ends the iteration, and the work behind it. */
function streamOf(parts: AsyncIterator<Uint8Array>, first?: IteratorResult<Uint8Array>): ReadableStream<Uint8Array> {
  let begun = first;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = begun ?? (await parts.next());
      begun = undefined;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await parts.return?.();
    },
  });
}

export const isFileAnswer = (output: unknown): output is FileAnswer =>
  typeof output === 'object' && output !== null && 'disposition' in output && 'bytes' in output;

export const unchangedAnswer = (etag: string, caching: string): Response =>
  new Response(null, { status: 304, headers: { etag, 'cache-control': caching } });
