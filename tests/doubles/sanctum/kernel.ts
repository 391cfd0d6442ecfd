/** The application behind nginx: finds the route, and passes the request through Laravel's middleware in their order. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { phpFields, type ReceivedBody } from './body.ts';
import {
  type BackEndReply,
  errorPage,
  expectsJson,
  jsonReply,
  RouteRefusal,
  redirectTo,
  refuseWith,
} from './laravel.ts';
import { leanReply } from './lean.ts';
import type { BackEndCall, BackEndRoute } from './route.ts';
import { matchRoute } from './router.ts';
import { type BackEndSession, type KeptAnswer, newSession, type SessionStore } from './session.ts';
import type { Town } from './town.ts';
import { type FieldRules, requireValid } from './validate.ts';

/** @property url of the back end @property stateful hosts of the application's pages */
export type KernelParts = {
  town: Town;
  sessions: SessionStore;
  routes: readonly BackEndRoute[];
  url: () => string;
  stateful: readonly string[];
  json419: boolean;
  lenientBot: boolean;
  lean: boolean;
};

/** @property path without prefix and final slash @property instead answer of a broken application, which carries out nothing */
export type KernelRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  read: ReceivedBody;
  instead: BackEndReply | undefined;
};
export type KernelAnswer = { reply: BackEndReply; cookies: string[] };

export function backEndKernel(parts: KernelParts): (request: KernelRequest) => KernelAnswer {
  const keptWithoutSession = new Map<string, KeptAnswer>();

  /** Sanctum's `fromFrontend`: the address without its scheme against each host with a slash. */
  const isOwnPage = (address: string): boolean => {
    const domain = address.replace(/^https?:\/\//, '');
    return parts.stateful.some((host) => patternOf(`${host}/*`).test(domain.endsWith('/') ? domain : `${domain}/`));
  };

  const callOf = (request: KernelRequest, params: Record<string, string>, session: BackEndSession): BackEndCall => {
    const { headers, query, read } = request;
    const fields = { ...phpFields([...query]), ...read.fields };
    const back = headers.referer || `${parts.url()}/`;
    return {
      town: parts.town,
      sessions: parts.sessions,
      url: parts.url(),
      isOwnPage,
      session,
      params,
      headers,
      back,
      fields,
      files: read.files,
    };
  };

  return (request) => {
    const { method, path, headers, instead } = request;
    const found = matchRoute(parts.routes, method, path);
    // Without a route there is no middleware, and so no cookie.
    if ('allowed' in found)
      return { reply: instead ?? shown(withoutRoute(method, path, found.allowed), headers), cookies: [] };
    const { route, params } = found;
    const isStateful = route.web ?? isOwnPage(headers.referer || headers.origin || '');
    const session = isStateful ? parts.sessions.open(headers) : newSession();
    const call = callOf(request, params, session);
    const withCookies = (reply: BackEndReply, withToken = true): KernelAnswer => ({
      reply,
      cookies: isStateful ? parts.sessions.cookieLines(session, withToken) : [],
    });
    if (instead) return withCookies(instead);
    const writes = method !== 'GET' && method !== 'HEAD';
    if (writes && isStateful && !parts.sessions.holdsToken(session, headers, call.fields))
      return withCookies(mismatch(headers), false);
    try {
      const reply = carryOut(route, call, isStateful ? session.kept : keptWithoutSession);
      return withCookies(parts.lean ? leanReply(route.path, reply) : reply);
    } catch (error) {
      const reply = shown(error, headers);
      return withCookies(route.path.startsWith('/api/v1/payments/') ? flagged(reply) : reply);
    }
  };

  function mismatch(headers: IncomingHttpHeaders): BackEndReply {
    const inJson = parts.json419 && expectsJson(headers);
    return inJson ? jsonReply(419, { message: 'CSRF token mismatch.' }) : errorPage(419);
  }

  /** Login, validation, then the route. */
  function carryOut(route: BackEndRoute, call: BackEndCall, kept: Map<string, KeptAnswer>): BackEndReply {
    if (route.login && !call.session.person)
      throw new RouteRefusal(jsonReply(401, { message: 'Unauthenticated.' }), redirectTo(`${parts.url()}/login`));
    const bot: FieldRules = route.method === 'POST' && !parts.lenientBot ? { 'g-recaptcha-response': 'present' } : {};
    requireValid(call.fields, { ...route.rules, ...bot }, call.back);
    const key = route.creates && call.headers['idempotency-key'];
    return key ? once(kept, `${route.path} ${JSON.stringify(call.params)} ${key}`, call, route) : route.answer(call);
  }
}

/** A refusal for this caller; every other error is the double's own. */
function shown(error: unknown, headers: IncomingHttpHeaders): BackEndReply {
  if (!(error instanceof RouteRefusal)) throw error;
  return expectsJson(headers) ? error.reply : error.plain;
}

/** Laravel's `Str::is`: `*` stands for any letters, slashes too. */
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's');

function withoutRoute(method: string, path: string, allowed: readonly string[]): RouteRefusal {
  const name = path.slice(1);
  if (allowed.length === 0) return refuseWith(404, `The route ${name} could not be found.`);
  const methods = allowed.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ');
  const words = `The ${method} method is not supported for route ${name}. Supported methods: ${methods}.`;
  return refuseWith(405, words, { Allow: methods });
}

/** The first answer under a key is given again; not to another body. What failed may be sent again. */
function once(kept: Map<string, KeptAnswer>, key: string, call: BackEndCall, route: BackEndRoute): BackEndReply {
  const { 'g-recaptcha-response': _bot, _token, ...fields } = call.fields;
  const digests = call.files.map(({ field, sha256 }) => [field, sha256]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([fields, digests]))
    .digest('hex');
  const before = kept.get(key);
  if (before && before.fingerprint !== fingerprint)
    throw refuseWith(422, 'The Idempotency-Key was used for another request.');
  if (before) return before.reply;
  const reply = route.answer(call);
  kept.set(key, { fingerprint, reply });
  return reply;
}

/** A failure of a payment call in the envelope of these calls, beside what Laravel says. */
function flagged(reply: BackEndReply): BackEndReply {
  if (reply.type !== 'application/json') return reply;
  const said = JSON.parse(String(reply.body));
  const error = { status: reply.status, codice: `HTTP_${reply.status}`, messaggio: said.message };
  return jsonReply(reply.status, { success: false, error, ...said }, reply.headers);
}
