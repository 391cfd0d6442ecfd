import type { Ctx } from '../context.ts';
import {
  BODY_LIMIT,
  collect,
  type Fields,
  nested,
  readBody,
  readText,
  UPLOAD_OVERHEAD,
  withRoom,
} from './body.server.ts';
import { type FileAnswer, file, type Operation } from './contract.ts';
import { PortalError } from './errors.ts';
import type { Match } from './router.server.ts';
import { type KnownCaller, parse, run } from './run.server.ts';

export type Api = {
  match(method: string, pathname: string): Match | 'no_path' | 'other_method';
  known: KnownCaller;
};

/** What the gate found out before the call is answered. @property refused the anti-forgery token or the origin is wrong */
export type Gate = { ctx: Ctx; refused: PortalError | null };

/** One call of the API from request to response. */
export async function answer(request: Request, api: Api, gate: Gate): Promise<Response> {
  const url = new URL(request.url);
  const match = api.match(request.method, url.pathname);
  try {
    if (match === 'no_path') throw new PortalError('not_found');
    if (match === 'other_method') return json(405, JSON.stringify({ message: 'Metodo non ammesso.' }));
    const { upload } = match.named.operation;
    const work = () => success(request, url, match, api, gate);
    return await (upload ? withRoom(request, upload + UPLOAD_OVERHEAD, work) : work());
  } catch (error) {
    const { name, operation } = typeof match === 'string' ? { name: 'api' } : match.named;
    return failure(error, gate.ctx, name, operation);
  }
}

async function success(request: Request, url: URL, match: Match, api: Api, { ctx, refused }: Gate): Promise<Response> {
  const { operation, handler } = match.named;
  if (operation.method !== 'GET' && refused && !operation.signedBy) throw refused;
  const body = operation.method === 'POST' ? await bodyOf(request, operation) : {};
  const fields: Fields = { ...collect(url.searchParams), ...body, ...match.params };

  const etag =
    typeof handler === 'object' && handler.version ? await versionOf(handler.version, fields, match, ctx) : undefined;
  if (etag && request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers: { etag } });

  const known = etag && kept.get(`${match.named.name} ${etag}`);
  if (known) return json(200, known, { etag });

  const key =
    request.headers.get('idempotency-key') ?? (typeof fields._chiave === 'string' ? fields._chiave : undefined);
  const output = await run(match.named, fields, ctx, { key, known: api.known });
  if (operation.output === file) return bytes(output as FileAnswer, request);
  if (operation.status === 302) {
    const { location } = output as { location: string };
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
  }
  if (operation.status === 204) return new Response(null, { status: 204 });
  const status = typeof operation.status === 'function' ? operation.status(output as never) : (operation.status ?? 200);
  const text = JSON.stringify({ ...(operation.flagged && { success: true }), data: output });
  if (!etag) return json(status, text);
  keep(`${match.named.name} ${etag}`, text);
  return json(status, text, { etag });
}

async function bodyOf(request: Request, { upload, signedBy }: Operation): Promise<Fields> {
  if (signedBy) return { corpo: await readText(request, BODY_LIMIT), firma: request.headers.get(signedBy) ?? '' };
  return nested(await readBody(request, upload ? upload + UPLOAD_OVERHEAD : BODY_LIMIT).catch(inWords(upload)));
}

/** A file too large is told so, and how large it may be. */
function inWords(upload: number | undefined): (error: unknown) => never {
  return (error) => {
    if (!upload || !(error instanceof PortalError) || error.code !== 'too_large') throw error;
    const words = `Questo file supera i ${upload / 1024 / 1024} MB. Riducilo, oppure dividilo in più file, e riprova.`;
    throw new PortalError('too_large', { message: words, fields: { file: [words] } });
  };
}

/**
 * Last answers of calls that have a version: a chat that is asked for every few seconds is put together once per change. The
 * version says all that the answer depends on, the resource and the reader's side included, and is asked for each time.
 */
const kept = new Map<string, string>();
const KEPT = 500;

function keep(version: string, text: string): void {
  kept.set(version, text);
  if (kept.size > KEPT) for (const oldest of kept.keys()) return void kept.delete(oldest);
}

/** Cheap enough to be asked every few seconds; a wrong input or a refusal throws as in the call itself. */
async function versionOf(version: Version, fields: Fields, match: Match, ctx: Ctx): Promise<string> {
  return `"${await version(parse(match.named.operation, fields) as never, ctx)}"`;
}

type Version = (input: never, ctx: Ctx) => Promise<string>;

/** Errors in the one shape that browser and server read. Ours are reported, the caller's are not. */
export function failure(error: unknown, ctx: Ctx, name: string, operation?: Operation): Response {
  const known = error instanceof PortalError ? error : new PortalError('failed', { cause: error });
  ctx.house.monitoring.report(error, { route: 'api', operation: name });
  const headers: Record<string, string> = {};
  if (known.retryAfter) headers['retry-after'] = String(known.retryAfter);
  if (known.code === 'too_large') headers.connection = 'close';
  const { status, message, code, fields, reason } = known;
  const flag = operation?.flagged && {
    success: false,
    error: { status, codice: reason ?? code.toUpperCase(), messaggio: message },
  };
  return json(
    status,
    JSON.stringify({ ...flag, message, code, ...(reason && { reason }), ...(fields && { errors: fields }) }),
    headers,
  );
}

function json(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Without an ETag there is nothing to ask again by: on the way back a browser would show what it has.
      'cache-control': headers.etag ? 'private, no-cache' : 'private, no-store',
      ...headers,
    },
  });
}

/** Never shown in place by the portal's origin: a file is somebody's, its type is ours to say. */
function bytes(found: FileAnswer, request: Request): Response {
  const headers: Record<string, string> = {
    'content-type': found.type,
    'content-disposition': found.disposition,
    'cache-control': found.etag ? 'private, no-cache' : 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (found.etag) {
    headers.etag = `"${found.etag}"`;
    if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
  }
  return new Response(new Uint8Array(found.bytes), {
    headers: { ...headers, 'content-length': String(found.bytes.length) },
  });
}
