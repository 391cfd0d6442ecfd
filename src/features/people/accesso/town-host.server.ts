/**
 * Logging in on a municipality's own host name. The provider knows one return address, at PUBLIC_URL; the answer is handed on from there to
 * the host on which the login began, where the browser has the cookie that the answer belongs to.
 */
import { createHash } from 'node:crypto';
import type { PortalHouse } from '../../../context.ts';
import { LOOPBACK_NAMES } from '../../../platform/setting.ts';
import { enti, siteUrl } from '../../cases/ente/ente.server.ts';

/** Letters and digits, as SPID wants them in a state, and few enough for any provider. */
const MARK_LENGTH = 12;
const markOf = (host: string) => createHash('sha256').update(host).digest('hex').slice(0, MARK_LENGTH);

/** Hosts other than that of PUBLIC_URL on which a login may begin. */
async function townHosts(house: PortalHouse): Promise<string[]> {
  const { hostname } = new URL(house.settings.publicUrl);
  const loopback = LOOPBACK_NAMES.includes(hostname) ? LOOPBACK_NAMES : [];
  const all = [...(await enti(house)).flatMap(({ host }) => host ?? []), ...loopback];
  return all.filter((host) => host !== hostname);
}

/**
 * @param host of the request
 * @returns the end of the state of a login or logout that begins there; '' on the portal's own host, and on a host that is nobody's
 */
export async function hostMark(house: PortalHouse, host: string): Promise<string> {
  return (await townHosts(house)).includes(host) ? markOf(host) : '';
}

/**
 * @param state as the provider gave it back
 * @returns origin of the host on which it began, or null when that is `host` itself or the mark is of no host of this portal
 */
export async function originOfState(house: PortalHouse, state: string, host: string): Promise<string | null> {
  const began = (await townHosts(house)).find((name) => state.endsWith(markOf(name)));
  return began === undefined || began === host ? null : siteUrl(house.settings, began);
}
