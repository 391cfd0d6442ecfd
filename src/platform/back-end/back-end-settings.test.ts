import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../../settings.ts';
import { SettingError } from '../setting.ts';

const URL_ONLY = { API_UPSTREAM_URL: 'https://servizi.example' };
const PRODUCTION = {
  PORTAL_MODE: 'production',
  PUBLIC_URL: 'https://portale.example',
  PORTAL_SECRET: 'un-segreto-lungo-almeno-trentadue-caratteri',
};
const LOGIN = {
  API_UPSTREAM_LOGIN_URL: 'https://servizi.example/entra',
  API_UPSTREAM_LOGOUT_URL: 'https://servizi.example/esci',
};

const refusalOf = (env: Record<string, string>): string => {
  try {
    readSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError);
    return (error as Error).message;
  }
  return '';
};

test('without an address the store answers', () => {
  expect(readSettings({}).backEnd).toBeUndefined();
});

test('an address alone is enough in sandbox', () => {
  expect(readSettings(URL_ONLY).backEnd).toEqual({
    url: 'https://servizi.example',
    timeoutMs: 8000,
    profile: undefined,
    loginUrl: undefined,
    logoutUrl: undefined,
  });
});

test.each([
  ['https://servizi.example/', 'https://servizi.example'],
  ['https://servizi.example/portale/v2//', 'https://servizi.example/portale/v2'],
  ['https://servizi.example:8443', 'https://servizi.example:8443'],
  ['http://127.0.0.1:9000/x', 'http://127.0.0.1:9000/x'],
  ['http://localhost:9000', 'http://localhost:9000'],
])('%s is asked at %s', (given, expected) => {
  expect(readSettings({ API_UPSTREAM_URL: given }).backEnd?.url).toBe(expected);
});

test.each([
  'http://servizi.example',
  'http://127.0.0.1.evil.example',
  'ftp://servizi.example',
  'servizi.example',
  '//servizi.example',
  'https://',
  'https://anna:segreto@servizi.example',
  'https://servizi.example?chiave=segreto',
  'https://servizi.example#segreto',
])('%s stops the start; what it holds is in no sentence', (given) => {
  const said = refusalOf({ API_UPSTREAM_URL: given });
  expect(said).toMatch(/^API_UPSTREAM_URL /);
  expect(said).not.toContain('segreto');
});

test.each(['API_UPSTREAM_TIMEOUT_MS', 'API_UPSTREAM_PROFILE', 'API_UPSTREAM_LOGIN_URL', 'API_UPSTREAM_LOGOUT_URL'])(
  '%s without an address stops the start',
  (name) => {
    expect(refusalOf({ [name]: '9000' })).toBe(`Senza API_UPSTREAM_URL non si usano: ${name}.`);
  },
);

test.each([
  'OIDC_ISSUER',
  'OPERATOR_OIDC_ISSUER',
  'SMTP_URL',
  'PAGOPA_CHECKOUT_URL',
  'MOONEY_URL',
  'FILES_URL',
  'CLAMD_URL',
])('%s contradicts an address, and stops the start by its name', (name) => {
  const said = refusalOf({ ...URL_ONLY, [name]: 'https://altro.example' });
  expect(said).toContain(`Con API_UPSTREAM_URL non si usano: ${name}.`);
});

test.each(['99', '25001', '0', '-1', '1.5', 'presto'])('%s ms are no limit of time', (ms) => {
  expect(refusalOf({ ...URL_ONLY, API_UPSTREAM_TIMEOUT_MS: ms })).toContain('API_UPSTREAM_TIMEOUT_MS');
});

test('the limit of time is kept', () => {
  for (const ms of [100, 25_000])
    expect(readSettings({ ...URL_ONLY, API_UPSTREAM_TIMEOUT_MS: String(ms) }).backEnd?.timeoutMs).toBe(ms);
});

test('a profile is a file from where the portal was started', () => {
  const profileOf = (given: string) => readSettings({ ...URL_ONLY, API_UPSTREAM_PROFILE: given }).backEnd?.profile;
  expect(profileOf('/etc/portale/profilo.mjs')).toBe('/etc/portale/profilo.mjs');
  expect(profileOf('profilo.mjs')).toBe(resolve('profilo.mjs'));
});

test('in production the addresses of the login are needed', () => {
  expect(refusalOf({ ...PRODUCTION, ...URL_ONLY })).toBe(
    'In production con API_UPSTREAM_URL mancano: API_UPSTREAM_LOGIN_URL, API_UPSTREAM_LOGOUT_URL.',
  );
  expect(readSettings({ ...PRODUCTION, ...URL_ONLY, ...LOGIN }).backEnd?.loginUrl).toBe(LOGIN.API_UPSTREAM_LOGIN_URL);
});

test('a login begins at a safe address, or at a path of the portal’s own host', () => {
  const withLogin = (given: string) => ({ ...URL_ONLY, API_UPSTREAM_LOGIN_URL: given });
  for (const good of ['/auth/login', 'https://servizi.example/x?da={ritorno}', 'http://127.0.0.1:9000/entra'])
    expect(readSettings(withLogin(good)).backEnd?.loginUrl).toBe(good);
  for (const bad of ['//evil.example', '/\\evil.example', 'http://servizi.example', 'javascript:alert(1)', 'entra'])
    expect([bad, refusalOf(withLogin(bad))]).toEqual([bad, expect.stringMatching(/^API_UPSTREAM_LOGIN_URL /)]);
});
