/** Where an answer of the back end leads to another place: to one of its calls, to a file of its own, or to its login page. */

import type { BackEndCaller } from '../../platform/back-end/back-end.ts';
import type { ApiOperation } from '../../platform/contract.ts';
import { PortalError } from '../../platform/errors.ts';
import { fileOf } from './answers.server.ts';
import {
  type AskBackEnd,
  BackEndFault,
  type BackEndReply,
  backEndAway,
  type ExchangeOptions,
} from './exchange.server.ts';

/** Answers of the back end's own pages that lead to another place, one after the other. */
const MAX_REDIRECTS = 3;

/** @param path that was asked for @returns the output of the call */
type FollowRedirect = (
  leading: BackEndReply,
  operation: ApiOperation,
  path: string,
  caller: BackEndCaller,
) => Promise<unknown>;

/**
 * A redirect to one of the back end's calls is one that the browser asks here; a file of its own is fetched; its login page stands for
 * 401; and to another host the portal sends nobody. A call whose answer is no file and no address goes nowhere.
 */
export function redirectsOver(
  exchange: AskBackEnd,
  { url, publicUrl }: Pick<ExchangeOptions, 'url' | 'publicUrl'>,
): FollowRedirect {
  const base = new URL(url);
  /** Path below which the back end answers, without a final slash */
  const below = base.pathname === '/' ? '' : base.pathname;
  const belowBase = ({ pathname, search }: URL) => pathname.slice(below.length) + search;
  const { origin: publicOrigin } = new URL(publicUrl);

  /** A framework behind a proxy writes addresses of its own with the host that the proxy tells it: that of the portal. */
  function ownTarget(leading: Response, from: URL): URL | null | undefined {
    const target = targetOf(leading, from);
    return target?.origin === publicOrigin ? new URL(target.pathname + target.search, base.origin) : target;
  }

  return async (reply, operation, path, caller) => {
    let last = reply;
    let from = new URL(url + path);
    const leads = operation.status === 302;
    for (let step = 0; step < MAX_REDIRECTS; step++) {
      const { response: leading } = last;
      const target = ownTarget(leading, from);
      await leading.body?.cancel();
      if (target?.origin !== base.origin) throw backEndAway(new BackEndFault('redirect to another host, or nowhere'));
      if (target.pathname.startsWith(`${below}/api/v1/`)) {
        if (leads && target.href !== from.href) return { location: belowBase(target) };
        throw backEndAway(new BackEndFault('redirect to another call'));
      }
      if (!leads || !target.pathname.startsWith(`${below}/`)) throw new PortalError('anonymous');
      from = target;
      last = await exchange({ method: 'GET', path: belowBase(target), headers: { accept: '*/*' } }, caller);
      const { response } = last;
      if (response.status >= 300 && response.status < 400) continue;
      if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) {
        await response.body?.cancel();
        throw new PortalError('anonymous');
      }
      if (response.ok) return fileOf(last);
      await response.body?.cancel();
      throw backEndAway(new BackEndFault(`status ${response.status} after a redirect`));
    }
    throw backEndAway(new BackEndFault('too many redirects'));
  };
}

/** @returns undefined where no place is named */
function targetOf({ headers }: Response, from: URL): URL | null | undefined {
  const location = headers.get('location');
  return location === null ? undefined : URL.parse(location, from);
}
