/** What the login pages do: start a login at the provider, receive its answer, log out. */
import type { APIContext, AstroGlobal } from 'astro';
import { networkOf } from '../../../platform/address.ts';
import type { BackEndCaller } from '../../../platform/back-end/back-end.ts';
import { ownPath } from '../../../platform/guard.ts';
import { IdentityError, type LoginWay } from '../../../platform/identity.ts';
import { requireWithinLimits } from '../../../platform/limit.server.ts';
import { writeLog } from '../../../platform/log.server.ts';
import { onwardsPage } from '../../../platform/onwards.ts';
import { isHttps, siteOfRequest } from '../../../platform/origin.ts';
import { ERROR_KEYS, type LOGIN_ERRORS } from './accesso-words.ts';
import { forgottenLogin, loginAddress } from './login-in-front.server.ts';
import { clearedPendingCookie, pendingCookie, pendingCookieName, readPendingLogin } from './pending-login.server.ts';
import {
  accessoCookie,
  beginSession,
  CLEARED_STORAGE,
  clearEndedLogin,
  clearedListKey,
  endSession,
} from './session.server.ts';
import { hostMark, originOfState } from './town-host.server.ts';

type PageLocals = App.Locals;
type LoginError = keyof typeof LOGIN_ERRORS;

/** The start page of a logged-in person. */
export const homeOf = (ruolo: 'cittadino' | 'operatore') => (ruolo === 'operatore' ? '/operatore' : '/area-riservata');

/** @returns address of the login page, with the reason and the page that the citizen wanted */
function loginPathOf(error: LoginError | null, returnTo: string | null): string {
  const query = new URLSearchParams({ ...(error && { errore: error }), ...(returnTo && { da: returnTo }) });
  return query.size > 0 ? `/login?${query}` : '/login';
}

/** Starts a login at the provider. @returns the answer to the browser */
export async function beginLogin(locals: PageLocals, way: string, asked: string | undefined): Promise<Response> {
  const { ctx } = locals;
  const returnTo = ownPath(asked);
  const { identity, signer } = ctx.house;
  if (!identity.ways.includes(way as LoginWay)) return seeOther(loginPathOf('non-disponibile', returnTo));
  try {
    const { url, pending } = await identity.begin(way as LoginWay, await hostMark(ctx.house, ctx.host));
    locals.setCookie(
      pendingCookie(signer, { ...pending, da: returnTo }, { now: ctx.now, secure: isHttps(ctx.house.settings) }),
    );
    return onwardsPage(url, 'Ti portiamo al servizio di identità');
  } catch (error) {
    return seeOther(loginPathOf(reasonOf(error, locals, way), returnTo));
  }
}

/**
 * Receives the provider's answer, or hands it on to the host on which the login began. A previous login ends only once the new one has succeeded; a failed one changes nothing.
 */
export async function finishLogin({
  locals,
  cookies,
  url,
}: Pick<APIContext, 'locals' | 'cookies' | 'url'>): Promise<Response> {
  const { ctx } = locals;
  const { house } = ctx;
  const secure = isHttps(ctx.house.settings);
  const elsewhere = await originOfState(house, url.searchParams.get('state') ?? '', ctx.host);
  // A page, not a redirect: `form-action` of the provider's page may not know that host. Only the browser that began can use the answer.
  if (elsewhere) return onwardsPage(elsewhere + url.pathname + url.search, 'Ti riportiamo al Comune');
  const login = readPendingLogin(house.signer, cookies.get(pendingCookieName(secure))?.value, ctx.now);
  // Of logins started in two windows the later one counts: an answer to the other does not end it.
  if (!login || url.searchParams.get('state') !== login.state) return seeOther(loginPathOf('rifiutato', null));
  locals.setCookie(clearedPendingCookie(secure));
  try {
    // Every attempt costs calls to the provider.
    await requireWithinLimits(ctx, [{ name: 'ritorno:rete', who: networkOf(ctx.address), times: 300, minutes: 10 }]);
    const answer = new URL(`${house.settings.publicUrl}${url.pathname}${url.search}`);
    const person = await house.identity.finish(answer, login);
    const { cookie, user } = await beginSession(house, person, ctx.visitor);
    if (ctx.session) await endSession(house, ctx.session);
    locals.setCookie(accessoCookie(cookie, secure));
    locals.setCookie(clearedListKey(secure));
    return seeOther(login.da ?? homeOf(user.ruolo));
  } catch (error) {
    return seeOther(loginPathOf(reasonOf(error, locals, login.way), login.da));
  }
}

