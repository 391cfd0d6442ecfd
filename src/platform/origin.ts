/** Tells from the headers where a request was started, so that other sites cannot write in a citizen's name. */
import type { PortalSettings } from '../settings.ts';

/**
 * Does this write come from a page of ours? A browser says so by `Origin` or `Sec-Fetch-Site`; a program says neither.
 * In sandbox any loopback name of this machine is ours, as people type `localhost` as often as `127.0.0.1`.
 */
export function sameOrigin(request: Request, settings: Pick<PortalSettings, 'publicUrl' | 'mode'>): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return false;
  const origin = request.headers.get('origin');
  if (origin === null || origin === settings.publicUrl) return true;
  const host = request.headers.get('host');
  const scheme = settings.publicUrl.split(':')[0];
  if (settings.mode === 'production' && site !== 'same-origin') return false;
  // A body's own host name, or loopback: the page and the call are at the same place.
  return host !== null && origin === `${scheme}://${host}`;
}

/**
 * Where did the browser get this request from? A page of ours or what was typed (`here`), another site (`elsewhere`), or it does not
 * tell: without `Sec-Fetch-Site` an older browser names a page that asks by `Origin` or `Referer`, and that page may forbid it.
 */
export function siteOfRequest({ headers, url }: Request): 'here' | 'elsewhere' | 'unknown' {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none' ? 'here' : 'elsewhere';
  const page = headers.get('origin') ?? headers.get('referer');
  if (page === null) return 'unknown';
  const host = headers.get('host') ?? new URL(url).host;
  return URL.canParse(page) && new URL(page).host === host ? 'here' : 'elsewhere';
}
