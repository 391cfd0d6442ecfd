/** Decides about every request: who makes it, whether they may see the page, and the headers of the answer. */

import { defineMiddleware } from 'astro:middleware';
import { createHash } from 'node:crypto';
import type { APIContext } from 'astro';
import { type CallContext, ctxOf, type PortalHouse } from './context.ts';
import { enteOfPage, offeredOn } from './features/cases/ente/ente.server.ts';
import { isOffered, serviceAt } from './features/cases/ente/servizi.ts';
import { adoptGuest, forgottenLogin, readLoginInFront } from './features/people/accesso/login-in-front.server.ts';
import {
  accessoCookie,
  accessoCookieName,
  clearedListKey,
  LOGIN_SEEN_COOKIE,
  readAccesso,
} from './features/people/accesso/session.server.ts';
import { admitCaller, browserOf, faultOfSend, faultOfSendInFront, isByPerson } from './gate.server.ts';
import { networkOf } from './platform/address.ts';
import { OWN_CALLS } from './platform/back-end/back-end.ts';
import { setCookie } from './platform/cookie.ts';
import { completeCsp } from './platform/csp.ts';
import { PortalError } from './platform/errors.ts';
import { contentTag, hasState } from './platform/etag.server.ts';
import { guardScreen, ownPath } from './platform/guard.ts';
import { silentMonitoring } from './platform/monitoring/monitoring.server.ts';
import {
  currentRequest,
  duringRequest,
  newRequestId,
  REQUEST_ID_HEADER,
} from './platform/monitoring/request.server.ts';
import { sameOrigin, siteOfRequest } from './platform/origin.ts';
import { sentTo } from './platform/page.server.ts';
import type { PortalScreen } from './platform/screens.ts';
import { stillKey } from './platform/still.server.ts';
import {
  csrfToken,
  formerOwner,
  newVisitor,
  personMark,
  sendRefused,
  visitorCookie,
  visitorCookieName,
} from './platform/visitor.server.ts';
import { portalScreens } from './routes.ts';
import portalStyle from './ui/style/portale.scss?inline';
import { themeCss } from './ui/theme.ts';
import { isStartError, theHouse } from './wiring.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
/** The style sheet that the layout prints. */
const STYLE_HASH = hashOf(portalStyle);

export const onRequest = defineMiddleware(async (context, next) => {
  // The host has begun it; in development there is no host.
  const place = currentRequest() ?? { id: newRequestId() };
  // A page that is rewritten to another passes here twice, and stays the one that was asked for.
  place.route ??= routeOf(context);
  if (context.locals.address) place.network = networkOf(context.locals.address);
  const response = await duringRequest(place, () => answerRequest(context, next));
  // A page that arrives well needs no id, and its first round trip has no bytes to spare.
  if (response.status >= 400 || context.url.pathname.startsWith('/api/'))
    response.headers.set(REQUEST_ID_HEADER, place.id);
  return response;
});

async function answerRequest(context: APIContext, next: () => Promise<Response>): Promise<Response> {
  // True as long as the process runs, whatever the state of its store.
  if (context.isPrerendered || context.url.pathname === '/healthz') return next();
  try {
    const { pathname } = context.url;
    // A picture is the same for everybody, and so is open data: no visitor, no cookies, so that it can be kept.
    if (/^\/(immagini|open311\/v2)\//.test(pathname)) {
      context.locals.ctx = ctxOf(await theHouse());
      return await next();
    }
    return await passGate(context, next);
  } catch (error) {
    if (isAway(error)) return awayResponse(context, error);
    // The host says in one sentence why it does not start.
    if (isStartError(error) && context.locals.brokenPage) return context.locals.brokenPage();
    // Before the house is open errors can be reported to the log only.
    const monitoring = context.locals.ctx?.house.monitoring ?? silentMonitoring();
    monitoring.report(error, { route: routeOf(context) });
    return context.locals.brokenPage?.() ?? new Response('Errore interno', { status: 500 });
  }
}

const isAway = (error: unknown): error is PortalError => error instanceof PortalError && error.code === 'unavailable';

/**
 * The answer while the store is down. The typed form is in the page and can be sent again, under the same key; a form of another
 * site is not.
 */
