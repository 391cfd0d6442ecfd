/**
 * A back end as the specification has it, made with Laravel: Sanctum's cookies and token, Laravel's words for refusals, only the calls
 * of the specification and, if told, no more than its fields. What it answers is that of a real portal, in the sandbox.
 * `npm run test:laravel` has a real Laravel.
 */
import { randomUUID } from 'node:crypto';
import { apiOperations } from '../../src/api.ts';
import { isBackEnds } from '../../src/platform/back-end/back-end.ts';
import { pathSpellings, pathTable } from '../../src/platform/path-template.ts';
import { Citizen } from '../citizen.ts';
import { loginAs, type Persona } from '../login.ts';
import type { Portal } from '../portal.ts';
import { type BackEndServer, startBackEnd } from './back-end-server.ts';
import { leanData } from './lean.ts';
import type { CallTranslation } from './portal-behind.ts';

type OperationName = keyof typeof apiOperations;

const findCalls = pathTable(
  Object.entries(apiOperations)
    .filter(([, operation]) => isBackEnds(operation))
    .flatMap(([name, { method, path }]) =>
      pathSpellings(path).map((one) => ({ name: name as OperationName, method, path: one })),
    ),
);

/** What Laravel says by itself, whatever the application would. */
const WORDS: Readonly<Record<number, string>> = {
  401: 'Unauthenticated.',
  404: 'Not found.',
  419: 'CSRF token mismatch.',
  429: 'Too Many Attempts.',
};
const refusal = (status: number, wait = '1', message = WORDS[status]) =>
  Response.json({ message }, { status, headers: { 'retry-after': wait } });

export const inLaravelWords: CallTranslation = {
  response: async (response) => {
    if (response.status < 400) return response;
    const { message, code: _, reason: _reason, ...said } = (await response.json()) as Record<string, unknown>;
    const words = WORDS[response.status] ?? (said.errors ? 'The given data was invalid.' : message);
    return new Response(JSON.stringify({ message: words, ...said }), response);
  },
};

const page = (status: number) =>
  new Response('<!DOCTYPE html><title>Torniamo presto</title>', { status, headers: { 'content-type': 'text/html' } });

/** Answers instead of the call's, which is not carried out; but for `silent`: there the call is carried out and its answer lost. */
const FAULTS = {
  html500: () => page(500),
  html200: () => page(200),
  '503': () => refusal(503, '60', 'Service Unavailable'),
  '429': () => refusal(429, '120'),
  shape: () => Response.json({ data: { Id: 7, list: 'seven' }, meta: null }),
  silent: (carryOut: () => Promise<Response>) => carryOut().then(() => new Promise<never>(() => undefined)),
};
type BackEndFault = { path: string; how: keyof typeof FAULTS; left: number };

/** @property id its anti-forgery token, too @property citizen the browser at the portal behind */
type LaravelSession = { id: string; citizen: Citizen };

/** A value of a cookie: another at every answer, and with letters that are encoded. */
const wrap = (text: string) => encodeURIComponent(`+/=${randomUUID()}|${text}`);
const unwrap = (value: string | null | undefined) => decodeURIComponent(value ?? '').split('|')[1] ?? '';

const PASSED_ON = /^(content-type|idempotency-key|if-none-match|x-forwarded-for)$/;
const PASSED_BACK = /^(content-(type|disposition|security-policy)|etag|location|retry-after)$/;
const pick = (headers: Headers, names: RegExp) => Object.fromEntries([...headers].filter(([name]) => names.test(name)));

/**
 * @property break makes the answers of all paths that begin so wrong, all or so many, until they are mended
 * @property endSessions as when Laravel's storage is cleared
 */
export type LaravelDouble = BackEndServer & {
  break(path: string, how: BackEndFault['how'], times?: number): void;
  mend(): void;
  endSessions(): void;
};

