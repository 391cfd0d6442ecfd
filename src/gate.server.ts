/** Reads from the cookies which person makes a call or asks for a page, and finds what is wrong with a send. The middleware and the tests use it. */
import type { AstroCookies } from 'astro';
import { type CallContext, ctxOf, type LoggedInUser, type LoginSession, type PortalHouse } from './context.ts';
import { operatorKeysCookieName, readOperatorKeys } from './features/cases/pratica/chiavi.server.ts';
import { admitCallingProgram, bearerOf } from './features/cases/programma/programma.server.ts';
import { LIST_KEY_COOKIE, LOGIN_SEEN_COOKIE } from './features/people/accesso/session.server.ts';
import { CARRELLO_COOKIE } from './features/services/paga-online/carrello.page.server.ts';
import type { BackEndCaller } from './platform/back-end/back-end.ts';
import { browserJar } from './platform/back-end/jar.ts';
import { bareToken } from './platform/back-end/token.ts';
import { CONSENT_COOKIE } from './platform/bot-check/bot-check.ts';
import { isHttps, sameOrigin } from './platform/origin.ts';
import {
  personFault,
  readVisitor,
  type SendFault,
  tokenFault,
  type VisitorIdentity,
  visitorCookieName,
} from './platform/visitor.server.ts';

type GateCaller = {
  cookies: Pick<AstroCookies, 'get'>;
  login: { user: LoggedInUser; session: LoginSession | null } | null;
  address: string | undefined;
  host: string;
  browser?: BackEndCaller | null;
};

/** @returns the visitor too, who is not known to the handlers but by a hash */
export function admitCaller(
  house: PortalHouse,
  { cookies, ...caller }: GateCaller,
): { ctx: CallContext; visitor: VisitorIdentity | null } {
  const visitor = readVisitor(house.signer, cookies.get(visitorCookieName(house.settings))?.value);
  const operatorKeys = readOperatorKeys(cookies, isHttps(house.settings));
  return { ctx: ctxOf(house, { ...caller, visitor: visitor?.hash, operatorKeys }), visitor };
}

/**
 * The browser of a request, as the back end is to know it: with the cookies that are not the portal's own.
 * @param address of the client, as far as it is trusted @returns null in store mode
 */
export function browserOf(
  { settings }: Pick<PortalHouse, 'settings'>,
  request: Request,
  address = '127.0.0.1',
): BackEndCaller | null {
  if (!settings.backEnd) return null;
  const secure = isHttps(settings);
  const own = new Set([
    visitorCookieName(settings),
    CARRELLO_COOKIE,
    LIST_KEY_COOKIE,
    LOGIN_SEEN_COOKIE,
    CONSENT_COOKIE,
    // Left of a time without a back end.
    operatorKeysCookieName(secure),
  ]);
  return { jar: browserJar(request.headers.get('cookie'), { own, secure }), address };
}

/** @param token anti-forgery token of a form or a header @returns null when the send comes from a page of ours, made for this person */
export function faultOfSend(
  { settings, signer }: PortalHouse,
  request: Request,
  who: { visitor: VisitorIdentity | null; user: LoggedInUser | null },
  token: unknown,
): SendFault | null {
  return sameOrigin(request, settings) ? tokenFault(signer, who, token) : { kind: 'dead' };
}

/**
 * In front of a back end a script sends the back end's token, which that checks; here the mark in it is read, and where the send
 * comes from. @param header the token as the script sent it
 */
export function faultOfSendInFront(
  { settings, signer }: PortalHouse,
  request: Request,
  who: { browser: BackEndCaller; user: LoggedInUser | null },
  header: unknown,
): SendFault | null {
  const token = bareToken(typeof header === 'string' ? header : null, who.browser.jar.sentToken);
  if (!token || !sameOrigin(request, settings)) return { kind: 'dead' };
  return personFault(signer, who.user, token.mark);
}

/**
 * The context of a call that a program makes with its key; null for any other request. Its key is its login and its anti-forgery token:
 * no page of another site can make a browser send it.
 * @param request.address of the client, as far as it is trusted
 * @throws PortalError `anonymous`, `forbidden`, `too_many`
 */
export async function admitProgram(
  house: PortalHouse,
  request: Request,
  { address = '127.0.0.1', host }: { address: string | undefined; host: string },
): Promise<CallContext | null> {
  const key = house.settings.backEnd ? undefined : bearerOf(request);
  if (key === undefined) return null;
  return ctxOf(house, { programma: await admitCallingProgram(house, key, address), address, host });
}

/** Whether an address is a call of the API, which scripts ask for. */
export const isCall = ({ pathname }: URL): boolean => pathname.startsWith('/api/');

/** A read by a script is made by itself; all else a person has asked for. */
export const isByPerson = ({ url, method }: Request): boolean =>
  !['GET', 'HEAD'].includes(method) || !isCall(new URL(url));