async function awayResponse(context: APIContext, error: PortalError): Promise<Response> {
  const { locals, url, request } = context;
  const retry = { 'retry-after': String(error.retryAfter), 'cache-control': 'no-store' };
  const words = new Response(`${error.message}\n`, {
    status: error.status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...retry },
  });
  if (url.pathname === '/readyz' || !locals.awayPage) return words;
  const { settings } = await theHouse();
  const page = locals.awayPage(sameOrigin(request, settings) ? await sentTo(context) : undefined);
  for (const [name, value] of Object.entries(retry)) page.headers.set(name, value);
  return page;
}
/** The screen's path with its holes; a path that is no screen has a file of its own. */
const routeOf = ({ url, routePattern }: APIContext) => portalScreens.match(url.pathname)?.screen.path ?? routePattern;

async function passGate(context: APIContext, next: () => Promise<Response>): Promise<Response> {
  const { url, request } = context;
  const isCall = url.pathname.startsWith('/api/');
  if (!isCall && url.pathname.length > 1 && url.pathname.endsWith('/') && !url.pathname.includes('//')) {
    return new Response(null, { status: 308, headers: { location: url.pathname.replace(/\/+$/, '') + url.search } });
  }
  // Browsers ask for icons by themselves, and nobody sees a page in their place.
  if (/^\/(?:favicon\.ico|apple-touch-icon[\w-]*\.png)$/.test(url.pathname))
    return new Response(null, { status: 308, headers: { location: '/favicon.svg' } });
  let cookies: () => string[];
  try {
    cookies = await fillLocals(context);
  } catch (error) {
    if (!isCall || !isAway(error)) throw error;
    context.locals.away = error;
    return next();
  }
  const found = portalScreens.match(url.pathname);
  const takes = found?.screen.form ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
  if (found && !takes.includes(request.method)) {
    return new Response(null, { status: 405, headers: { allow: takes.join(', ') } });
  }
  // Astro's own endpoint for images is used by no page; it would only cause work.
  if (context.routePattern === '/_image') return context.rewrite('/404');
  if (found && !isThere(found.screen, context.locals.ctx.house)) return context.rewrite('/404');

  const { user } = context.locals.ctx;
  const comingFrom = found && !found.screen.personal && url.pathname !== '/' && ownPath(url.pathname + url.search);
  if (comingFrom) context.locals.loginHref = `/login?da=${encodeURIComponent(comingFrom)}`;
  const verdict = found ? guardScreen(found.screen, user) : { pass: true as const };
  context.locals.takesFile = found?.screen.form === 'file';
  const keepStill = found ? beginStill(context, found.screen) : undefined;
  let response: Response;
  if (found && (await isNotOffered(context, found.screen))) response = await context.rewrite('/404');
  // A call is measured under the name of its operation (platform/http).
  else if (isCall) response = await next();
  else if (verdict.pass) response = await renderPage(context, next);
  else if (verdict.because === 'role') response = await context.rewrite('/403');
  else if (verdict.because === 'better') response = redirectTo(verdict.href);
  else response = toLogin(context);
  for (const cookie of cookies()) response.headers.append('set-cookie', cookie);
  // A page that was made for another person finds out.
  if (isCall && user) response.headers.set('x-persona', context.locals.mark);
  if (isCall) return response;
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-cache');
  // The same for everybody, and for ever: a tile of the sandbox's map.
  const isForEver = response.headers.get('cache-control')?.includes('immutable');
  if (user && !isForEver) response.headers.set('cache-control', 'no-store');
  if (found?.screen.personal) {
    response.headers.set('cache-control', 'no-store');
    response.headers.set('x-robots-tag', 'noindex');
    response.headers.set('referrer-policy', 'same-origin');
  }
  completePolicy(context, response);
  return nameVersion(context.request, response, keepStill);
}

/** Adds what only the running portal can tell to the policy of a page. */
function completePolicy({ locals }: APIContext, response: Response): void {
  const csp = response.headers.get('content-security-policy');
  // A page that was rewritten to another (404) passes here twice.
  if (!csp?.includes('script-src') || csp.includes('form-action')) return;
  response.headers.set(
    'content-security-policy',
    completeCsp(csp, {
      settings: locals.ctx.house.settings,
      styleHashes: [
        STYLE_HASH,
        hashOnce(locals.ente.colore, themeCss),
        ...[...locals.allow.style].map((css) => hashOnce(css)),
      ],
      img: [...locals.allow.img],
    }),
  );
}

type KeepStill = (headers: Headers, html: string) => void;

/**
 * Before a page is made for a visitor without a cookie. It is the same for all of them when it sets no cookie and reads nothing that
 * tells one from another: not their address, no header of their browser.
 * @returns how to keep it; undefined when it cannot be kept
 */
