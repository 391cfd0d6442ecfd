/**
 * The caller's address as far as the portal can tell: the socket's peer, or behind `hops` trusted proxies the entry that the
 * outermost of them wrote. Entries further left were written by the caller and prove nothing.
 */
export function clientAddress(peer: string, forwarded: string | string[] | undefined, hops: number): string {
  if (hops === 0 || forwarded === undefined) return plainAddress(peer);
  const entries = [forwarded]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return plainAddress(entries[entries.length - hops] ?? entries[0] ?? peer);
}

/** IPv4 inside IPv6 is the same host as IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 60);
}
