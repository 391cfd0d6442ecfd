/** The cookies between a browser and the back end: what goes there, and what comes back under the portal's own name. */
import { type CookieFields, setCookie } from '../cookie.ts';

/**
 * The back end's cookies of one browser during one request.
 * @property header value of `Cookie` for the next call, '' without any
 * @property token the anti-forgery token in them, decoded; undefined without one
 * @property sentToken the one that the browser sent: a back end may give another with every answer
 */
export type BrowserJar = {
  readonly header: string;
  readonly token: string | undefined;
  readonly sentToken: string | undefined;
  /** Takes over the `Set-Cookie` lines of an answer */
  take(lines: readonly string[]): void;
  /** Makes the browser forget the cookies of the back end */
  clear(): void;
  /** The `Set-Cookie` lines for the browser */
  setLines(): string[];
};

const TOKEN_COOKIE = 'XSRF-TOKEN';

/** Most cookies that one request carries or one answer sets: browsers keep some 180 for a site. */
const MAX_COOKIES = 100;
/** A name as RFC 6265 allows it; a value without what would begin another header or cookie. */
const COOKIE_FORM = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=([!-+\--:<-~\x80-\xff]*)$/;
/** Browsers keep none for longer (RFC 6265bis, 5.5). */
const LONGEST_SECONDS = 400 * 24 * 3600;

/**
 * @param header `Cookie` as the browser sent it
 * @param own names of the portal's cookies: they stay here, and the back end cannot set them
 */
export function browserJar(
  header: string | null,
  { own, secure }: { own: ReadonlySet<string>; secure: boolean },
): BrowserJar {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';').slice(0, MAX_COOKIES)) {
    const [, name, value] = COOKIE_FORM.exec(pair.trim()) ?? [];
    // The first of a name is that of the narrowest path, which is what a server reads.
    if (name && value !== undefined && !own.has(name) && !cookies.has(name)) cookies.set(name, value);
  }
  const fresh = new Map<string, string>();
  const sentToken = decodeToken(cookies.get(TOKEN_COOKIE));
  return {
    sentToken,
    get header() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    get token() {
      return decodeToken(cookies.get(TOKEN_COOKIE));
    },
    take(lines) {
      for (const line of lines.slice(0, MAX_COOKIES)) {
        const cookie = parseSetCookie(line);
        if (!cookie || own.has(cookie.name)) continue;
        if (cookie.seconds === undefined || cookie.seconds > 0) cookies.set(cookie.name, cookie.value);
        else cookies.delete(cookie.name);
        fresh.set(cookie.name, setCookie({ ...cookie, secure }));
      }
    },
    clear() {
      for (const name of cookies.keys()) fresh.set(name, setCookie({ name, value: '', secure, seconds: 0 }));
      cookies.clear();
    },
    setLines: () => [...fresh.values()],
  };
}

function decodeToken(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/**
 * Domain, path, `Secure` and `SameSite` are the portal's, as for its own cookies: the back end's are made for another address.
 * @returns undefined for what is no cookie
 */
function parseSetCookie(line: string): Omit<CookieFields, 'secure'> | undefined {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
  const [, name, value] = COOKIE_FORM.exec(pair) ?? [];
  if (!name || value === undefined) return undefined;
  const attributes = new Map(
    rest.map((part) => {
      const [key = '', ...text] = part.split('=');
      return [key.toLowerCase(), text.join('=')] as const;
    }),
  );
  return {
    name,
    value,
    seconds: secondsOf(attributes),
    ...(!attributes.has('httponly') && { forScripts: true }),
  };
}

/** `Max-Age` wins over `Expires` (RFC 6265, 5.3). @returns undefined: until the browser is closed */
function secondsOf(attributes: ReadonlyMap<string, string>): number | undefined {
  const age = attributes.get('max-age');
  if (age && /^-?\d+$/.test(age)) return keptSeconds(Number(age));
  const at = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(at) ? undefined : keptSeconds(Math.round((at - Date.now()) / 1000));
}

const keptSeconds = (seconds: number) => Math.min(Math.max(0, seconds), LONGEST_SECONDS);
