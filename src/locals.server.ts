/** Finds out who asks for a page or makes a call, and fills `locals` with it. */
import type { APIContext } from 'astro';
import type { CallContext } from './context.ts';
import { enteOfPage } from './features/cases/ente/ente.server.ts';
import { adoptGuest, forgottenLogin, readLoginInFront } from './features/people/accesso/login-in-front.server.ts';
import {
  accessoCookie,
  accessoCookieName,
  clearedListKey,
  LOGIN_SEEN_COOKIE,
  readAccesso,
} from './features/people/accesso/session.server.ts';
import { readPerConto } from './features/people/operatore/counter.server.ts';
import {
  admitCaller,
  admitProgram,
  browserOf,
  faultOfSend,
  faultOfSendInFront,
  isByPerson,
  isCall,
} from './gate.server.ts';
import { theHouse } from './house.server.ts';
import { OWN_CALLS } from './platform/back-end/back-end.ts';
import { setCookie } from './platform/cookie.ts';
import { isAway, PortalError } from './platform/errors.ts';
import { isHttps, siteOfRequest } from './platform/origin.ts';
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

/** The screen's path with its holes; a path that is no screen has a file of its own. */
export const routeOf = ({ url, routePattern }: APIContext): string =>
  portalScreens.match(url.pathname)?.screen.path ?? routePattern;

/**
 * What became of the login that a browser came with.
 * @property isKnown false: whoever keeps the logins could not tell
 * @property over it has ended
 * @property cookies to set @property forgetting set as well when the browser's data of an ended login are cleared
 */
type FoundLogin = { isKnown: boolean; over: boolean; cookies: string[]; forgetting: string };

/** Fills `locals`. @returns the cookies that the answer will set, once it is made */
export async function fillLocals(context: APIContext): Promise<() => string[]> {
  const { url, request, locals } = context;
  const house = await theHouse();
  const { settings } = house;
  const program = isCall(url)
    ? await admitProgram(house, request, { address: locals.address, host: url.hostname })
    : null;
  // Nothing of a browser is looked at, and no cookie is set.
  if (program) {
    Object.assign(locals, {
      ctx: program,
      mark: '',
      loginOver: false,
      refusal: () => null,
    } satisfies Partial<App.Locals>);
    return () => [];
  }
  const secure = isHttps(settings);
  const browser = browserOf(house, request, locals.address);
  const given = browser ? undefined : context.cookies.get(accessoCookieName(secure))?.value;
  const login = given ? await readAccesso(house, given, isByPerson(request)) : null;
  const caller = { cookies: context.cookies, login, address: locals.address, host: url.hostname, browser };
  const admitted = admitCaller(house, caller);
  const { ctx } = admitted;
  ctx.perConto = await readPerConto(ctx);
  const found: FoundLogin = browser
    ? await findLogin(context, ctx)
    : { isKnown: true, over: Boolean(given) && !login, cookies: [], forgetting: accessoCookie('', secure) };
  // Cleared by the next page only: a page that is on its way while a script asks must still see that a login has ended. Another
  // site clears nothing: its requests come without cookies, or may be made to end a login.
  const leftOver = found.over && !isCall(url) && siteOfRequest(request) !== 'elsewhere';
  const out = [...found.cookies, ...(leftOver ? [found.forgetting, clearedListKey(secure)] : [])];
  let { visitor } = admitted;
  const known = (seconds?: number) => {
    visitor ??= newVisitor();
    // A form of another site comes without the visitor's cookie: a new one would replace theirs, and their drafts would be lost.
    const stranger = siteOfRequest(request) === 'elsewhere' && request.method !== 'GET';
    if ((ctx.visitor === null && !stranger) || seconds) {
      const value = visitorCookie(house.signer, visitor);
      out.push(setCookie({ name: visitorCookieName(settings), value, secure, seconds }));
    }
    ctx.visitor = visitor.hash;
    return visitor;
  };
  // One token for all forms of a page.
  let token: string | undefined;
  Object.assign(locals, {
    ctx,
    mark: personMark(house.signer, ctx.user),
    loginOver: found.over,
    leftOver,
    ente: await (ctx.perConto ? enteOfPage(house, '', ctx.perConto.ente) : enteOfPage(house, url.hostname)),
    token: () => {
      token ??= [csrfToken(house.signer, known()), locals.mark].filter(Boolean).join('.');
      return token;
    },
    keepVisitor: (seconds: number) => void known(seconds),
    refusal: (sent: unknown) => {
      const fault =
        browser && isCall(url)
          ? faultOfSendInFront(house, request, { browser, user: ctx.user }, sent)
          : faultOfSend(house, request, { visitor, user: ctx.user }, sent);
      if (fault && 'mark' in fault) {
        if (!found.isKnown) return new PortalError('unavailable');
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
 */
async function findLogin(context: APIContext, ctx: CallContext): Promise<FoundLogin> {
  const { url, request, cookies } = context;
  const { settings, monitoring } = ctx.house;
  const secure = isHttps(settings);
  // Only a cookie of our own tells that there was a login.
  const seen = cookies.has(LOGIN_SEEN_COOKIE);
  const found: FoundLogin = { isKnown: false, over: false, cookies: [], forgetting: forgottenLogin(secure) };
  if (isCall(url) && request.method === 'GET' && !url.pathname.startsWith(OWN_CALLS)) return found;
  try {
    ctx.user = await readLoginInFront(ctx);
  } catch (error) {
    const login = portalScreens.match(url.pathname)?.screen.login;
    if (!isAway(error) || isCall(url) || (login && login !== 'no' && login !== 'optional')) throw error;
    return found;
  }
  if (!ctx.user) return { ...found, isKnown: true, over: seen };
  if (isCall(url)) return { ...found, isKnown: true };
  // What cannot be moved now stays the visitor's, and the next page tries again.
  await adoptGuest(ctx).catch((error: unknown) => monitoring.report(error, { route: routeOf(context) }));
  const cookiesOfLogin = seen ? [] : [setCookie({ name: LOGIN_SEEN_COOKIE, value: '1', secure })];
  return { ...found, isKnown: true, cookies: cookiesOfLogin };
}
