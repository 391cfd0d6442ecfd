/** The settings of a back end that answers in place of the store; those of both modes that contradict each other stop the start. */
import { resolve } from 'node:path';
import type { SettingName, SettingReader } from '../../settings.ts';
import { LOOPBACK_NAMES, SettingError, wholeNumber } from '../setting.ts';

/**
 * @property url without a final slash: `/api/v1/…` and `/sanctum/csrf-cookie` are asked below it
 * @property timeoutMs how long one call may take
 * @property profile absolute path of a file; undefined: the contract as it is
 * @property loginUrl where a login begins and ends: an address, or a path of the portal's own host; `{ritorno}` is the way back
 */
export type BackEndSettings = {
  url: string;
  timeoutMs: number;
  profile: string | undefined;
  loginUrl: string | undefined;
  logoutUrl: string | undefined;
};

/** What the back end does itself, by the setting with which the portal would do it. */
const DONE_BY_UPSTREAM = [
  'OIDC_ISSUER',
  'OPERATOR_OIDC_ISSUER',
  'SMTP_URL',
  'PAGOPA_CHECKOUT_URL',
  'MOONEY_URL',
  'FILES_URL',
  'CLAMD_URL',
] as const satisfies SettingName[];

const WITH_URL = [
  'API_UPSTREAM_TIMEOUT_MS',
  'API_UPSTREAM_PROFILE',
  'API_UPSTREAM_LOGIN_URL',
  'API_UPSTREAM_LOGOUT_URL',
] as const satisfies SettingName[];

const LOGIN_ADDRESSES = ['API_UPSTREAM_LOGIN_URL', 'API_UPSTREAM_LOGOUT_URL'] as const satisfies SettingName[];

/** A browser that is silent for 30 s is let go: the answer must come before. */
const MOST_MS = 25_000;

/** @returns undefined in store mode @throws SettingError which names the settings */
export function readBackEnd(given: SettingReader, mode: 'sandbox' | 'production'): BackEndSettings | undefined {
  const text = given('API_UPSTREAM_URL');
  if (text === undefined) {
    const alone = WITH_URL.filter(given);
    if (alone.length > 0) throw new SettingError(`Senza API_UPSTREAM_URL non si usano: ${alone.join(', ')}.`);
    return undefined;
  }
  const clashing = DONE_BY_UPSTREAM.filter(given);
  if (clashing.length > 0)
    throw new SettingError(
      `Con API_UPSTREAM_URL non si usano: ${clashing.join(', ')}. Accesso, posta, pagamenti e file sono del sistema a monte.`,
    );
  const profile = given('API_UPSTREAM_PROFILE');
  const missing = LOGIN_ADDRESSES.filter((name) => !given(name));
  if (mode === 'production' && missing.length > 0)
    throw new SettingError(`In production con API_UPSTREAM_URL mancano: ${missing.join(', ')}.`);
  const timeoutMs = wholeNumber('API_UPSTREAM_TIMEOUT_MS', given('API_UPSTREAM_TIMEOUT_MS') ?? '8000');
  if (timeoutMs < 100 || timeoutMs > MOST_MS)
    throw new SettingError(`API_UPSTREAM_TIMEOUT_MS va da 100 a ${MOST_MS} millisecondi.`);
  return {
    url: baseOf(text),
    timeoutMs,
    profile: profile === undefined ? undefined : resolve(profile),
    loginUrl: readLoginAddress('API_UPSTREAM_LOGIN_URL', given),
    logoutUrl: readLoginAddress('API_UPSTREAM_LOGOUT_URL', given),
  };
}

/** The text itself is in no message: it may hold a password. */
function baseOf(text: string): string {
  const url = readSafeUrl('API_UPSTREAM_URL', text);
  if (url.search || url.hash || url.username || url.password)
    throw new SettingError('API_UPSTREAM_URL è un’origine con un eventuale percorso, senza credenziali né parametri.');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function readLoginAddress(name: (typeof LOGIN_ADDRESSES)[number], given: SettingReader): string | undefined {
  const text = given(name);
  if (text === undefined || /^\/(?![/\\])/.test(text)) return text;
  readSafeUrl(name, text);
  return text;
}

function readSafeUrl(name: SettingName, text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new SettingError(`${name} non è un indirizzo valido.`);
  if (url.protocol === 'http:' && !LOOPBACK_NAMES.includes(url.hostname))
    throw new SettingError(`${name} deve iniziare con https://, tranne che su questa macchina.`);
  return url;
}
