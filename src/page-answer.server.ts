/** The headers of a finished page: the policy that only the running portal can complete, and the version by which browsers and the host keep it. */
import { createHash } from 'node:crypto';
import type { APIContext } from 'astro';
import { completeCsp } from './platform/csp.ts';
import { contentTag, hasState } from './platform/etag.server.ts';
import type { PortalScreen } from './platform/screens.ts';
import { stillKey } from './platform/still.server.ts';
import portalStyle from './ui/style/portale.scss?inline';
import { themeCss } from './ui/theme.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
/** The style sheet that the layout prints. */
const STYLE_HASH = hashOf(portalStyle);

/** Adds what only the running portal can tell to the policy of a page. */
export function completePolicy({ locals }: APIContext, response: Response): void {
  const csp = response.headers.get('content-security-policy');
  // A page that was rewritten to another (404) passes here twice.
  if (!csp?.includes('script-src') || csp.includes('form-action')) return;
  response.headers.set(
    'content-security-policy',
    completeCsp(csp, {
      settings: locals.ctx.house.settings,
      styleHashes: [
        STYLE_HASH,
        hashOnce(locals.ente.colore, themeCss),
        ...[...locals.allow.style].map((css) => hashOnce(css)),
      ],
      img: [...locals.allow.img],
    }),
  );
}

const knownHashes = new Map<string, string>();

/**
 * The styles that the layout prints for the colours of an ente, and for a page's own rules, as the policy names them: each is
 * hashed once.
 */
function hashOnce(key: string, css: (key: string) => string = (text) => text): string {
  const known = knownHashes.get(key) ?? hashOf(css(key));
  knownHashes.set(key, known);
  return known;
}

type KeepStill = (headers: Headers, html: string) => void;

/**
 * Before a page is made for a visitor without a cookie. It is the same for all of them when it sets no cookie and reads nothing that
 * tells one from another: not their address, no header of their browser.
 * @returns how to keep it; undefined when it cannot be kept
 */
export function beginStill(
  { request, url, locals }: APIContext,
  { path, personal }: PortalScreen,
): KeepStill | undefined {
  const { ctx } = locals;
  const { house, address } = ctx;
  const { headers, method } = request;
  if (!house.settings.compress || personal || method !== 'GET' || headers.has('cookie') || headers.has('authorization'))
    return undefined;
  const keep = house.still.begin(stillKey(headers.get('host') ?? '', url.pathname + url.search));
  if (!keep) return undefined;
  let isRead = false;
  const reading = <T>(value: T): T => {
    isRead = true;
    return value;
  };
  Object.defineProperty(ctx, 'address', { enumerable: true, get: () => reading(address) });
  const get = headers.get.bind(headers);
  headers.get = (name) => (name.toLowerCase() === 'cookie' ? get(name) : reading(get(name)));
  return (made, html) => {
    if (isRead || made.has('set-cookie')) return;
    keep({ route: path, headers: Object.fromEntries(made) }, html).catch((error: unknown) =>
      house.monitoring.report(error, { route: path }),
    );
  };
}

/** Gives a page that may be kept its ETag, so that a browser which has it loads it no second time. */
export async function nameVersion(
  { headers, method }: Request,
  page: Response,
  keepStill: KeepStill | undefined,
): Promise<Response> {
  const isPage = page.status === 200 && page.headers.get('content-type')?.startsWith('text/html');
  if (!isPage || method !== 'GET' || page.headers.get('cache-control')?.includes('no-store')) return page;
  const html = await page.text();
  // Weak: it names the page whatever it is compressed with.
  const etag = `W/"${contentTag(html)}"`;
  page.headers.set('etag', etag);
  page.headers.delete('content-length');
  keepStill?.(page.headers, html);
  if (!hasState(headers.get('if-none-match'), etag)) return new Response(html, { headers: page.headers });
  page.headers.delete('content-type');
  return new Response(null, { status: 304, headers: page.headers });
}
