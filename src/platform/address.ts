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

/** One host of IPv4, one /64 network of IPv6: the addresses that a single subscriber has. */
export function networkOf(address: string): string {
  const v4 = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (v4) return v4[1] as string;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((g) => g.replace(/^0+(?=.)/, ''))
    .join(':');
}
