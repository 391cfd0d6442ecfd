/** The HTTP side of Open311: finds what an address asks for, and writes it as XML or JSON. */
import type { APIContext } from 'astro';
import { type CallContext, ctxOf } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { xmlText } from '../../../platform/xml.server.ts';
import { OPEN311_PATH } from './open-data.links.ts';
import { contentTag } from './open-data.server.ts';
import {
  errorDocument,
  type Open311Document,
  Open311Error,
  open311Definition,
  open311Discovery,
  open311Request,
  open311Requests,
  open311Services,
} from './open311.server.ts';

const ANSWER_FORMATS = {
  xml: { type: 'text/xml', write: ({ xml }: Open311Document) => xmlText(xml) },
  json: { type: 'application/json', write: ({ json }: Open311Document) => JSON.stringify(json) },
};
/** The one that the standard demands: for errors of an address that names none. */
const DEFAULT_FORMAT = 'xml';

type Open311Place = { format: keyof typeof ANSWER_FORMATS; resource: string; id: string | undefined };

/** Every answer, errors too, may be read by pages of every site. */
export async function answerOpen311({
  request,
  url,
  locals,
}: Pick<APIContext, 'request' | 'url'> & { locals: Pick<App.Locals, 'ctx'> }): Promise<Response> {
  const { house } = locals.ctx;
  const place = placeOf(url.pathname);
  const { type, write } = ANSWER_FORMATS[place?.format ?? DEFAULT_FORMAT];
  const headers: Record<string, string> = {
    'content-type': `${type}; charset=utf-8`,
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  };
  try {
    requireReading(request.method, place);
    const answer = await house.monitoring.span('open311', () =>
      readDocument(ctxOf(house, { host: url.hostname }), place, url.searchParams),
    );
    const bytes = Buffer.from(write(answer));
    headers.etag = `"${contentTag(bytes)}"`;
    if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
    return new Response(bytes, { headers });
  } catch (error) {
    const { status, descriptions } = faultOf(error);
    if (!(error instanceof Open311Error)) house.monitoring.report(error, { route: OPEN311_PATH });
    if (status === 405) headers.allow = 'GET, HEAD';
    return new Response(write(errorDocument(status, descriptions)), { status, headers });
  }
}

/** @returns undefined for an address of the standard's form in no format of ours, and for any other */
function placeOf(pathname: string): Open311Place | undefined {
  const [, resource = '', id, format] =
    /^\/([a-z]+)(?:\/([\w-]{1,40}))?\.(xml|json)$/.exec(pathname.slice(OPEN311_PATH.length)) ?? [];
  return format ? { resource, id, format: format as Open311Place['format'] } : undefined;
}

/** @throws Open311Error 501 for the report that a client sends, 405 for anything else that is not a question */
function requireReading(method: string, place: Open311Place | undefined): void {
  if (method === 'GET' || method === 'HEAD') return;
  if (method === 'POST' && place?.resource === 'requests')
    throw new Open311Error(501, ['Le segnalazioni non si inviano ancora in questo modo: usa la pagina /segnalazione.']);
  throw new Open311Error(405, ['Metodo non ammesso.']);
}

async function readDocument(
  ctx: CallContext,
  place: Open311Place | undefined,
  asked: URLSearchParams,
): Promise<Open311Document> {
  const { resource, id } = place ?? {};
  if (resource === 'discovery' && id === undefined) return open311Discovery(ctx);
  if (resource === 'services')
    return id === undefined ? open311Services(ctx, asked) : open311Definition(ctx, asked, id);
  if (resource === 'requests') return id === undefined ? open311Requests(ctx, asked) : open311Request(ctx, asked, id);
  throw new Open311Error(404, ['Questo indirizzo non esiste: i formati sono xml e json.']);
}

function faultOf(error: unknown): { status: number; descriptions: readonly string[] } {
  if (error instanceof Open311Error) return error;
  const { status, message } = error instanceof PortalError ? error : new PortalError('failed', { cause: error });
  return { status, descriptions: [message] };
}
