/** The HTTP side of Open311: finds what an address asks for, and writes it as XML or JSON. */
import type { APIContext } from 'astro';
import { type CallContext, ctxOf } from '../../../context.ts';
import { networkOf } from '../../../platform/address.ts';
import { ofPage, readBody, withRoom } from '../../../platform/body.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { contentTag, hasState } from '../../../platform/etag.server.ts';
import { xmlText } from '../../../platform/xml.server.ts';
import { bearerOf } from '../../cases/programma/programma.server.ts';
import { OPEN311_PATH } from './open-data.links.ts';
import {
  errorDocument,
  type Open311Document,
  Open311Error,
  open311Definition,
  open311Discovery,
  open311Request,
  open311Requests,
  open311Services,
  open311Updates,
} from './open311.server.ts';
import { MAX_MEDIA } from './open311-media.server.ts';
import { asOpen311Error, open311Token, sendOpen311 } from './open311-send.server.ts';
import { sendOpen311Update } from './open311-update.server.ts';

const ANSWER_FORMATS = {
  xml: { type: 'text/xml', write: ({ xml }: Open311Document) => xmlText(xml) },
  json: { type: 'application/json', write: ({ json }: Open311Document) => JSON.stringify(json) },
};
/** The one that the standard demands: for errors of an address that names none. */
const DEFAULT_FORMAT = 'xml';

type Open311Place = { format: keyof typeof ANSWER_FORMATS; resource: string; id: string | undefined };

/** Every answer, errors too, may be read by pages of every site. No cookie is looked at: a program is known by its key. */
export async function answerOpen311({
  request,
  url,
  locals,
}: Pick<APIContext, 'request' | 'url'> & { locals: Pick<App.Locals, 'ctx' | 'address'> }): Promise<Response> {
  const { house } = locals.ctx;
  const place = placeOf(url.pathname);
  const { type, write } = ANSWER_FORMATS[place?.format ?? DEFAULT_FORMAT];
  const headers: Record<string, string> = {
    'content-type': `${type}; charset=utf-8`,
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  };
  try {
    const ctx = ctxOf(house, { host: url.hostname, address: locals.address });
    const send = request.method === 'POST' ? sendAt(place) : undefined;
    if (send) {
      const answer = await house.monitoring.span('open311 send', () =>
        sendDocument(ctx, request, { asked: url.searchParams, send }),
      );
      return new Response(write(answer), { status: 201, headers: { ...headers, 'cache-control': 'no-store' } });
    }
    requireReading(request.method);
    const apiKey = keyOf(request);
    if (apiKey !== undefined) headers['cache-control'] = 'private, no-cache';
    headers.vary = 'authorization';
    const answer = await house.monitoring.span('open311', () => readDocument(ctx, place, url.searchParams, apiKey));
    const bytes = Buffer.from(write(answer));
    headers.etag = `"${contentTag(bytes)}"`;
    if (hasState(request.headers.get('if-none-match'), headers.etag))
      return new Response(null, { status: 304, headers });
    return new Response(bytes, { headers });
  } catch (error) {
    const { status, descriptions, retryAfter } = faultOf(error);
    if (status >= 500) house.monitoring.report(error, { route: OPEN311_PATH });
    if (status === 405) headers.allow = sendAt(place) ? 'GET, HEAD, POST' : 'GET, HEAD';
    if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
    return new Response(write(errorDocument(status, descriptions)), { status, headers });
  }
}

/** @returns undefined for an address of the standard's form in no format of ours, and for any other */
function placeOf(pathname: string): Open311Place | undefined {
  const [, resource = '', id, format] =
    /^\/([a-z]+)(?:\/([\w-]{1,40}))?\.(xml|json)$/.exec(pathname.slice(OPEN311_PATH.length)) ?? [];
  return format ? { resource, id, format: format as Open311Place['format'] } : undefined;
}

const SEND_CALLS = { requests: sendOpen311, servicerequestupdates: sendOpen311Update } as const;
type SendCall = (typeof SEND_CALLS)[keyof typeof SEND_CALLS];

/** What is sent to an address; undefined for one that is read only. */
const sendAt = (place: Open311Place | undefined): SendCall | undefined =>
  place && place.id === undefined ? SEND_CALLS[place.resource as keyof typeof SEND_CALLS] : undefined;

/** @throws Open311Error 405 for anything else than a question */
function requireReading(method: string): void {
  if (method !== 'GET' && method !== 'HEAD') throw new Open311Error(405, ['Metodo non ammesso.']);
}

/**
 * The key in the header, as other calls have it; or as the password of the user `api_key`, which clients send that are given an
 * address with a name and a password in it. That it stands in the address itself is not seen here: addresses are in logs.
 */
function keyOf(request: Request): string | undefined {
  const [, coded] = /^basic +([\w+/=]{1,400}) *$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const [, password] = /^api_key:(.*)$/s.exec(Buffer.from(coded ?? '', 'base64').toString('utf8')) ?? [];
  return bearerOf(request) ?? password;
}

/** The standard sends forms, with or without files. Nothing else is read: no XML, whose entities could be followed. */
const sendDocument = (
  ctx: CallContext,
  request: Request,
  { asked, send }: { asked: URLSearchParams; send: SendCall },
): Promise<Open311Document> =>
  withRoom(networkOf(ctx.address), async (counting) => {
    const sent = await readBody(request, ofPage(MAX_MEDIA), counting);
    const key = request.headers.get('idempotency-key');
    return send(ctx, { sent, asked, key, apiKey: keyOf(request) });
  });

async function readDocument(
  ctx: CallContext,
  place: Open311Place | undefined,
  asked: URLSearchParams,
  apiKey: string | undefined,
): Promise<Open311Document> {
  const { resource, id } = place ?? {};
  if (resource === 'discovery' && id === undefined) return open311Discovery(ctx);
  if (resource === 'services')
    return id === undefined ? open311Services(ctx, asked) : open311Definition(ctx, asked, id);
  if (resource === 'tokens' && id !== undefined) return open311Token(ctx, asked, id);
  if (resource === 'requests')
    return id === undefined ? open311Requests(ctx, asked, apiKey) : open311Request(ctx, asked, { id, apiKey });
  if (resource === 'servicerequestupdates' && id === undefined) return open311Updates(ctx, asked, apiKey);
  throw new Open311Error(404, ['Questo indirizzo non esiste: i formati sono xml e json.']);
}

function faultOf(error: unknown): Open311Error & { retryAfter?: number | undefined } {
  if (error instanceof Open311Error) return error;
  const fault = error instanceof PortalError ? error : new PortalError('failed', { cause: error });
  return Object.assign(asOpen311Error(fault), { retryAfter: fault.retryAfter });
}
