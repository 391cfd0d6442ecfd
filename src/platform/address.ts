/**
 * The caller's address as far as the portal can tell: the socket's peer, or behind `hops` trusted proxies the entry that the
 * outermost of them wrote. Entries further left were written by the caller and prove nothing.
 */
export const clientAddress = (peer: string, forwarded: ForwardedHeader, hops: number): string =>
  plainAddress(trustedEntry(forwarded, hops) ?? peer);

/** The host that the browser asked for, where the outermost of `hops` trusted proxies asks for another one and says so. */
export const askedHost = (host: string | undefined, forwarded: ForwardedHeader, hops: number): string | undefined =>
  trustedEntry(forwarded, hops) ?? host;

/** A header to which each proxy adds its entry */
type ForwardedHeader = string | string[] | undefined;

function trustedEntry(forwarded: ForwardedHeader, hops: number): string | undefined {
  if (hops === 0 || forwarded === undefined) return undefined;
  const entries = [forwarded]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return entries[entries.length - hops] ?? entries[0];
}

/** IPv4 inside IPv6 is the same host as IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 60);
}
