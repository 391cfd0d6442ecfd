/** Decides about every request: who makes it, whether they may see the page, and the headers of the answer. */

import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { ctxOf, type PortalHouse } from './context.ts';
import { offeredOn } from './features/cases/ente/ente.server.ts';
import { isOffered, serviceAt } from './features/cases/ente/servizi.ts';
import { clearEndedLogin } from './features/people/accesso/session.server.ts';
import { isCall } from './gate.server.ts';
import { isStartError, theHouse } from './house.server.ts';
import { fillLocals, routeOf } from './locals.server.ts';
import { beginStill, completePolicy, nameVersion } from './page-answer.server.ts';
import { networkOf } from './platform/address.ts';
import { isAway, PortalError } from './platform/errors.ts';
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
import { portalScreens } from './routes.ts';

export const onRequest = defineMiddleware(async (context, next) => {
  // The host has begun it; in development there is no host.
  const place = currentRequest() ?? { id: newRequestId() };
  // A page that is rewritten to another passes here twice, and stays the one that was asked for.
  place.route ??= routeOf(context);
  if (context.locals.address) place.network = networkOf(context.locals.address);
  const response = await duringRequest(place, () => answerRequest(context, next));
  // A page that arrives well needs no id, and its first round trip has no bytes to spare.
  if (response.status >= 400 || isCall(context.url)) response.headers.set(REQUEST_ID_HEADER, place.id);
  return response;
});

async function answerRequest(context: APIContext, next: () => Promise<Response>): Promise<Response> {
  // True as long as the process runs, whatever the state of its store.
  if (context.isPrerendered || context.url.pathname === '/healthz') return next();
  try {
    const { pathname } = context.url;
    // A picture is the same for everybody, and so are open data and what describes the calls: no visitor, no cookies, so that it can be kept.
    if (/^\/(immagini|open311)\/|^(\/api\/v1)?\/openapi\.json$/.test(pathname)) {
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

async function passGate(context: APIContext, next: () => Promise<Response>): Promise<Response> {
  const { url, request } = context;
  const byScript = isCall(url);
  if (!byScript && url.pathname.length > 1 && url.pathname.endsWith('/') && !url.pathname.includes('//')) {
    return new Response(null, { status: 308, headers: { location: url.pathname.replace(/\/+$/, '') + url.search } });
  }
  // Browsers ask for icons by themselves, and nobody sees a page in their place.
  if (/^\/(?:favicon\.ico|apple-touch-icon[\w-]*\.png)$/.test(url.pathname))
    return new Response(null, { status: 308, headers: { location: '/favicon.svg' } });
  let cookies: () => string[];
  try {
    cookies = await fillLocals(context);
  } catch (error) {
    if (!byScript || !(error instanceof PortalError)) throw error;
    context.locals.notLetIn = error;
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
  else if (byScript) response = await next();
  else if (verdict.pass) response = await renderPage(context, next);
  else if (verdict.because === 'role') response = await context.rewrite('/403');
  else if (verdict.because === 'better') response = redirectTo(verdict.href);
  else response = toLogin(context);
  for (const cookie of cookies()) response.headers.append('set-cookie', cookie);
  // A page that was made for another person finds out.
  if (byScript && context.locals.mark) response.headers.set('x-persona', context.locals.mark);
  if (byScript) return response;
  if (!response.headers.has('cache-control')) {
    response.headers.set('cache-control', 'private, no-cache');
    // The way back takes a page from the browser's store without asking: not the page of somebody who had the browser before.
    response.headers.append('vary', 'Cookie');
  }
  // The same for everybody, and for ever: a tile of the sandbox's map.
  const isForEver = response.headers.get('cache-control')?.includes('immutable');
  if (user && !isForEver) response.headers.set('cache-control', 'no-store');
  if (found?.screen.personal) {
    response.headers.set('cache-control', 'no-store');
    response.headers.set('x-robots-tag', 'noindex');
    response.headers.set('referrer-policy', 'same-origin');
  }
  completePolicy(context, response);
  // A form has a new key each time, and a visitor's first page a new token: no browser ever asks for that version again.
  const isUnique = response.headers.has('set-cookie') || (found?.screen.form !== undefined && !keepStill);
  return isUnique ? response : nameVersion(context.request, response, keepStill);
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
    if (!(error instanceof PortalError && (error.code === 'not_found' || error.code === 'forbidden'))) throw error;
    const { url, request, locals } = context;
    // A page that the logged-in user could see is there again after the next login.
    if (locals.loginOver) return toLogin(context);
    const path = error.code === 'forbidden' ? '/403' : '/404';
    if (error.code === 'forbidden') locals.notAllowed = error.message;
    // A new request, because the body of a posted form has been read.
    return context.rewrite(new Request(new URL(path, url), { headers: request.headers }));
  }
}

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } });

/** Without a login the browser's data of an earlier one is removed, whether a cookie tells of it or not; the visitor's drafts stay (product rule). */
function toLogin({ url, request, cookies, locals }: APIContext): Response {
  const query = new URLSearchParams({ da: url.pathname + url.search, ...(locals.loginOver && { state: 'scaduto' }) });
  const response = redirectTo(`/logout?${query}`);
  // Another site clears nothing.
  if (siteOfRequest(request) !== 'elsewhere') clearEndedLogin(response.headers, cookies, locals.ctx.house.settings);
  response.headers.set('cache-control', 'no-store');
  return response;
}
