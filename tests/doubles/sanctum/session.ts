/** Laravel's sessions and their two cookies: encrypted anew at every answer, the same session until a login or logout. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { BackEndFields } from './body.ts';
import type { BackEndReply } from './laravel.ts';
import type { BackEndPerson } from './town.ts';

/**
 * What the back end knows of one browser.
 * @property visitor who uploaded a file or began a declaration; stays at a login, and is another after a logout
 * @property token anti-forgery token; other after a login or logout
 * @property proofs addresses that were confirmed by a code and not used yet @property grants ids of positions opened by their codes
 * @property wrongPairs how often two codes did not belong together @property kept answers by their idempotency key
 */
export type BackEndSession = {
  id: string;
  token: string;
  visitor: string;
  person: BackEndPerson | null;
  proofs: Set<string>;
  grants: Set<string>;
  wrongPairs: number;
  kept: Map<string, KeptAnswer>;
};

export type KeptAnswer = { fingerprint: string; reply: BackEndReply };

/** @property domain of both cookies @property secure both only over HTTPS */
export type CookieOptions = { domain?: string; secure?: boolean };

export const SESSION_COOKIE = 'laravel_session';
export const TOKEN_COOKIE = 'XSRF-TOKEN';
const LIFETIME_S = 7200;

const randomWord = (): string => randomBytes(60).toString('base64').replace(/\W/g, '').slice(0, 40);

/** A session that no cookie names: of a request that comes from no page of the application. */
export const newSession = (id = randomWord()): BackEndSession => ({
  id,
  token: randomWord(),
  visitor: randomWord(),
  person: null,
  proofs: new Set(),
  grants: new Set(),
  wrongPairs: 0,
  kept: new Map(),
});

export function sessionStore({ domain, secure }: CookieOptions) {
  const sessions = new Map<string, BackEndSession>();
  const crypt = cookieCrypt();
  const put = (session: BackEndSession) => {
    sessions.set(session.id, session);
    return session;
  };
  const line = (name: string, value: string, more: string) => {
    const expires = new Date(Date.now() + LIFETIME_S * 1000).toUTCString();
    const place = `path=/${domain ? `; domain=${domain}` : ''}${secure ? '; secure' : ''}`;
    return `${name}=${encodeURIComponent(value)}; expires=${expires}; Max-Age=${LIFETIME_S}; ${place}${more}; samesite=lax`;
  };

  return {
    /** The session that the request's cookie names; one under the same id when it is not there any more, as Laravel does. */
    open(headers: IncomingHttpHeaders): BackEndSession {
      const id = crypt.decrypt(SESSION_COOKIE, cookieOf(headers, SESSION_COOKIE));
      return (id && sessions.get(id)) || put(newSession(id));
    },
    /** At a login: what the browser did stays, under a new id and token. The old id is of no use any more. */
    logIn(session: BackEndSession, person: BackEndPerson): void {
      sessions.delete(session.id);
      Object.assign(session, { id: randomWord(), token: randomWord(), person });
      put(session);
    },
    /** At a logout nothing of the session stays. */
    logOut(session: BackEndSession): void {
      sessions.delete(session.id);
      Object.assign(session, newSession());
      put(session);
    },
    /**
     * Laravel looks at the field `_token` first, then at `X-CSRF-TOKEN`, and only without them at `X-XSRF-TOKEN`, which is the
     * value of the cookie, decoded.
     */
    holdsToken(session: BackEndSession, headers: IncomingHttpHeaders, fields: BackEndFields): boolean {
      const plain = fields._token ?? headers['x-csrf-token'];
      const given =
        typeof plain === 'string' && plain ? plain : crypt.decrypt(TOKEN_COOKIE, String(headers['x-xsrf-token'] ?? ''));
      return given !== undefined && isSame(given, session.token);
    },
    /** @param withToken false for an answer from before the token was accepted: Laravel sends only the session then */
    cookieLines(session: BackEndSession, withToken: boolean): string[] {
      const tokenLine = line(TOKEN_COOKIE, crypt.encrypt(TOKEN_COOKIE, session.token), '');
      const sessionLine = line(SESSION_COOKIE, crypt.encrypt(SESSION_COOKIE, session.id), '; httponly');
      return withToken ? [tokenLine, sessionLine] : [sessionLine];
    },
    /** As after a clearance of Laravel's storage. */
    endAll: () => sessions.clear(),
  };
}
export type SessionStore = ReturnType<typeof sessionStore>;

/** PHP reads a plus in a cookie as a blank. */
function cookieOf(headers: IncomingHttpHeaders, name: string): string {
  const pair = (headers.cookie ?? '')
    .split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(`${name}=`));
  try {
    return decodeURIComponent((pair ?? '').slice(name.length + 1).replaceAll('+', ' '));
  } catch {
    return '';
  }
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * Laravel's Encrypter (AES-256-CBC, JSON in base64, HMAC), which also binds a value to the name of its cookie. Unlike Laravel's,
 * every value has `+`, `/` and `=` in it: a portal that decodes or encodes once too often is found at the first call.
 */
function cookieCrypt() {
  const key = randomBytes(32);
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const prefixOf = (name: string) => `${createHmac('sha1', key).update(`${name}v2`).digest('hex')}|`;

  return {
    encrypt(name: string, text: string): string {
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-256-cbc', key, iv);
      const value = Buffer.concat([cipher.update(prefixOf(name) + text), cipher.final()]).toString('base64');
      const ivText = iv.toString('base64');
      let json = JSON.stringify({ iv: ivText, value, mac: macOf(ivText + value), tag: '???>>>' });
      while (json.length % 3 === 0) json += ' ';
      return Buffer.from(json).toString('base64');
    },
    /** @returns undefined for what was not encrypted here, or for another cookie */
    decrypt(name: string, text: string): string | undefined {
      if (!/^[A-Za-z\d+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
      try {
        const { iv, value, mac } = JSON.parse(Buffer.from(text, 'base64').toString());
        if (!isSame(String(mac), macOf(String(iv) + String(value)))) return undefined;
        const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'base64'));
        const plain = Buffer.concat([decipher.update(Buffer.from(value, 'base64')), decipher.final()]).toString();
        const prefix = prefixOf(name);
        return plain.startsWith(prefix) ? plain.slice(prefix.length) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