/** @param behind a sandbox whose PUBLIC_URL is that of the portal in front @param lean no answer has the portal's own wishes */
export async function laravelDouble(behind: Portal, { lean = false, port = 0 } = {}): Promise<LaravelDouble> {
  const sessions = new Map<string, LaravelSession>();
  const fault: BackEndFault = { path: '', how: 'shape', left: 0 };
  const server = await startBackEnd(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const cookie = /(?:^|; )laravel_session=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
    const session = sessions.get(unwrap(cookie)) ?? begin();
    const [, way, persona] = /^\/(login|logout)(?:\/(\w+))?$/.exec(pathname) ?? [];
    if (!way) return withCookies(await answer(request, session), session);
    sessions.delete(session.id);
    const next = begin(persona ? session.citizen : undefined);
    if (persona) await loginAs(next.citizen, persona as Persona);
    return withCookies(Response.redirect(searchParams.get('ritorno') ?? behind.base), next);
  }, port);
  return {
    ...server,
    break: (path, how, left = Number.POSITIVE_INFINITY) => void Object.assign(fault, { path, how, left }),
    mend: () => void Object.assign(fault, { left: 0 }),
    endSessions: () => sessions.clear(),
  };

  function begin(citizen = new Citizen(behind.local, behind.base)): LaravelSession {
    const session = { id: randomUUID(), citizen };
    sessions.set(session.id, session);
    return session;
  }

  async function answer(request: Request, { id, citizen }: LaravelSession): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/sanctum/csrf-cookie') return new Response(null, { status: 204 });
    if (!pathname.startsWith('/api/')) return passOn(request, citizen);
    const name = [...findCalls(pathname)].find(({ row }) => row.method === request.method)?.row.name;
    if (!name) return refusal(404);
    if (request.method !== 'GET' && unwrap(request.headers.get('x-xsrf-token')) !== id) return refusal(419);
    const carryOut = async () => inLaravelWords.response(await passOn(request, citizen, name));
    if (fault.left <= 0 || !pathname.startsWith(fault.path)) return carryOut();
    fault.left--;
    return FAULTS[fault.how](carryOut);
  }

  /** Asks the portal behind as a page of its own would. What it keeps below other paths has an address of the back end. */
  async function passOn(request: Request, citizen: Citizen, name?: OperationName): Promise<Response> {
    const { url, method, body } = request;
    if (method !== 'GET' && !citizen.token) await citizen.arrive();
    const { cookies: cookie, token } = citizen;
    const headers = { origin: behind.base, cookie, 'x-xsrf-token': token, ...pick(request.headers, PASSED_ON) };
    const path = url.slice(server.url.length).replace(/^\/storage\//, '/api/v1/portale/');
    const init = { method, headers, body, duplex: 'half', redirect: 'manual' } as RequestInit;
    const answered = await fetch(behind.local + path, init);
    citizen.take(answered.headers);
    const { status, ok } = answered;
    const how = { status, headers: pick(answered.headers, PASSED_BACK) };
    const isJson = status !== 304 && /json/.test(answered.headers.get('content-type') ?? '');
    if (!name || !isJson) return new Response(answered.body, how);
    const { data, ...said } = JSON.parse(
      (await answered.text())
        .replaceAll(`${behind.base}/sandbox/`, `${server.url}/sandbox/`)
        .replaceAll('"/api/v1/portale/', `"${server.url}/storage/`),
    );
    return Response.json({ ...said, data: ok && lean ? leanData(name, data) : data }, how);
  }
}

function withCookies({ status, body, headers }: Response, { id }: LaravelSession): Response {
  const answered = new Response(body, { status, headers });
  answered.headers.append('set-cookie', `XSRF-TOKEN=${wrap(id)}; Max-Age=7200; path=/; samesite=lax`);
  answered.headers.append('set-cookie', `laravel_session=${wrap(id)}; Max-Age=7200; path=/; httponly; samesite=lax`);
  return answered;
}
