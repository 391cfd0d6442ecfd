/** Lets the portal call the services that it hosts itself, such as the sandbox's identity and payment providers. */
import type { PortalSettings } from '../settings.ts';

type OwnPlace = Pick<PortalSettings, 'publicUrl' | 'host' | 'port'>;

/** Where this process is reached on its own machine. */
export const loopbackOrigin = ({ host, port }: Pick<OwnPlace, 'host' | 'port'>): string =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? '[::1]' : host}:${port}`;

/**
 * @returns a `fetch` with which the portal reaches itself: calls to PUBLIC_URL go over loopback, because a machine cannot always
 * resolve its own public name. All other calls go to their own address
 */
export function overLoopback(settings: OwnPlace): typeof fetch {
  const { publicUrl } = settings;
  const here = loopbackOrigin(settings);
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(`${publicUrl}/`) ? fetch(here + url.slice(publicUrl.length), init) : fetch(input, init);
  };
}
