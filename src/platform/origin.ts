/** Where the portal is reached, and where a request started, so that other sites cannot write in a citizen's name. */
import type { PortalSettings } from '../settings.ts';

/** Whether browsers reach the portal by https: not so a sandbox on loopback. */
export const isHttps = ({ publicUrl }: Pick<PortalSettings, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/**
 * Does this write come from a page of ours? A browser says so by `Origin` or `Sec-Fetch-Site`; a program sends neither.
 * In sandbox any loopback name of this machine is ours, because people type `localhost` as often as `127.0.0.1`.
 */
export function sameOrigin(request: Request, settings: Pick<PortalSettings, 'publicUrl' | 'mode'>): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return false;
  const origin = request.headers.get('origin');
  if (origin === null || origin === settings.publicUrl) return true;
  const host = request.headers.get('host');
  const scheme = settings.publicUrl.split(':')[0];
  if (settings.mode === 'production' && site !== 'same-origin') return false;
  // An ente's own host name, or loopback: the page and the call have the same host.
  return host !== null && origin === `${scheme}://${host}`;
}

/**
 * Where did the browser start this request? From a page of ours or the address bar (`here`), from another site (`elsewhere`), or
 * unknown: an older browser sends no `Sec-Fetch-Site` but `Origin` or `Referer`, and a page may suppress those.
 */
export function siteOfRequest({ headers, url }: Request): 'here' | 'elsewhere' | 'unknown' {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none' ? 'here' : 'elsewhere';
  const page = headers.get('origin') ?? headers.get('referer');
  if (page === null) return 'unknown';
  const host = headers.get('host') ?? new URL(url).host;
  return URL.canParse(page) && new URL(page).host === host ? 'here' : 'elsewhere';
}
