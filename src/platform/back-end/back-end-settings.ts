/** The settings of a back end that answers in place of the store. */
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import {
  baseAddress,
  isSafe,
  namesSet,
  numberBetween,
  type PortalMode,
  readRows,
  SettingError,
  type SettingRows,
  type SettingTexts,
  safeAddress,
} from '../setting.ts';

/** An address, or a path of the portal's own host. */
const loginAddress = z.union(
  [z.string().check(z.regex(/^\/(?![/\\])/)), safeAddress],
  ' non è un indirizzo valido: serve https://…, o un percorso di questo portale.',
);

export const BACK_END_ROWS = {
  url: {
    name: 'API_UPSTREAM_URL',
    schema: baseAddress.check(z.refine(isSafe, ' deve iniziare con https://, tranne che su questa macchina.')),
    meaning:
      'Address of a back end that the municipality already has, with the path below which it answers `/api/v1/…` and `/sanctum/csrf-cookie`; https, except on this machine. The portal then stands in front of it: docs/upstream.md.',
  },
  timeoutMs: {
    name: 'API_UPSTREAM_TIMEOUT_MS',
    // A browser that is silent for 30 s is let go: the answer must come before.
    schema: z.prefault(numberBetween(100, 25_000, 'millisecondi'), '8000'),
    meaning: 'Milliseconds that a call to it may take, 100 to 25000; of an upload, from its last byte.',
  },
  profile: {
    name: 'API_UPSTREAM_PROFILE',
    schema: z.optional(
      z.pipe(
        z.string(),
        z.transform((profile) => resolve(profile)),
      ),
    ),
    meaning: 'File that says the calls in the words of that back end. Without it the calls are those of docs/api.md.',
  },
  loginUrl: {
    name: 'API_UPSTREAM_LOGIN_URL',
    schema: z.optional(loginAddress),
    meaning:
      'Where a citizen logs in: an address, or a path of the portal’s own host; `{ritorno}` in it is the address to come back to (else it is added as `ritorno`). Required in production with API_UPSTREAM_URL.',
  },
  logoutUrl: {
    name: 'API_UPSTREAM_LOGOUT_URL',
    schema: z.optional(loginAddress),
    meaning: 'The same for the end of a login.',
  },
} as const satisfies SettingRows;

/** @property profile absolute path of a file; undefined: the contract as it is */
export type BackEndSettings = NonNullable<ReturnType<typeof readBackEnd>>;

/** @returns undefined in store mode @throws SettingError which names the settings */
export function readBackEnd(env: SettingTexts, mode: PortalMode) {
  const { url, ...others } = BACK_END_ROWS;
  if (env[url.name] === undefined) {
    const alone = namesSet(Object.values(others), env);
    if (alone.length > 0) throw new SettingError(`Senza ${url.name} non si usano: ${alone.join(', ')}.`);
    return undefined;
  }
  const missing = [others.loginUrl.name, others.logoutUrl.name].filter((name) => env[name] === undefined);
  if (mode === 'production' && missing.length > 0)
    throw new SettingError(`In production con ${url.name} mancano: ${missing.join(', ')}.`);
  return readRows(BACK_END_ROWS, env);
}
