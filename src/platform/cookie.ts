/** Writes and reads cookies. Only the portal's own pages send them back, and scripts do not see them unless told so. */

/**
 * @property secure the portal is reached by https
 * @property seconds its lifetime: 0 deletes it; without it, it lasts until the browser is closed
 * @property forScripts scripts of the portal's pages may read it
 */
export type CookieFields = {
  name: string;
  value: string;
  secure: boolean;
  path?: string;
  seconds?: number | undefined;
  forScripts?: true;
};

/** @returns the value of a Set-Cookie header */
export function setCookie({ name, value, secure, path = '/', seconds, forScripts }: CookieFields): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    ...(forScripts ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
  ].join('; ');
}

/** The name of a cookie that no other host and no http page can set, once the portal is reached by https. */
export const hostName = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}${name}`;
