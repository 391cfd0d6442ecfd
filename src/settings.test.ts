import { describe, expect, test } from 'vitest';
import { SettingError } from './platform/setting.ts';
import { readSettings, SETTING_ROWS } from './settings.ts';

const production = {
  PORTAL_MODE: 'production',
  PUBLIC_URL: 'https://portale.example',
  PORTAL_SECRET: 'un-segreto-lungo-almeno-trentadue-caratteri',
  SMTP_URL: 'smtps://posta.example',
  MAIL_FROM: 'portale@comune.example',
  OIDC_ISSUER: 'https://identita.example',
  OIDC_CLIENT_ID: 'portale',
  OIDC_CLIENT_SECRET: 'segreto',
};
const without = (name: keyof typeof production) =>
  Object.fromEntries(Object.entries(production).filter(([n]) => n !== name));

describe('an empty environment', () => {
  test('it is a sandbox on this machine', () => {
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

  test('it is the same as one with empty values, as in an example file', () => {
    expect(readSettings(Object.fromEntries(SETTING_ROWS.map(({ name }) => [name, ' '])))).toEqual(readSettings({}));
  });
});

describe('a sandbox', () => {
  test.each([{ HOST: '0.0.0.0' }, { HOST: '192.0.2.1' }, { PUBLIC_URL: 'https://portale.example' }])(
    'a sandbox does not start beyond this machine unless it is explicitly allowed: %j',
    (env) => {
      expect(() => readSettings(env)).toThrow(
        new SettingError('Fuori da questa macchina la sandbox parte solo con PORTAL_MODE=sandbox.'),
      );
      expect(readSettings({ ...env, PORTAL_MODE: 'sandbox' }).mode).toBe('sandbox');
    },
  );

  test.each(['localhost', '127.0.0.1', '::1'])('a sandbox starts at %s', (HOST) => {
    expect(readSettings({ HOST }).mode).toBe('sandbox');
  });
});

describe('production', () => {
  test('production starts with the settings that it needs', () => {
    expect(readSettings(production)).toMatchObject({ mode: 'production', publicUrl: 'https://portale.example' });
  });

  test.each(['PUBLIC_URL', 'PORTAL_SECRET', 'SMTP_URL', 'MAIL_FROM', 'OIDC_ISSUER', 'OIDC_CLIENT_ID'] as const)(
    'production does not start without %s, and names it',
    (name) => {
      expect(() => readSettings(without(name))).toThrow(`In production mancano: ${name}.`);
    },
  );

  test('all missing settings are named at once', () => {
    expect(() => readSettings({ PORTAL_MODE: 'production' })).toThrow(
      'PUBLIC_URL, PORTAL_SECRET, SMTP_URL, MAIL_FROM, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET (o OIDC_PRIVATE_KEY_FILE)',
    );
  });

  test('production does not start without https, nor with wider limits', () => {
    expect(() => readSettings({ ...production, PUBLIC_URL: 'http://portale.example' })).toThrow('https://');
    expect(() => readSettings({ ...production, LIMITS_FACTOR: '100' })).toThrow('LIMITS_FACTOR');
    const geocoder = (GEOCODER_URL: string) => readSettings({ ...production, GEOCODER_URL }).geocoderUrl;
    expect(() => geocoder('http://indirizzi.example/')).toThrow('GEOCODER_URL');
    expect(geocoder('https://indirizzi.example/')).toBe('https://indirizzi.example/');
  });
});

describe('the bucket for files', () => {
  const filesOf = (env: Record<string, string>) => readSettings(env).files;

  test('is an address with its credentials, its region and a prefix', () => {
    expect(filesOf({})).toBeUndefined();
    expect(filesOf({ FILES_URL: 'https://chiave:a%2Fb%2Bc@s3.example:9000/b/uno/due?region=eu-south-1' })).toEqual({
      url: 'https://s3.example:9000/b/uno/due/',
      key: 'chiave',
      secret: 'a/b+c',
      region: 'eu-south-1',
      encrypted: true,
    });
    expect(filesOf({ FILES_URL: 'http://k:s@127.0.0.1:9000/b/?encryption=none' })).toEqual({
      url: 'http://127.0.0.1:9000/b/',
      key: 'k',
      secret: 's',
      region: 'us-east-1',
      encrypted: false,
    });
  });

  test('may take credentials and region from the usual names, and its own come first', () => {
    const aws = { AWS_ACCESS_KEY_ID: 'K', AWS_SECRET_ACCESS_KEY: 'S', AWS_REGION: 'eu-west-3' };
    expect(filesOf({ ...aws, FILES_URL: 'https://s3.example/b' })).toMatchObject({
      key: 'K',
      secret: 'S',
      region: 'eu-west-3',
    });
    expect(filesOf({ ...aws, FILES_URL: 'https://k:s@s3.example/b?region=r' })).toMatchObject({
      key: 'k',
      secret: 's',
      region: 'r',
    });
    expect(filesOf(aws)).toBeUndefined();
  });

  test('a refusal never shows the secret', () => {
    for (const end of ['', 'bucket?x=1', 'bucket#x'])
      expect(() => filesOf({ FILES_URL: `https://k:segretissimo@s3.example/${end}` })).toThrow(/^(?!.*segretissimo)/s);
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
    ['DATABASE_TIMEOUT', '0'],
    ['DATABASE_TIMEOUT', '17'],
    ['PORTAL_SECRET', 'corto'],
    ['PORTAL_SECRET', 'uno-lungo-almeno-trentadue-caratteri,corto'],
    ['TRUST_PROXY', 'true'],
    ['LIMITS_FACTOR', '1.5'],
    ['LIMITS_FACTOR', '0'],
    ['FILES_URL', 'foo'],
    ['FILES_URL', 's3://k:s@host/bucket'],
    ['FILES_URL', 'https://k:s@host/'],
    ['FILES_URL', 'http://k:s@s3.example/bucket'],
    ['FILES_URL', 'https://k@s3.example/bucket'],
    ['FILES_URL', 'https://k:s%@s3.example/bucket'],
    ['FILES_URL', 'https://k:s@s3.example/bucket?regione=x'],
    ['FILES_URL', 'https://k:s@s3.example/bucket?encryption=aes'],
    ['FILES_URL', 'https://k:s@s3.example/con spazi'],
    ['PUBLIC_URL', 'http://127.0.0.1/portale'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });
});

test('the first of several secrets signs, the others still verify', () => {
  const [a, b] = ['a'.repeat(32), 'b'.repeat(40)];
  expect(readSettings({ PORTAL_SECRET: ` ${a} , ${b}, ` }).secrets).toEqual([a, b]);
});

test('an address of IPv6 becomes a valid URL', () => {
  expect(readSettings({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]');
});

test('reCAPTCHA has its keys, and default addresses', () => {
  const env = { BOT_CHECK: 'recaptcha', RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_SECRET: 's' };
  expect(readSettings(env).recaptcha).toEqual({
    siteKey: 'k',
    secret: 's',
    scriptUrl: 'https://www.google.com/recaptcha/api.js',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
  });
});

test('every setting is in the table once, with its meaning', () => {
  expect(new Set(SETTING_ROWS.map((row) => row.name)).size).toBe(SETTING_ROWS.length);
  for (const { meaning } of SETTING_ROWS) expect(meaning).toMatch(/\.$/);
});

describe('the identity provider', () => {
  const provider = {
    OIDC_ISSUER: 'https://identita.example',
    OIDC_CLIENT_ID: 'portale',
    OIDC_CLIENT_SECRET: 'segreto',
  };
  const read = (env: Record<string, string>) => readSettings({ ...provider, ...env }).oidc.cittadini;

  test('there is none without settings', () => {
    expect(readSettings({}).oidc).toEqual({ cittadini: undefined, operatori: undefined });
  });

  test('the one of operators is set by the same names with another prefix', () => {
    const { oidc } = readSettings({
      OPERATOR_OIDC_ISSUER: 'https://ente.example',
      OPERATOR_OIDC_CLIENT_ID: 'portale',
      OPERATOR_OIDC_PRIVATE_KEY_FILE: '/etc/portale/chiave.pem',
      OPERATOR_OIDC_CLAIMS: '{"enti":"groups","ruolo":["realm_access.roles"]}',
      OPERATOR_OIDC_ROLE: 'portale',
    });
    expect(oidc).toEqual({
      cittadini: undefined,
      operatori: {
        issuer: 'https://ente.example',
        clientId: 'portale',
        clientSecret: undefined,
        privateKeyFile: '/etc/portale/chiave.pem',
        signedRequest: false,
        claims: { enti: ['groups'], ruolo: ['realm_access.roles'] },
        params: { operatori: {} },
        role: 'portale',
      },
    });
  });

  test('it gets parameters per button, and an object is sent as JSON', () => {
    expect(read({ OIDC_SPID_PARAMS: '{"acr_values":"x","claims":{"userinfo":{"email":null}}}' })?.params).toEqual({
      spid: { acr_values: 'x', claims: '{"userinfo":{"email":null}}' },
      cie: {},
    });
  });

  test.each([
    ['OIDC_CLIENT_ID', { OIDC_CLIENT_ID: '' }],
    ['OIDC_PRIVATE_KEY_FILE', { OIDC_CLIENT_SECRET: '' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'identita' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'http://identita.example' }],
    ['OIDC_SIGNED_REQUEST', { OIDC_SIGNED_REQUEST: '1' }],
    ['OIDC_SIGNED_REQUEST', { OIDC_SIGNED_REQUEST: 'si' }],
    ['OIDC_SPID_PARAMS', { OIDC_SPID_PARAMS: '{' }],
    ['OIDC_CIE_PARAMS', { OIDC_CIE_PARAMS: '["x"]' }],
    ['OIDC_CLAIMS', { OIDC_CLAIMS: '{"targa":["x"]}' }],
    ['OIDC_CLAIMS', { OIDC_CLAIMS: '{"nome":[]}' }],
    ['OIDC_CLAIMS', { OIDC_CLAIMS: '{"nome":7}' }],
  ])('a wrong one stops the start and names %s: %j', (name, env) => {
    expect(() => read(env)).toThrow(name);
  });

  test('it may be reached without encryption on this machine only', () => {
    expect(read({ OIDC_ISSUER: 'http://127.0.0.1:8080' })?.issuer).toBe('http://127.0.0.1:8080');
  });
});

describe('the payment providers', () => {
  test('there are none without settings', () => {
    expect(readSettings({}).payments).toEqual({ pagopa: undefined, mooney: undefined });
  });

  test('they are reached with encryption in production', () => {
    const env = { MOONEY_URL: 'http://127.0.0.1:9999', MOONEY_SECRET: 's'.repeat(32) };
    expect(readSettings(env).payments.mooney?.url).toBe('http://127.0.0.1:9999');
    expect(() => readSettings({ ...production, ...env })).toThrow('MOONEY_URL in production');
  });
});

describe('how long data is kept', () => {
  test('cases, payments and trails are never deleted by age unless the setting says so', () => {
    expect(readSettings({}).retention).toEqual({
      bozze: 365,
      file: 7,
      posta: 30,
      posta_fallita: 365,
      messaggi_io: 365,
      pratiche: 0,
      pagamenti: 0,
      tentativi: 0,
      consultazioni: 0,
      seguite: 90,
      deleghe: 365,
      modifiche: 0,
    });
    const RETENTION = '{"pratiche":3650,"modifiche":"mai"}';
    expect(readSettings({ RETENTION }).retention).toMatchObject({ pratiche: 3650, modifiche: 0, file: 7 });
  });

  test.each([
    ['{"pratica":3650}', 'RETENTION: «pratica» non esiste; ci sono bozze, '],
    ['{"pratiche":30}', 'RETENTION: per pratiche servono da 365 a 36500 giorni, o "mai".'],
    ['{"pagamenti":365}', 'RETENTION: per pagamenti servono da 3653 a 36500 giorni, o "mai".'],
    ['{"posta":"mai"}', 'RETENTION: per posta servono da 1 a 365 giorni.'],
    ['{"file":"sette"}', 'RETENTION: per file servono da 1 a 30 giorni.'],
    ['mai', 'RETENTION deve essere un oggetto JSON'],
  ])('%s stops the start with a sentence that names the kind', (RETENTION, words) => {
    expect(() => readSettings({ RETENTION })).toThrow(words);
  });
});

test('traces are sent where the standard variables of OpenTelemetry say, and what the libraries would pass over is refused', () => {
  const tracesOf = (env: Record<string, string | undefined>) => readSettings(env).traces;
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' };
  expect(tracesOf({ OTEL_SERVICE_NAME: 'x' })).toBeUndefined();
  expect(tracesOf(base)).toEqual({ url: 'http://collector.example:4318/v1/traces', service: 'portale' });
  expect(tracesOf({ ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://altro.example/t' })?.url).toBe(
    'https://altro.example/t',
  );
  expect(tracesOf({ ...base, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_TRACES_SAMPLER: 'sempre' },
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
    { OTEL_TRACES_SAMPLER_ARG: 'x' },
  ])
    expect(() => tracesOf({ ...base, ...wrong })).toThrow(/^OTEL_/);
});
