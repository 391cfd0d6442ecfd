/** The HTTP side of the API: turns a request into a call, and its result or error into a response. */
import * as z from 'zod/mini';
import type { CallContext, CallingProgram } from '../context.ts';
import { networkOf } from './address.ts';
import type { UploadBody } from './back-end/back-end.ts';
import { bareToken } from './back-end/token.ts';
import {
  BODY_LIMIT,
  type CountBody,
  collectFields,
  nestFields,
  ofCall,
  type ReceivedFields,
  readBody,
  readText,
  UPLOAD_OVERHEAD,
  withRoom,
} from './body.server.ts';
import { type ApiOperation, eventsOutput, type FileAnswer, fileOutput } from './contract.ts';
import { PortalError, requireNoErrors } from './errors.ts';
import { hasState } from './etag.server.ts';
import { currentRequest } from './monitoring/request.server.ts';
import {
  cacheControl,
  eventsResponse,
  fileResponse,
  inEnvelope,
  isFileAnswer,
  jsonResponse,
  NO_STORE,
  unchangedAnswer,
} from './responses.server.ts';
import type { OtherMethod, RouteMatch } from './router.server.ts';
import { answerOperation, type CallRules, parseInput } from './run.server.ts';

export type ApiTable = {
  match(method: string, pathname: string): RouteMatch | OtherMethod | 'no_path';
  rules: CallRules;
};

/** What the middleware found out before the call is answered. @property refused the anti-forgery token or the origin is wrong */
export type GateResult = { ctx: CallContext; refused: PortalError | null };

/** @param refusal why a send with this anti-forgery token is refused; a call that only reads needs none */
export function gateCall(
  request: Request,
  ctx: CallContext,
  refusal: (token: string | null) => PortalError | null,
): GateResult {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return { ctx, refused: reads ? null : refusal(request.headers.get('x-xsrf-token')) };
}

/** Answers one call of the API, measured under the name of its operation. */
export function answerCall(request: Request, api: ApiTable, gate: GateResult): Promise<Response> {
  const url = new URL(request.url);
  const match = api.match(request.method, url.pathname);
  const { name, operation } = operationOf(match) ?? { name: 'api' };
  const place = currentRequest();
  if (place && operation) Object.assign(place, { route: operation.path, operation: name });
  return gate.ctx.house.monitoring.span(name, async () => {
    const response = await answerMatch();
    if (operation?.anyOrigin) {
      response.headers.set('access-control-allow-origin', '*');
      response.headers.set('cross-origin-resource-policy', 'cross-origin');
    }
    return response;
  });

  async function answerMatch(): Promise<Response> {
    try {
      if (match === 'no_path') throw new PortalError('not_found');
      if ('takes' in match)
        return jsonResponse(405, JSON.stringify({ message: 'Metodo non ammesso.' }), { allow: match.takes });
      // What is passed on takes no room here.
      if (!operation?.upload || gate.ctx.house.backEnd.takes(operation))
        return await answerSuccess(request, url, match, api, gate);
      return await withRoom(networkOf(gate.ctx.address), (counting) =>
        answerSuccess(request, url, match, api, { ...gate, counting }),
      );
    } catch (error) {
      return answerFailure(error, gate.ctx, name, operation);
    }
  }
}

async function answerSuccess(
  request: Request,
  url: URL,
  match: RouteMatch,
  api: ApiTable,
  { ctx, refused, counting }: GateResult & { counting?: CountBody },
): Promise<Response> {
  const { operation, handler } = match.named;
  // Before a version of the answer is read, too.
  if (ctx.programma) requireScope(operation, ctx.programma);
  if (operation.method !== 'GET' && refused && !operation.signedBy) throw refused;
  const passedOn = ctx.house.backEnd.takes(operation);
  const upload = passedOn && operation.upload ? passingUpload(request, operation.upload) : undefined;
  const body = operation.method === 'POST' && !upload ? await bodyOf(request, operation, counting) : {};
  // A provider may add to the address that it was given: what it tells is in the signed body.
  if (!passedOn && !operation.signedBy) requireKnownNames(operation, url);
  const fields: ReceivedFields = { ...collectFields(url.searchParams), ...upload?.fields, ...body, ...match.params };

  const known =
    !passedOn && typeof handler === 'object' && handler.version
      ? await versionOf(handler.version, fields, match, ctx)
      : undefined;
  const ifNoneMatch = request.headers.get('if-none-match') ?? undefined;
  if (known && hasState(ifNoneMatch, known)) return unchangedAnswer(known, cacheControl(known, ctx));

  const key =
    request.headers.get('idempotency-key') ?? (typeof fields._chiave === 'string' ? fields._chiave : undefined);
  const ask = { ifNoneMatch, token: bareToken(request.headers.get('x-xsrf-token'), ctx.browser?.jar.sentToken)?.bare };
  // Of a call that is answered here the back end has not seen the token: it is the one in the cookie, which no other site can read.
  if (operation.method !== 'GET' && !passedOn && ctx.browser && ask.token !== ctx.browser.jar.sentToken)
    throw new PortalError('token');
  const answer = await answerOperation(match.named, fields, ctx, { key, rules: api.rules, ask, upload }).catch(
    (error: unknown) => {
      throw upload?.refused() ?? error;
    },
  );
  const { output, etag = known } = answer;
  // The back end alone knows whether this is a logged-in person: none of its answers is kept on the device.
  const kept = (tag: string) => (passedOn ? NO_STORE : cacheControl(tag, ctx));
  if (answer.unchanged && etag) return unchangedAnswer(etag, kept(etag));
  // A back end may send at once the file to which its contract would lead.
  if (operation.output === fileOutput || isFileAnswer(output)) return fileResponse(output as FileAnswer, request, ctx);
  if (operation.output === eventsOutput) return eventsResponse(output as () => ReadableStream<Uint8Array>, request);
  if (operation.status === 302) {
    const { location } = output as { location: string };
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
  }
  if (operation.status === 204) return new Response(null, { status: 204 });
  const status = typeof operation.status === 'function' ? operation.status(output as never) : (operation.status ?? 200);
  const text = JSON.stringify({ ...(operation.flagged && { success: true }), data: output });
  return jsonResponse(status, text, etag ? { etag, 'cache-control': kept(etag) } : {});
}

