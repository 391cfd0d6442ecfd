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

type OperationName = keyof typeof apiOperations;

const names = Object.keys(apiOperations) as OperationName[];
const findCalls = pathTable(
  names
    .filter((name) => isBackEnds(apiOperations[name]))
    .flatMap((name) =>
      pathSpellings(apiOperations[name].path).map((path) => ({ name, path: path.replace(/\/$/, '') })),
    ),
);
/** @returns the name of a call of the specification */
const calledBy = (method: string, pathname: string): OperationName | undefined =>
  [...findCalls(pathname.replace(/\/$/, ''))].find(({ row }) => apiOperations[row.name].method === method)?.row.name;

const page = (status: number, title: string) =>
  new Response(
    `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body>${status} ${title}</body></html>`,
    {
      status,
      headers: { 'content-type': 'text/html; charset=UTF-8' },
    },
  );

/** Answers instead of the call's, which is not carried out; but for `silent`: there the call is carried out and its answer lost. */
const FAULTS = {
  html500: () => page(500, 'Server Error'),
  html200: () => page(200, 'Manutenzione'),
  '503': () => Response.json({ message: 'Service Unavailable' }, { status: 503, headers: { 'retry-after': '60' } }),
  '429': () => Response.json({ message: 'Too Many Attempts.' }, { status: 429, headers: { 'retry-after': '120' } }),
  shape: () => Response.json({ data: { Id: 7, list: 'seven' }, meta: null }),
  silent: () => undefined,
};
type BackEndFault = keyof typeof FAULTS;

/** What Laravel says by itself, whatever the application would. */
const WORDS: Readonly<Record<number, string>> = {
  401: 'Unauthenticated.',
  403: 'This action is unauthorized.',
  404: 'Not found.',
  429: 'Too Many Attempts.',
};

/** @property token its anti-forgery token @property citizen the browser at the portal behind */
type LaravelSession = { id: string; token: string; citizen: Citizen };

/** A value of a cookie: another at every answer, and with letters that are encoded. */
const wrap = (text: string) => encodeURIComponent(`+/=${randomUUID()}|${text}`);
const unwrap = (value = '') => decodeURIComponent(value).split('|')[1] ?? '';
const SESSION_COOKIE = /(?:^|; )laravel_session=([^;]+)/;
const PASSED_ON = ['accept', 'content-type', 'idempotency-key', 'if-none-match', 'x-forwarded-for'];
const KEPT_FROM_THERE = [
  'content-type',
  'content-disposition',
  'content-security-policy',
  'etag',
  'location',
  'retry-after',
];

/**
 * @property break makes answers of a path wrong, all or so many; with `*` at its end, of all paths that begin so
 * @property endSessions as when Laravel's storage is cleared
 */
export type LaravelDouble = BackEndServer & {
  break(path: string, how: BackEndFault, times?: number): void;
  mend(): void;
  endSessions(): void;
};