function beginStill({ request, url, locals }: APIContext, { path, personal }: PortalScreen): KeepStill | undefined {
  const { ctx } = locals;
  const { house, address } = ctx;
  const { headers, method } = request;
  if (!house.settings.compress || personal || method !== 'GET' || headers.has('cookie') || headers.has('authorization'))
    return undefined;
  const keep = house.still.begin(stillKey(headers.get('host') ?? '', url.pathname + url.search));
  if (!keep) return undefined;
  let isRead = false;
  const reading = <T>(value: T): T => {
    isRead = true;
    return value;
  };
  Object.defineProperty(ctx, 'address', { enumerable: true, get: () => reading(address) });
  const get = headers.get.bind(headers);
  headers.get = (name) => (name.toLowerCase() === 'cookie' ? get(name) : reading(get(name)));
  return (made, html) => {
    if (isRead || made.has('set-cookie')) return;
    keep({ route: path, headers: Object.fromEntries(made) }, html).catch((error: unknown) =>
      house.monitoring.report(error, { route: path }),
    );
  };
}

/** Gives a page that may be kept its ETag, so that a browser which has it loads it no second time. */
async function nameVersion(
  { headers, method }: Request,
  page: Response,
  keepStill: KeepStill | undefined,
): Promise<Response> {
  const isPage = page.status === 200 && page.headers.get('content-type')?.startsWith('text/html');
  if (!isPage || method !== 'GET' || page.headers.get('cache-control')?.includes('no-store')) return page;
  const html = await page.text();
  // Weak: it names the page whatever it is compressed with.
  const etag = `W/"${contentTag(html)}"`;
  page.headers.set('etag', etag);
  page.headers.delete('content-length');
  keepStill?.(page.headers, html);
  if (!hasState(headers.get('if-none-match'), etag)) return new Response(html, { headers: page.headers });
  page.headers.delete('content-type');
  return new Response(null, { status: 304, headers: page.headers });
}

/** Test pages are there in a sandbox, and what only a portal can do where no other back end stands behind this one. */
function isThere({ sandbox, path }: PortalScreen, { settings, screens }: PortalHouse): boolean {
  return !(sandbox && (settings.mode !== 'sandbox' || settings.backEnd)) && screens.all.some((s) => s.path === path);
}

/**
 * The first page of a service that the municipality of this host does not offer becomes a 404 page that says so, and who offers
 * it. A posted form stays on screen; a form about documents belongs to their municipality, and checks this itself.
 */
async function isNotOffered({ url, request, locals }: APIContext, { path }: PortalScreen): Promise<boolean> {
  const servizio =
    path.includes('{') || request.method === 'POST' ? undefined : serviceAt(locals.ctx.house.services, path);
  if (!servizio || url.searchParams.get('passo') === 'conferma') return false;
  return !isOffered(servizio, await offeredOn(locals.ctx.house, locals.ente));
}

/**
 * A page is rendered completely before its first byte is sent (the adapter does not stream): an error deep in a component arrives
 * here and becomes a 500 page and a report, not half a page with status 200.
 */
async function renderPage(context: APIContext, next: () => Promise<Response>): Promise<Response> {
  try {
    return await context.locals.ctx.house.monitoring.span(`${context.request.method} ${routeOf(context)}`, () =>
      next(),
    );
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
    const { url, request, locals } = context;
    // A page that the logged-in user could see is there again after the next login.
    if (locals.loginOver) return toLogin(context);
    // A new request, because the body of a posted form has been read.
    return context.rewrite(new Request(new URL('/404', url), { headers: request.headers }));
  }
}

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } });

