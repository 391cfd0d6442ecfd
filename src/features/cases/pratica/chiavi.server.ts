/** Reads and writes the cookie with which an office without a login reopens the cases it opened from a mail. */
import type { AstroCookies } from 'astro';
import { hostName, setCookie } from '../../../platform/cookie.ts';

/** HttpOnly cookie with the operator keys that this browser opened, newest first. */
export const operatorKeysCookieName = (secure: boolean) => hostName('chiavi-operatore', secure);
/** Limits the cookie: an office opens many cases, and the headers of a request must stay small. */
const MAX_CHIAVI = 25;
const DAYS_30_SECONDS = 30 * 24 * 3600;

/** @param secure whether the portal runs behind https */
export function readOperatorKeys(cookies: Pick<AstroCookies, 'get'>, secure: boolean): string[] {
  const value = cookies.get(operatorKeysCookieName(secure))?.value ?? '';
  return value
    .split('.')
    .filter((key) => /^[\w-]{40,50}$/.test(key))
    .slice(0, MAX_CHIAVI);
}

/** @returns the Set-Cookie header that adds a key */
export function operatorKeysCookie(keys: readonly string[], key: string, secure: boolean): string {
  const all = [key, ...keys.filter((k) => k !== key)].slice(0, MAX_CHIAVI);
  return setCookie({ name: operatorKeysCookieName(secure), value: all.join('.'), secure, seconds: DAYS_30_SECONDS });
}
