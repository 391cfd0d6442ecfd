/** Reads from the cookies which person makes a call or asks for a page, and refuses sends. The middleware and the tests use it. */
import type { AstroCookies } from 'astro';
import { type CallContext, ctxOf, type LoggedInUser, type LoginSession, type PortalHouse } from './context.ts';
import { readOperatorKeys } from './features/cases/pratica/chiavi.server.ts';
import type { PortalError } from './platform/errors.ts';
import { sameOrigin } from './platform/origin.ts';
import {
  readVisitor,
  tokenFault,
  tokenRefused,
  type VisitorIdentity,
  visitorCookieName,
} from './platform/visitor.server.ts';

type GateCaller = {
  cookies: Pick<AstroCookies, 'get'>;
  login: { user: LoggedInUser; session: LoginSession } | null;
  address: string | undefined;
  host: string;
};

/** @returns the visitor too, who is not known to the handlers but by a hash */
export function admitCaller(
  house: PortalHouse,
  { cookies, ...caller }: GateCaller,
): { ctx: CallContext; visitor: VisitorIdentity | null } {
  const { publicUrl } = house.settings;
  const visitor = readVisitor(house.signer, cookies.get(visitorCookieName(publicUrl))?.value);
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
