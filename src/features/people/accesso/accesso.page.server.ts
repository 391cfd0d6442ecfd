/** Recipes of the login pages: begin at the provider, come back, go out. */
import type { APIContext, AstroGlobal } from 'astro';
import type { CallContext } from '../../../context.ts';
import { ownPath } from '../../../platform/guard.ts';
import { IdentityError, type LoginWay } from '../../../platform/identity.ts';
import { networkOf, requireWithinLimits } from '../../../platform/limit.server.ts';
import { onwardsPage } from '../../../platform/onwards.ts';
import { siteOfRequest } from '../../../platform/origin.ts';
import { ERROR_KEYS, type LOGIN_ERRORS } from './accesso-words.ts';
import { clearedPendingCookie, pendingCookie, pendingCookieName, readPendingLogin } from './pending-login.server.ts';
import { accessoCookie, beginSession, clearedListKey, endSession } from './session.server.ts';

type PageLocals = App.Locals;
type LoginError = keyof typeof LOGIN_ERRORS;

const behindHttps = ({ house }: CallContext) => house.settings.publicUrl.startsWith('https:');

/** The area of who is logged in. */
export const homeOf = (ruolo: 'cittadino' | 'operatore') => (ruolo === 'operatore' ? '/operatore' : '/area-riservata');

/** @returns the login page with what happened, and where the citizen wanted to go */
export function loginPathOf(error: LoginError | null, returnTo: string | null): string {
  const query = new URLSearchParams({ ...(error && { errore: error }), ...(returnTo && { da: returnTo }) });
  return query.size > 0 ? `/login?${query}` : '/login';
}

/** A button was pressed: off to the provider. @returns the answer to the browser */
export async function beginLogin(locals: PageLocals, way: string, asked: string | undefined): Promise<Response> {
  const { ctx } = locals;
  const returnTo = ownPath(asked);
  const { identity, signer } = ctx.house;
  if (!identity.ways.includes(way as LoginWay)) return seeOther(loginPathOf('non-disponibile', returnTo));
  try {
    const { url, pending } = await identity.begin(way as LoginWay);
    locals.setCookie(pendingCookie(signer, { ...pending, da: returnTo }, { now: ctx.now, secure: behindHttps(ctx) }));
    return onwardsPage(url, 'Ti portiamo al servizio di identità');
  } catch (error) {
    return seeOther(loginPathOf(reasonOf(error, locals, way), returnTo));
  }
}

/**
 * The provider sent the browser back. Whoever was logged in before is out only once somebody else is in; when the login does not
 * come about nothing changes.
 */
export async function finishLogin({
  locals,
  cookies,
  url,
}: Pick<APIContext, 'locals' | 'cookies' | 'url'>): Promise<Response> {
  const { ctx } = locals;
  const { house } = ctx;
  const secure = behindHttps(ctx);
  const login = readPendingLogin(house.signer, cookies.get(pendingCookieName(secure))?.value, ctx.now);
  // Begun in two windows, the later one goes on: an answer to another login leaves it alone.
  if (!login || url.searchParams.get('state') !== login.state) return seeOther(loginPathOf('rifiutato', null));
  locals.setCookie(clearedPendingCookie(secure));
  try {
    // Each costs calls to the provider.
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
 * Ends the login, here and (by way of the browser) at the provider. What the visitor had begun as a guest is not touched.
 * @returns the answer to the browser
 */
export async function endLogin(locals: PageLocals, query: URLSearchParams): Promise<Response> {
  const { ctx } = locals;
  const secure = behindHttps(ctx);
  const idToken = ctx.session ? await endSession(ctx.house, ctx.session) : null;
  const provider = ctx.user?.ruolo === 'operatore' ? 'operatori' : 'cittadini';
  const end = ctx.session ? await ctx.house.identity.end(provider, idToken) : null;
  const returnTo = ownPath(query.get('da'));
  // A login that had ended by itself has brought the browser here: the login page says so.
  const expired = query.get('state') === 'scaduto' && { state: 'scaduto' };
  const login = `/login?${new URLSearchParams({ ...expired, ...(returnTo && { da: returnTo }) })}`.replace(/\?$/, '');
  const answer = end ? onwardsPage(end, 'Stai uscendo') : seeOther(ctx.session ? '/login?state=uscito' : login);
  if (ctx.session) {
    locals.setCookie(accessoCookie('', secure));
    locals.setCookie(clearedListKey(secure));
  }
  if (ctx.session || locals.leftOver) answer.headers.set('clear-site-data', '"storage"');
  return answer;
}

/**
 * May this GET end a login? One from another site may not (an image of a stranger's page would log citizens out), nor one that does
 * not say where it is from, nor may a browser that only looks ahead, or who asks for the headers alone.
 */
export function canLogOut(request: Request): boolean {
  const { method, headers } = request;
  const ahead = /prefetch|prerender/i.test(`${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`);
  return method === 'GET' && !ahead && siteOfRequest(request) === 'here';
}

/**
 * Citizens log in at PUBLIC_URL, which the provider knows; a body's own host name (or `localhost` for `127.0.0.1`) leads there.
 * @returns the address to go to, or null when this is the place
 */
export function canonicalUrl({ url, locals }: Pick<AstroGlobal, 'url' | 'locals'>): string | null {
  const { publicUrl } = locals.ctx.house.settings;
  const here = new URL(publicUrl).hostname;
  const ours = locals.ente.host === url.hostname || (LOOPBACK_HOST.test(url.hostname) && LOOPBACK_HOST.test(here));
  return ours && url.hostname !== here ? publicUrl + url.pathname + url.search : null;
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Who runs the portal reads why in the log, without a word on whom; a fault of ours is reported. */
function reasonOf(error: unknown, { ctx }: PageLocals, way: string): LoginError {
  if (!(error instanceof IdentityError)) {
    ctx.house.monitoring.report(error, { route: '/accesso/ritorno' });
    return 'non-disponibile';
  }
  if (error.why !== 'denied') {
    const { name, code, error: told } = Object(error.cause) as { name?: string; code?: string; error?: string };
    const cause = typeof error.cause === 'string' ? error.cause : (told ?? code ?? name);
    console.warn(JSON.stringify({ level: 'warn', message: 'accesso non riuscito', way, why: error.why, cause }));
  }
  return ERROR_KEYS[error.why];
}

const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