/** @param behind a sandbox whose PUBLIC_URL is that of the portal in front @property lean no answer has the portal's own wishes */
export async function laravelDouble(behind: Portal, { lean = false, port = 0 } = {}): Promise<LaravelDouble> {
  const sessions = new Map<string, LaravelSession>();
  const broken = new Map<string, { how: BackEndFault; left: number }>();
  const server = await startBackEnd(answer, port);
  return {
    ...server,
    break: (path, how, times = Number.POSITIVE_INFINITY) => void broken.set(path, { how, left: times }),
    mend: () => broken.clear(),
    endSessions: () => sessions.clear(),
  };

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const session = sessions.get(unwrap(SESSION_COOKIE.exec(request.headers.get('cookie') ?? '')?.[1])) ?? begin();
    const [, way, persona] = /^\/(login|logout)(?:\/(\w+))?$/.exec(pathname) ?? [];
    if (way) {
      sessions.delete(session.id);
      const next = begin(persona ? session.citizen : undefined);
      if (persona) await loginAs(next.citizen, persona as Persona);
      await next.citizen.arrive();
      const headers = { location: searchParams.get('ritorno') ?? '/' };
      return withCookies(new Response(null, { status: 302, headers }), next);
    }
    if (pathname === '/sanctum/csrf-cookie') return withCookies(new Response(null, { status: 204 }), session);
    const name = calledBy(request.method, pathname);
    if (pathname.startsWith('/api/')) {
      if (!name)
        return Response.json({ message: `The route ${pathname.slice(1)} could not be found.` }, { status: 404 });
      if (request.method !== 'GET' && unwrap(request.headers.get('x-xsrf-token') ?? '') !== session.token)
        return withCookies(page(419, 'Page Expired'), session);
    }
    const fault = faultOf(pathname);
    const instead = fault && FAULTS[fault]();
    const answered = instead ?? (await passOn(request, session, name));
    return fault === 'silent' ? new Promise<never>(() => undefined) : withCookies(answered, session);
  }

  function begin(citizen = new Citizen(behind.local, behind.base)): LaravelSession {
    const session = { id: randomUUID(), token: randomUUID(), citizen };
    sessions.set(session.id, session);
    return session;
  }

  function faultOf(pathname: string): BackEndFault | undefined {
    const fits = (path: string) => (path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : path === pathname);
    const found = [...broken].find(([path, { left }]) => left > 0 && fits(path))?.[1];
    if (found) found.left--;
    return found?.how;
  }

  async function passOn(request: Request, { citizen }: LaravelSession, name?: OperationName): Promise<Response> {
    const { method, body } = request;
    if (method !== 'GET' && !citizen.token) await citizen.arrive();
    const headers = new Headers({ origin: behind.base, cookie: citizen.cookies, 'x-xsrf-token': citizen.token });
    for (const one of PASSED_ON) if (request.headers.has(one)) headers.set(one, request.headers.get(one) ?? '');
    // The portal keeps receipts below a path of its own.
    const path = request.url.slice(server.url.length).replace(/^\/storage\//, '/api/v1/portale/');
    const init = { method, headers, body, duplex: 'half', redirect: 'manual' } as RequestInit;
    const answered = await fetch(behind.local + path, init);
    citizen.take(answered.headers);
    const kept = new Headers({ 'cache-control': 'no-cache, private', 'x-powered-by': 'PHP/8.3' });
    for (const one of KEPT_FROM_THERE) {
      const value = answered.headers.get(one);
      if (value !== null) kept.set(one, value.replace('/api/v1/portale/', '/storage/'));
    }
    const { status } = answered;
    const sent =
      name && status !== 304 && status !== 204 && answered.headers.get('content-type')?.startsWith('application/json');
    const answeredBody = sent ? inLaravelWords(name, status, await answered.text()) : answered.body;
    return new Response(answeredBody, { status, headers: kept });
  }

  function inLaravelWords(name: OperationName, status: number, text: string): string {
    const there = text
      .replaceAll(`${behind.base}/sandbox/`, `${server.url}/sandbox/`)
      .replaceAll('"/api/v1/portale/', `"${server.url}/storage/`);
    const { data, code: _, reason: _reason, ...said } = JSON.parse(there);
    if (status < 300) return JSON.stringify({ ...said, data: lean ? leanData(name, data) : data });
    const message = WORDS[status] ?? (said.errors ? 'The given data was invalid.' : said.message);
    return JSON.stringify({ ...said, message });
  }
}

function withCookies(response: Response, { id, token }: LaravelSession): Response {
  const rest = 'Max-Age=7200; path=/';
  response.headers.append('set-cookie', `XSRF-TOKEN=${wrap(token)}; ${rest}; samesite=lax`);
  response.headers.append('set-cookie', `laravel_session=${wrap(id)}; ${rest}; httponly; samesite=lax`);
  return response;
}