/** Without a login the browser's data of an earlier one is removed, whether a cookie tells of it or not; the visitor's drafts stay (product rule). */
function toLogin({ url, request, locals }: APIContext): Response {
  const query = new URLSearchParams({ da: url.pathname + url.search, ...(locals.loginOver && { state: 'scaduto' }) });
  const response = redirectTo(`/logout?${query}`);
  // Another site clears nothing.
  if (siteOfRequest(request) !== 'elsewhere') response.headers.set('clear-site-data', '"storage"');
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** Fills `locals`. @returns the cookies that the answer will set, once it is made */
async function fillLocals(context: APIContext): Promise<() => string[]> {
  const { url, request, locals } = context;
  const house = await theHouse();
  const { settings, signer } = house;
  const secure = settings.publicUrl.startsWith('https:');
  const name = visitorCookieName(settings);
  const out: string[] = [];
  const byScript = url.pathname.startsWith('/api/');
  const browser = browserOf(house, request, locals.address);
  const given = browser ? undefined : context.cookies.get(accessoCookieName(secure))?.value;
  const login = given ? await readAccesso(house, given, isByPerson(request)) : null;
  const asker = siteOfRequest(request);
  // Cleared by the next page only: a page that is on its way while a script asks must still see that a login has ended. Another
  // site clears nothing: its requests come without cookies, or may be made to end a login.
  const leftOver = Boolean(given) && !login && !byScript && asker !== 'elsewhere';
  if (leftOver) out.push(accessoCookie('', secure), clearedListKey(secure));
  const caller = { cookies: context.cookies, login, address: locals.address, host: url.hostname, browser };
  const admitted = admitCaller(house, caller);
  const { ctx } = admitted;
  const isKnown = browser ? await findLogin(context, ctx) : true;
  // Where the login is a back end's, only a cookie of our own tells that there was one.
  const seen = browser !== null && context.cookies.has(LOGIN_SEEN_COOKIE);
  if (browser && ctx.user && !byScript) {
    // What cannot be moved now stays the visitor's, and the next page tries again.
    await adoptGuest(ctx).catch((error: unknown) => house.monitoring.report(error, { route: routeOf(context) }));
    if (!seen) out.push(setCookie({ name: LOGIN_SEEN_COOKIE, value: '1', secure }));
  }
  const ended = seen && isKnown && !ctx.user;
  const leftBehind = ended && !byScript && asker !== 'elsewhere';
  if (leftBehind) out.push(forgottenLogin(secure), clearedListKey(secure));
  let { visitor } = admitted;
  const known = (seconds?: number) => {
    visitor ??= newVisitor();
    // A form of another site comes without the visitor's cookie: a new one would replace theirs, and their drafts would be lost.
    const stranger = asker === 'elsewhere' && request.method !== 'GET';
    if ((ctx.visitor === null && !stranger) || seconds) {
      out.push(setCookie({ name, value: visitorCookie(signer, visitor), secure, seconds }));
    }
    ctx.visitor = visitor.hash;
    return visitor;
  };
  // One token for all forms of a page.
  let token: string | undefined;
  Object.assign(locals, {
    ctx,
    mark: personMark(signer, ctx.user),
    loginOver: Boolean(given && !login) || ended,
    leftOver: leftOver || leftBehind,
    ente: await enteOfPage(house, url.hostname),
    token: () => {
      token ??= [csrfToken(signer, known()), locals.mark].filter(Boolean).join('.');
      return token;
    },
    keepVisitor: (seconds: number) => void known(seconds),
    refusal: (token: unknown) => {
      const fault =
        browser && byScript
          ? faultOfSendInFront(house, request, { browser, user: ctx.user }, token)
          : faultOfSend(house, request, { visitor, user: ctx.user }, token);
      if (fault && 'mark' in fault) {
        if (!isKnown) return new PortalError('unavailable');
        // The form may be shown again, and stays the form of the person who began it.
        locals.mark = fault.mark;
        locals.formerOwner = visitor && formerOwner(visitor.hash, fault.mark);
      }
      return fault && sendRefused(fault);
    },
    setCookie: (cookie: string) => void out.push(cookie),
    allow: { img: new Set<string>(), style: new Set<string>() },
  } satisfies Partial<App.Locals>);
  return () => [...out, ...(browser?.jar.setLines() ?? [])];
}

/**
 * Asks the back end who is logged in. A read of the specification is asked by a script and answered there, where its cookies are
 * read again. A page for everybody goes on without a login when the back end cannot tell; it says so where it needs it.
 * @returns whether it told
 */
async function findLogin({ url, request }: APIContext, ctx: CallContext): Promise<boolean> {
  const byScript = url.pathname.startsWith('/api/');
  if (byScript && request.method === 'GET' && !url.pathname.startsWith(OWN_CALLS)) return false;
  try {
    ctx.user = await readLoginInFront(ctx);
    return true;
  } catch (error) {
    const login = portalScreens.match(url.pathname)?.screen.login;
    if (!isAway(error) || byScript || (login && login !== 'no' && login !== 'optional')) throw error;
    return false;
  }
}

const knownHashes = new Map<string, string>();

/**
 * The styles that the layout prints for the colours of an ente, and for a page's own rules, as the policy names them: each is
 * hashed once.
 */
function hashOnce(key: string, css: (key: string) => string = (text) => text): string {
  const known = knownHashes.get(key) ?? hashOf(css(key));
  knownHashes.set(key, known);
  return known;
}