/** @throws PortalError `forbidden` for a call that is not for programs, or not for this one */
function requireScope({ scope }: ApiOperation, { permessi }: CallingProgram): void {
  if (!scope) throw new PortalError('forbidden', { message: 'Questa chiamata non è per i programmi.' });
  if (permessi.includes(scope)) return;
  throw new PortalError('forbidden', { message: `La chiave di questo programma non ha il permesso ${scope}.` });
}

/**
 * A parameter that is not read changes what is asked for: without its filter, a list holds more.
 * @throws PortalError `invalid` with each name in the address that the call does not have
 */
function requireKnownNames({ input }: ApiOperation, url: URL): void {
  if (!(input instanceof z.ZodMiniObject)) return;
  const names = Object.keys(input.shape);
  const there = names.length > 0 ? `Ci sono: ${names.join(', ')}.` : 'Questa chiamata non ne ha.';
  const unknown = [...new Set(url.searchParams.keys())].filter((name) => !names.includes(name));
  requireNoErrors(Object.fromEntries(unknown.map((name) => [name, [`Il parametro «${name}» non esiste. ${there}`]])));
}

/** Fields of an upload that the portal keeps, as headers: its body is passed on unread. */
const UPLOAD_FIELDS = ['percorso', 'categoria'] as const;

/**
 * An upload that goes to the back end while it arrives, byte for byte, up to the limit.
 * @property refused why it was broken off here, if it was
 * @throws PortalError `wrong_type`, `too_large`
 */
function passingUpload(
  request: Request,
  limit: number,
): UploadBody & { fields: ReceivedFields; refused(): PortalError | undefined } {
  const { headers, body } = request;
  const type = headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type) || !body) throw new PortalError('wrong_type');
  const length = headers.get('content-length');
  const most = limit + UPLOAD_OVERHEAD;
  if (Number(length ?? 0) > most) throw tooLargeFile(limit);
  let bytes = 0;
  let refused: PortalError | undefined;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, controller) => {
      bytes += part.byteLength;
      if (bytes <= most) return controller.enqueue(part);
      refused = tooLargeFile(limit);
      controller.error(refused);
    },
  });
  const named = UPLOAD_FIELDS.map((name) => [name, decodeHeader(headers.get(`x-${name}`))]);
  return {
    type,
    length,
    parts: body.pipeThrough(counted),
    fields: Object.fromEntries(named.filter(([, text]) => text)),
    refused: () => refused,
  };
}

function decodeHeader(text: string | null): string | undefined {
  try {
    return text === null ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

async function bodyOf(
  request: Request,
  { upload, signedBy }: ApiOperation,
  counting?: CountBody,
): Promise<ReceivedFields> {
  if (signedBy) return { corpo: await readText(request, BODY_LIMIT), firma: request.headers.get(signedBy) ?? '' };
  return nestFields(await readBody(request, ofCall(upload), counting).catch(inWords(upload)));
}

/** The answer to a file that is too large names the limit. */
function inWords(upload: number | undefined): (error: unknown) => never {
  return (error) => {
    if (!upload || !(error instanceof PortalError) || error.code !== 'too_large') throw error;
    throw tooLargeFile(upload);
  };
}

function tooLargeFile(limit: number): PortalError {
  const words = `Questo file supera i ${limit / 1024 / 1024} MB. Riducilo, oppure dividilo in più file, e riprova.`;
  return new PortalError('too_large', { message: words, fields: { file: [words] } });
}

/** Answers a cheap question every few seconds; a wrong input or a refusal throws as in the call itself. */
async function versionOf(
  version: ReadVersion,
  fields: ReceivedFields,
  match: RouteMatch,
  ctx: CallContext,
): Promise<string> {
  return `"${await version(parseInput(match.named.operation, fields) as never, ctx)}"`;
}

type ReadVersion = (input: never, ctx: CallContext) => Promise<string>;

/** Errors in the one shape that browser and server read. Errors of the portal are reported, those of the caller are not. */
function answerFailure(error: unknown, ctx: CallContext, name: string, operation?: ApiOperation): Response {
  ctx.house.monitoring.report(error, { route: 'api', operation: name });
  return inEnvelope(error instanceof PortalError ? error : new PortalError('failed', { cause: error }), operation);
}

/** Answers a call that was not let in because the store could not tell who makes it. */
export function notLetIn(request: Request, api: ApiTable, error: PortalError): Response {
  const match = api.match(request.method, new URL(request.url).pathname);
  return inEnvelope(error, operationOf(match)?.operation);
}

const operationOf = (match: ReturnType<ApiTable['match']>) =>
  typeof match === 'object' && 'named' in match ? match.named : undefined;
