/** The anti-forgery token of the back end: fetched for a browser that has none, and anew when it has expired. */

import type { BackEndCaller } from '../../platform/back-end/back-end.ts';
import type { WatchCall } from '../../platform/monitoring/outside.server.ts';
import {
  type AskBackEnd,
  BackEndFault,
  type BackEndQuestion,
  type BackEndReply,
  backEndAway,
} from './exchange.server.ts';

const TOKEN_PATH = '/sanctum/csrf-cookie';

/**
 * @property fetch asks for the cookie @returns the answer, whose body is thrown away
 * @property renew fetches the cookie into the caller's jar @throws PortalError `unavailable` when there is none
 * @property ask asks with the token of this browser @param given that of the browser's script
 */
type TokenKeeper = {
  fetch(caller: BackEndCaller, within?: number): Promise<Response>;
  renew(caller: BackEndCaller, within?: number): Promise<void>;
  ask(question: BackEndQuestion, caller: BackEndCaller, given: string | undefined): Promise<BackEndReply>;
};

/** @param timeoutMs how long one call may take */
export function tokensOver(exchange: AskBackEnd, watch: WatchCall, timeoutMs: number): TokenKeeper {
  async function fetchToken(caller: BackEndCaller, within = timeoutMs): Promise<Response> {
    const { response } = await watch(() => exchange({ method: 'GET', path: TOKEN_PATH, within }, caller));
    await response.body?.cancel();
    return response;
  }

  async function renew(caller: BackEndCaller, within?: number): Promise<void> {
    const { ok, status } = await fetchToken(caller, within);
    if (!ok || caller.jar.token === undefined)
      throw backEndAway(new BackEndFault(`no anti-forgery cookie, status ${status}`));
  }

  return {
    fetch: fetchToken,
    renew,
    async ask(question, caller, given) {
      if (question.method === 'GET') return exchange(question, caller);
      // All of it is one call, which may take as long as one.
      const until = performance.now() + timeoutMs;
      const left = () => Math.max(1, until - performance.now());
      if (given === undefined && caller.jar.token === undefined) await renew(caller, left());
      const withToken = () => ({
        ...question,
        within: left(),
        headers: { ...question.headers, 'x-xsrf-token': given ?? caller.jar.token ?? '' },
      });
      const reply = await exchange(withToken(), caller);
      // A script has a page to fetch the token for, and a stream can be read once.
      if (reply.response.status !== 419 || given !== undefined || question.body instanceof ReadableStream) return reply;
      await reply.response.body?.cancel();
      await renew(caller, left());
      return exchange(withToken(), caller);
    },
  };
}
