import { describe, expect, test } from 'vitest';
import { readSettings, SETTINGS, SettingError } from './settings.ts';

const production = {
  PORTAL_MODE: 'production',
  PUBLIC_URL: 'https://portale.example',
  PORTAL_SECRET: 'un-segreto-lungo-almeno-trentadue-caratteri',
  SMTP_URL: 'smtps://posta.example',
  MAIL_FROM: 'portale@comune.example',
};
const without = (name: keyof typeof production) =>
  Object.fromEntries(Object.entries(production).filter(([n]) => n !== name));

describe('an empty environment', () => {
  test('is a sandbox on this machine', () => {
    expect(readSettings({})).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 4321,
      publicUrl: 'http://127.0.0.1:4321',
      dataDir: './data',
      databaseUrl: undefined,
      smtpUrl: undefined,
      botCheck: 'altcha',
      sentryDsn: undefined,
      trustProxy: 0,
      limitsFactor: 1,
      secrets: [],
    });
  });

  test('is the same as one with empty values, as an example file has them', () => {
    expect(readSettings(Object.fromEntries(SETTINGS.map(({ name }) => [name, ' '])))).toEqual(readSettings({}));
  });
});

describe('a sandbox', () => {
  test.each([{ HOST: '0.0.0.0' }, { HOST: '192.0.2.1' }, { PUBLIC_URL: 'https://portale.example' }])(
    'does not start beyond this machine unless it is asked for by name: %j',
    (env) => {
      expect(() => readSettings(env)).toThrow(
        new SettingError('Fuori da questa macchina la sandbox parte solo con PORTAL_MODE=sandbox.'),
      );
      expect(readSettings({ ...env, PORTAL_MODE: 'sandbox' }).mode).toBe('sandbox');
    },
  );

  test.each(['localhost', '127.0.0.1', '::1'])('starts at %s', (HOST) => {
    expect(readSettings({ HOST }).mode).toBe('sandbox');
  });
});

describe('production', () => {
  test('starts with what it needs', () => {
    expect(readSettings(production)).toMatchObject({ mode: 'production', publicUrl: 'https://portale.example' });
  });

  test.each(['PUBLIC_URL', 'PORTAL_SECRET', 'SMTP_URL', 'MAIL_FROM'] as const)(
    'does not start without %s, and names it',
    (name) => {
      expect(() => readSettings(without(name))).toThrow(`In production mancano: ${name}.`);
    },
  );

  test('names all that is missing at once', () => {
    expect(() => readSettings({ PORTAL_MODE: 'production' })).toThrow('PUBLIC_URL, PORTAL_SECRET, SMTP_URL, MAIL_FROM');
  });

  test('does not start without https, nor with wider limits', () => {
    expect(() => readSettings({ ...production, PUBLIC_URL: 'http://portale.example' })).toThrow('https://');
    expect(() => readSettings({ ...production, LIMITS_FACTOR: '100' })).toThrow('LIMITS_FACTOR');
  });
});

describe('a wrong value stops the start with its name', () => {
  test.each([
    ['PORT', 'ottanta'],
    ['PORT', '-1'],
    ['PORTAL_MODE', 'prod'],
    ['BOT_CHECK', 'nessuno'],
    ['BOT_CHECK', 'recaptcha'],
    ['DATABASE_URL', 'mysql://x'],
    ['PORTAL_SECRET', 'corto'],
    ['PORTAL_SECRET', 'uno-lungo-almeno-trentadue-caratteri,corto'],
    ['TRUST_PROXY', 'true'],
    ['LIMITS_FACTOR', '1.5'],
    ['LIMITS_FACTOR', '0'],
    ['PUBLIC_URL', 'http://127.0.0.1/portale'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
  ])('%s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });
});

test('the first of several secrets signs, the others still verify', () => {
  const [a, b] = ['a'.repeat(32), 'b'.repeat(40)];
  expect(readSettings({ PORTAL_SECRET: ` ${a} , ${b}, ` }).secrets).toEqual([a, b]);
});

test('an address of IPv6 becomes a good URL', () => {
  expect(readSettings({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]');
});

test('reCAPTCHA has its keys, and its addresses by default', () => {
  const env = { BOT_CHECK: 'recaptcha', RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_SECRET: 's' };
  expect(readSettings(env).recaptcha).toEqual({
    siteKey: 'k',
    secret: 's',
    scriptUrl: 'https://www.google.com/recaptcha/api.js',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
  });
});

test('every setting is in the table once, with its meaning', () => {
  expect(new Set(SETTINGS.map((row) => row.name)).size).toBe(SETTINGS.length);
  for (const { meaning } of SETTINGS) expect(meaning).toMatch(/\.$/);
});
