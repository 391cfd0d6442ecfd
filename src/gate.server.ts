/** Reads from the cookies which person makes a call or asks for a page, and refuses sends. The middleware and the tests use it. */
import type { AstroCookies } from 'astro';
import { type CallContext, ctxOf, type LoggedInUser, type LoginSession, type PortalHouse } from './context.ts';
import { readOperatorKeys } from './features/cases/pratica/chiavi.server.ts';
import type { PortalError } from './platform/errors.ts';
import { sameOrigin } from './platform/origin.ts';
import { bareToken } from './platform/upstream/token.ts';
import type { UpstreamCaller } from './platform/upstream/upstream.ts';
import {
  isOtherPerson,
  readVisitor,
  tokenFault,
  tokenRefused,
  type VisitorIdentity,
  visitorCookieName,
} from './platform/visitor.server.ts';

type GateCaller = {
  cookies: Pick<AstroCookies, 'get'>;
  login: { user: LoggedInUser; session: LoginSession | null } | null;
  address: string | undefined;
  host: string;
  browser?: UpstreamCaller | null;
};

/** @returns the visitor too, who is not known to the handlers but by a hash */
export function admitCaller(
  house: PortalHouse,
  { cookies, ...caller }: GateCaller,
): { ctx: CallContext; visitor: VisitorIdentity | null } {
  const { publicUrl } = house.settings;
  const visitor = readVisitor(house.signer, cookies.get(visitorCookieName(house.settings))?.value);
  const operatorKeys = readOperatorKeys(cookies, publicUrl.startsWith('https:'));
  return { ctx: ctxOf(house, { ...caller, visitor: visitor?.hash, operatorKeys }), visitor };
}

/** @param token anti-forgery token of a form or a header @returns null when the send comes from a page of ours, made for this person */
export function refuseSend(
  { settings, signer }: PortalHouse,
  request: Request,
  who: { visitor: VisitorIdentity | null; user: LoggedInUser | null },
  token: unknown,
): PortalError | null {
  return tokenRefused(sameOrigin(request, settings) ? tokenFault(signer, who, token) : 'dead');
}

/**
 * In front of a back end a script sends the back end's token, which that checks; here the mark in it is read, and where the send
 * comes from. @param header the token as the script sent it
 */
export function refuseSendInFront(
  { settings, signer }: PortalHouse,
  request: Request,
  who: { browser: UpstreamCaller; user: LoggedInUser | null },
  header: unknown,
): PortalError | null {
  const token = bareToken(typeof header === 'string' ? header : null, who.browser.jar.token);
  if (!token || !sameOrigin(request, settings)) return tokenRefused('dead');
  return tokenRefused(isOtherPerson(signer, who.user, token.mark) ? 'other' : null);
}
