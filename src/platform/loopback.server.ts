/** Lets the portal call the services that it hosts itself, such as the sandbox's identity and payment providers. */
import type { PortalSettings } from '../settings.ts';

/**
 * @returns a `fetch` with which the portal reaches itself: what is addressed to PUBLIC_URL goes over loopback, because a machine
 * does not always find itself under the name its citizens use. Everything else goes where it is addressed
 */
export function overLoopback({
  publicUrl,
  host,
  port,
}: Pick<PortalSettings, 'publicUrl' | 'host' | 'port'>): typeof fetch {
  const here = `http://${host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? '[::1]' : host}:${port}`;
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(`${publicUrl}/`) ? fetch(here + url.slice(publicUrl.length), init) : fetch(input, init);
  };
}
