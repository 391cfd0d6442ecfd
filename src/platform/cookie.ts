/** A cookie as a browser is told it. Only this site's own pages send it back; scripts do not see it unless told. */

/**
 * @property secure the portal is behind https
 * @property seconds how long it lives: 0 takes it away; without it, until the browser is closed
 * @property forScripts the scripts of our pages read it
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

/** The name of a cookie that no other host and no http page can set, once the portal is behind https. */
export const hostName = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}${name}`;