/**
 * Ends the login here and, through the browser, at the provider. Drafts of the visitor as a guest stay.
 * @returns the answer to the browser
 */
export async function endLogin({
  locals,
  cookies,
  url: { searchParams: query },
}: Pick<APIContext, 'locals' | 'cookies' | 'url'>): Promise<Response> {
  const { ctx } = locals;
  const secure = isHttps(ctx.house.settings);
  if (ctx.user && ctx.browser) return endLoginInFront(locals, ctx.browser);
  const idToken = ctx.session ? await endSession(ctx.house, ctx.session) : null;
  const provider = ctx.user?.ruolo === 'operatore' ? 'operatori' : 'cittadini';
  const mark = await hostMark(ctx.house, ctx.host);
  const end = ctx.session ? await ctx.house.identity.end(provider, idToken, mark) : null;
  const returnTo = ownPath(query.get('da'));
  // The browser came here because the login had expired: the login page says so.
  const expired = query.get('state') === 'scaduto' && { state: 'scaduto' };
  const login = `/login?${new URLSearchParams({ ...expired, ...(returnTo && { da: returnTo }) })}`.replace(/\?$/, '');
  const answer = end ? onwardsPage(end, 'Stai uscendo') : seeOther(ctx.session ? '/login?state=uscito' : login);
  if (ctx.session) {
    locals.setCookie(accessoCookie('', secure));
    locals.setCookie(clearedListKey(secure));
  }
  if (ctx.session) answer.headers.set('clear-site-data', CLEARED_STORAGE);
  else if (locals.leftOver) clearEndedLogin(answer.headers, cookies, ctx.house.settings);
  return answer;
}

/** The back end ends its login by its own page; where none is set, the browser forgets its cookies. */
function endLoginInFront(locals: PageLocals, browser: BackEndCaller): Response {
  const address = loginAddress(locals.ctx.house, 'logoutUrl', '/login?state=uscito');
  const answer = address ? onwardsPage(address, 'Stai uscendo') : seeOther('/login?state=uscito');
  if (!address) browser.jar.clear();
  locals.setCookie(clearedListKey(isHttps(locals.ctx.house.settings)));
  locals.setCookie(forgottenLogin(isHttps(locals.ctx.house.settings)));
  answer.headers.set('clear-site-data', CLEARED_STORAGE);
  return answer;
}

/**
 * May this GET end a login? Not if it comes from another site, where an image could log citizens out, or does not say where it
 * comes from; nor if the browser only prefetches, or asks for the headers alone.
 */
export function canLogOut(request: Request): boolean {
  const { method, headers } = request;
  const ahead = /prefetch|prerender/i.test(`${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`);
  return method === 'GET' && !ahead && siteOfRequest(request) === 'here';
}

/**
 * The provider ends every logout at PUBLIC_URL.
 * @returns the answer that leads to the host on which this one began, or null when that is this host
 */
export async function handOnLogout({
  url,
  locals: { ctx },
}: Pick<AstroGlobal, 'url' | 'locals'>): Promise<Response | null> {
  const state = url.searchParams.get('state') ?? '';
  const origin = state.startsWith('uscito') ? await originOfState(ctx.house, state, ctx.host) : null;
  return origin === null ? null : onwardsPage(`${origin}/login?state=uscito`, 'Ti riportiamo al Comune');
}

/** Logs the reason for the portal's operator without personal data, and reports faults of the portal. */
function reasonOf(error: unknown, { ctx }: PageLocals, way: string): LoginError {
  if (!(error instanceof IdentityError)) {
    ctx.house.monitoring.report(error, { route: '/accesso/ritorno' });
    return 'non-disponibile';
  }
  if (error.why !== 'denied') {
    const { name, code, error: told } = Object(error.cause) as { name?: string; code?: string; error?: string };
    const cause = typeof error.cause === 'string' ? error.cause : (told ?? code ?? name);
    writeLog('warn', 'accesso non riuscito', { way, why: error.why, cause });
  }
  return ERROR_KEYS[error.why];
}

const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
