/** A house of the tests behind real HTTP plays a back end for a portal in front of it; with its answers in other words, if told. */
import { setCookie } from '../../src/platform/cookie.ts';
import { answerCall } from '../../src/platform/http.server.ts';
import { csrfToken, newVisitor, readVisitor, visitorCookie } from '../../src/platform/visitor.server.ts';
import { BEHIND_COOKIE, gateOf, type Rig, rigApi, userBehind } from '../rig.ts';
import { type BackEndServer, startBackEnd } from './back-end-server.ts';

/** Says the calls and answers of the contract otherwise: what a back end of another make does by itself. */
export type CallTranslation = {
  request?(request: Request): Promise<Request>;
  response(response: Response): Promise<Response>;
};

/** @param rig whose house answers; it trusts the address that the portal in front of it tells */
export function startPortalBehind(rig: Rig, translation?: CallTranslation): Promise<BackEndServer> {
  const house = { ...rig.house, settings: { ...rig.house.settings, trustProxy: 1 } };
  return startBackEnd(async (came, peer) => {
    came.headers.set('cookie', (came.headers.get('cookie') ?? '').replace(`${BEHIND_COOKIE}=`, 'visitatore='));
    const answered = await answer((await translation?.request?.(came)) ?? came, peer);
    return translation?.response(answered) ?? answered;
  });

  async function answer(request: Request, peer: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/sanctum/csrf-cookie') return tokenResponse(request);
    if (!pathname.startsWith('/api/')) return new Response('nothing here', { status: 404 });
    const user = userBehind(request);
    return answerCall(request, rigApi, await gateOf(request, house, { peer, ...(user && { user }) }));
  }

  /** As src/pages/sanctum/csrf-cookie.ts answers. */
  function tokenResponse(request: Request): Response {
    const given = /(?:^|; )visitatore=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
    const visitor = readVisitor(house.signer, given) ?? newVisitor();
    const session = { name: BEHIND_COOKIE, value: visitorCookie(house.signer, visitor), secure: false };
    const token = encodeURIComponent(csrfToken(house.signer, visitor));
    const headers = new Headers({ 'cache-control': 'no-store' });
    headers.append('set-cookie', setCookie(session));
    headers.append('set-cookie', setCookie({ name: 'XSRF-TOKEN', value: token, secure: false, forScripts: true }));
    return new Response(null, { status: 204, headers });
  }
}
