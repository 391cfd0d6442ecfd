/** Reads and writes the cookie that lets an office without a login reopen the cases it opened from a mail. */
import type { AstroCookies } from 'astro';
import { hostName, setCookie } from '../../../platform/cookie.ts';

/** HttpOnly cookie with the operator keys that this browser opened, newest first. */
const cookie = (secure: boolean) => hostName('chiavi-operatore', secure);
/** An office opens many cases; the header of a request must stay small. */
const TENUTE = 25;
const GIORNI_30 = 30 * 24 * 3600;

/** @param secure the portal is behind https */
export function readOperatorKeys(cookies: Pick<AstroCookies, 'get'>, secure: boolean): string[] {
  const value = cookies.get(cookie(secure))?.value ?? '';
  return value
    .split('.')
    .filter((key) => /^[\w-]{40,50}$/.test(key))
    .slice(0, TENUTE);
}

/** @returns the Set-Cookie that adds a key */
export function operatorKeysCookie(keys: readonly string[], key: string, secure: boolean): string {
  const all = [key, ...keys.filter((k) => k !== key)].slice(0, TENUTE);
  return setCookie({ name: cookie(secure), value: all.join('.'), secure, seconds: GIORNI_30 });
}
