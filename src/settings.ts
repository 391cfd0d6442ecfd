/** Every setting of the portal: the table, and how it is read from the environment. */

import { type BackEndSettings, readBackEnd } from './platform/back-end/back-end-settings.ts';
import { type FilesSettings, readFiles } from './platform/files-settings.ts';
import { missingOf, type OidcSettings, readOidc } from './platform/identity-settings.ts';
import { readPayments } from './platform/payments-settings.server.ts';
import type { MooneySettings, PagopaSettings } from './platform/payments-settings.ts';
import {
  jsonObject,
  LOOPBACK_NAMES,
  oneOf,
  originOf,
  readAddress,
  SettingError,
  wholeNumber,
} from './platform/setting.ts';
import { RETENTION_ROWS, type RetentionDays } from './upkeep/retention-kinds.ts';

/**
 * Every setting of the portal, once: name, default, meaning. `.env.example` and `docs/settings.md` are checked against this
 * table. An empty environment is valid and gives the sandbox.
 */
export type PortalSettings = {
  port: number;
  host: string;
  /** Origin without final slash; links in mails and redirects use only this one */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Seconds */
  databaseTimeout: number;
  /** Empty in sandbox before the first start: the wiring makes one and stores it in the store's folder */
  secrets: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  botCheck: 'altcha' | 'recaptcha';
  recaptcha: { siteKey: string; secret: string; scriptUrl: string; verifyUrl: string } | undefined;
  sentryDsn: string | undefined;
  /** Where Prometheus asks for figures; without a port none are counted */
  metrics: { port: number; host: string } | undefined;
  /** Where traces are sent, with the path, and the name of the portal in them */
  traces: { url: string; service: string } | undefined;
  /** One line of the log per request */
  accessLog: boolean;
  /** From the signal to stop to the end of listening, in seconds */
  drainSeconds: number;
  /** Open conversations that hear of news at once: on one host, and from one network */
  streams: { host: number; network: number };
  clamdUrl: string | undefined;
  /** A bucket for the bytes of files; without it they are in the store */
  files: FilesSettings | undefined;
  /** Base address of a Nominatim server; without it no address is suggested (in sandbox the invented towns have an address book) */
  geocoderUrl: string | undefined;
  /** Number of proxies whose X-Forwarded-For counts */
  trustProxy: number;
  mode: 'sandbox' | 'production';
  /** Multiplies every rate limit; 1 in production */
  limitsFactor: number;
  /** How many messages a citizen may write to a case before the office answers */
  messagesUnanswered: number;
  /** False behind a reverse proxy that compresses */
  compress: boolean;
  securityContact: string | undefined;
  /** After how many days each kind of data is deleted; 0: never */
  retention: RetentionDays;
  /** Identity providers; in sandbox, without both, the portal's own test provider does */
  oidc: { cittadini: OidcSettings | undefined; operatori: OidcSettings | undefined };
  /** Payment providers; one that is not set is not offered, and in sandbox the portal's own test provider does */
  payments: { pagopa: PagopaSettings | undefined; mooney: MooneySettings | undefined };
  /** An existing back end that answers the calls of the specification; undefined in store mode */
  backEnd: BackEndSettings | undefined;
};

export type SettingRow = { name: string; fallback: string; meaning: string };

export const SETTING_ROWS = [
  { name: 'PORT', fallback: '4321', meaning: 'Port the portal listens on.' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address the portal listens on.' },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://HOST:PORT',
    meaning: 'Origin that citizens see; links in mails and redirects. Required in production, https there.',
  },
  {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Folder of the SQLite file `portale.sqlite` (and, in sandbox, of the generated secret).',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'postgres://… : keep the store on PostgreSQL instead (needed for several hosts).',
  },
  {
    name: 'DATABASE_TIMEOUT',
    fallback: '15',
    meaning:
      'Seconds that PostgreSQL may take to answer, 1 to 16. A connection that stays silent for a fifth longer is given up; callers get a 503.',
  },
  {
    name: 'PORTAL_SECRET',
    fallback: '',
    meaning:
      'Secrets of at least 32 characters, comma-separated; the first signs, all verify. Made at the first start in sandbox; required in production.',
  },
  {
    name: 'PORTAL_MODE',
    fallback: '',
    meaning: '`sandbox` or `production`. Without it the portal is a sandbox, and starts only on a loopback address.',
  },
  {
    name: 'API_UPSTREAM_URL',
    fallback: '',
    meaning:
      'Address of a back end that the municipality already has, with the path below which it answers `/api/v1/…` and `/sanctum/csrf-cookie`; https, except on this machine. The portal then stands in front of it: docs/upstream.md.',
  },
  {
    name: 'API_UPSTREAM_TIMEOUT_MS',
    fallback: '8000',
    meaning: 'Milliseconds that a call to it may take, 100 to 25000; of an upload, from its last byte.',
  },
  {
    name: 'API_UPSTREAM_PROFILE',
    fallback: '',
    meaning: 'File that says the calls in the words of that back end. Without it the calls are those of docs/api.md.',
  },
  {
    name: 'API_UPSTREAM_LOGIN_URL',
    fallback: '',
    meaning:
      'Where a citizen logs in: an address, or a path of the portal’s own host; `{ritorno}` in it is the address to come back to (else it is added as `ritorno`). Required in production with API_UPSTREAM_URL.',
  },
  { name: 'API_UPSTREAM_LOGOUT_URL', fallback: '', meaning: 'The same for the end of a login.' },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'smtp(s)://user:password@host:port. Without it mails go to the sandbox mailbox at /sandbox/posta. Required in production.',
  },
  { name: 'MAIL_FROM', fallback: 'portale@localhost', meaning: 'Sender address of all mails. Required in production.' },
  {
    name: 'OIDC_ISSUER',
    fallback: '',
    meaning:
      'Address of the OpenID Connect provider of citizens (a SPID/CIE bridge or aggregator). Without it the sandbox has test people; required in production.',
  },
  { name: 'OIDC_CLIENT_ID', fallback: '', meaning: 'Name of this portal at that provider. Required in production.' },
  {
    name: 'OIDC_CLIENT_SECRET',
    fallback: '',
    meaning: 'Secret of this portal at that provider. Production requires this or OIDC_PRIVATE_KEY_FILE.',
  },
  {
    name: 'OIDC_PRIVATE_KEY_FILE',
    fallback: '',
    meaning:
      'Private key instead of the secret (`private_key_jwt`), also for encrypted answers: PEM, or a JSON Web Key Set with one key of `use` sig and one of `use` enc.',
  },
  {
    name: 'OIDC_SIGNED_REQUEST',
    fallback: '0',
    meaning: '1 when the provider wants the request of a login as a signed object; needs the private key.',
  },
  {
    name: 'OIDC_CLAIMS',
    fallback: '',
    meaning:
      'JSON, our field → names of claims in order: codice_fiscale, identificativo (eIDAS), nome, cognome, email, telefono. Without it the names of SPID, CIE, eIDAS and the usual bridges.',
  },
  {
    name: 'OIDC_SPID_PARAMS',
    fallback: '',
    meaning:
      'JSON, extra parameters of a login by “Entra con SPID”, for example {"acr_values":"https://www.spid.gov.it/SpidL2"}; also scope, claims, prompt, kc_idp_hint.',
  },
  { name: 'OIDC_CIE_PARAMS', fallback: '', meaning: 'The same for “Entra con CIE”.' },
  {
    name: 'OIDC_EIDAS_PARAMS',
    fallback: '',
    meaning:
      'The same for “Login with eIDAS”, for example {"acr_values":"http://eidas.europa.eu/LoA/substantial"}; {} when it needs none. Without it there is no such button.',
  },
  {
    name: 'OPERATOR_OIDC_ISSUER',
    fallback: '',
    meaning:
      'Address of the OpenID Connect provider of operators. Without it operators cannot log in (sandbox: test people).',
  },
  { name: 'OPERATOR_OIDC_CLIENT_ID', fallback: '', meaning: 'Name of this portal at the operators’ provider.' },
  { name: 'OPERATOR_OIDC_CLIENT_SECRET', fallback: '', meaning: 'Its secret, or OPERATOR_OIDC_PRIVATE_KEY_FILE.' },
  { name: 'OPERATOR_OIDC_PRIVATE_KEY_FILE', fallback: '', meaning: 'As OIDC_PRIVATE_KEY_FILE.' },
  { name: 'OPERATOR_OIDC_SIGNED_REQUEST', fallback: '0', meaning: 'As OIDC_SIGNED_REQUEST.' },
  {
    name: 'OPERATOR_OIDC_CLAIMS',
    fallback: '',
    meaning:
      'As OIDC_CLAIMS, with four more fields: enti (ids of the municipalities a person works for, default `enti`), uffici (ids or names of their offices, default `uffici`), amministra (ids of the municipalities they administer, default `amministra`) and ruolo (default `ruolo`, `role`, `roles`).',
  },
  { name: 'OPERATOR_OIDC_PARAMS', fallback: '', meaning: 'As OIDC_SPID_PARAMS, for “Accedi come dipendente”.' },
  {
    name: 'OPERATOR_OIDC_ROLE',
    fallback: '',
    meaning: 'If set, only people with this value in the claim `ruolo` may log in as operators.',
  },
  {
    name: 'BOT_CHECK',
    fallback: 'altcha',
    meaning: '`altcha` (own proof of work, no third party) or `recaptcha` (v3, after consent).',
  },
  { name: 'RECAPTCHA_SITE_KEY', fallback: '', meaning: 'Site key, with BOT_CHECK=recaptcha.' },
  { name: 'RECAPTCHA_SECRET', fallback: '', meaning: 'Secret, with BOT_CHECK=recaptcha.' },
  {
    name: 'RECAPTCHA_SCRIPT_URL',
    fallback: 'https://www.google.com/recaptcha/api.js',
    meaning: 'Script the browser loads, with BOT_CHECK=recaptcha.',
  },
  {
    name: 'RECAPTCHA_VERIFY_URL',
    fallback: 'https://www.google.com/recaptcha/api/siteverify',
    meaning: 'Verification call of the server, with BOT_CHECK=recaptcha.',
  },
  {
    name: 'PAGOPA_CHECKOUT_URL',
    fallback: '',
    meaning:
      'Base address of pagoPA Checkout, with version: https://api.platform.pagopa.it/checkout/ec/v2. Without the PAGOPA_ settings pagoPA is not offered (sandbox: test pages).',
  },
  {
    name: 'PAGOPA_GPD_URL',
    fallback: '',
    meaning:
      'Base address of the debt positions (GPD): https://api.platform.pagopa.it/gpd/debt-positions-service/v1. Required with PAGOPA_CHECKOUT_URL.',
  },
  {
    name: 'PAGOPA_RECEIPTS_URL',
    fallback: '',
    meaning:
      'Base address of the receipts: https://api.platform.pagopa.it/gpd/payments-receipts-service/v1. Required with PAGOPA_CHECKOUT_URL.',
  },
  {
    name: 'PAGOPA_KEY',
    fallback: '',
    meaning: 'Subscription key at pagoPA for the enti that have none of their own in PAGOPA_CONFIG_FILE.',
  },
  {
    name: 'PAGOPA_CONFIG_FILE',
    fallback: '',
    meaning:
      'JSON file, tax code of the ente → `{"chiave": "…", "segregazione": "01", "iban": "IT…"}`; `chiave` may be left out where PAGOPA_KEY serves. Read at the start. Required with PAGOPA_CHECKOUT_URL.',
  },
  {
    name: 'PAGOPA_REDIRECT_ORIGINS',
    fallback: '',
    meaning:
      'Origins that pagoPA may send a citizen’s browser to, comma-separated. Without it that of PAGOPA_CHECKOUT_URL and https://checkout.pagopa.it.',
  },
  {
    name: 'MOONEY_URL',
    fallback: '',
    meaning:
      'Base address of the second payment provider (Mooney), which is not offered without it (sandbox: test pages).',
  },
  {
    name: 'MOONEY_SECRET',
    fallback: '',
    meaning:
      'Secret of at least 32 characters shared with that provider: signs our requests and its notifications. Required with MOONEY_URL.',
  },
  {
    name: 'MOONEY_REDIRECT_ORIGINS',
    fallback: '',
    meaning: 'Origins that it may send a citizen’s browser to, comma-separated. Without it that of MOONEY_URL.',
  },
  { name: 'SENTRY_DSN', fallback: '', meaning: 'Error reporting. Nothing is loaded for it without a DSN.' },
  {
    name: 'METRICS_PORT',
    fallback: '',
    meaning:
      'Port on which Prometheus finds figures about the running portal, at /metrics. Nothing is counted or loaded for it without a port.',
  },
  {
    name: 'METRICS_HOST',
    fallback: '127.0.0.1',
    meaning: 'Address of that port. It answers to everybody who reaches it, so keep it within your network.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'Base address of an OpenTelemetry collector, for example http://127.0.0.1:4318: traces go to /v1/traces there, as JSON over HTTP. Nothing is traced or loaded for it without an address. The libraries read the other standard variables of traces themselves, such as OTEL_EXPORTER_OTLP_HEADERS, OTEL_RESOURCE_ATTRIBUTES and OTEL_BSP_SCHEDULE_DELAY.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    fallback: '',
    meaning: 'Whole address for traces, when it is another one.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    fallback: 'http/json',
    meaning: 'The only protocol that is spoken; another value is refused.',
  },
  { name: 'OTEL_SERVICE_NAME', fallback: 'portale', meaning: 'Name of this portal in its traces.' },
  {
    name: 'OTEL_TRACES_SAMPLER',
    fallback: 'parentbased_always_on',
    meaning:
      'Which requests are traced: `always_on`, `always_off`, `traceidratio`, or the same with `parentbased_` before it, which leaves the choice to a proxy that traces (`traceparent`, read with TRUST_PROXY above 0).',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    meaning: 'Share of the requests that a sampler with `traceidratio` takes, 0 to 1.',
  },
  { name: 'OTEL_SDK_DISABLED', fallback: 'false', meaning: '`true`: nothing is traced, whatever else is set.' },
  {
    name: 'ACCESS_LOG',
    fallback: '0',
    meaning:
      '1: one line of JSON in the log per request, with id, method, route, operation, status, ms and bytes; no path, query, address or name.',
  },
  {
    name: 'STREAMS',
    fallback: '300',
    meaning:
      'Pages of a case that one host tells of news at once; each holds a connection, here and in the reverse proxy. Further ones ask every few seconds.',
  },
  {
    name: 'STREAMS_OF_A_NETWORK',
    fallback: '60',
    meaning: 'Those of them that one network may have; more where many work behind one address, as in a town hall.',
  },
  {
    name: 'DRAIN_SECONDS',
    fallback: '0',
    meaning:
      'Seconds, up to 60, from the signal to stop until no new connection is taken; /readyz is 503 meanwhile, so that a load balancer sends requests to other hosts. 0 for a single host.',
  },
  {
    name: 'CLAMD_URL',
    fallback: '',
    meaning:
      'tcp://host:3310 or unix:/path of clamd; set, every uploaded file is scanned and a scanner away means 503.',
  },
  {
    name: 'FILES_URL',
    fallback: '',
    meaning:
      'Bucket of an S3-compatible server for the files that citizens send, instead of the store: https://key:secret@host/bucket/prefix?region=eu-south-1, with percent signs for special characters of the secret (`/` is %2F). http only on this machine. `&encryption=none` for a server that refuses to encrypt (AES256 is asked for). Moving files, and what a backup then holds: docs/deploy.md.',
  },
  {
    name: 'AWS_ACCESS_KEY_ID',
    fallback: '',
    meaning: 'Key for FILES_URL, when the address has none.',
  },
  { name: 'AWS_SECRET_ACCESS_KEY', fallback: '', meaning: 'Secret for FILES_URL, when the address has none.' },
  {
    name: 'AWS_REGION',
    fallback: 'us-east-1',
    meaning: 'Region for FILES_URL, when the address has none; many servers take any.',
  },
  {
    name: 'GEOCODER_URL',
    fallback: '',
    meaning:
      'Base address of a Nominatim server that suggests addresses and names the street of a point, https in production: your own or a provider’s, because the public one of OpenStreetMap does not allow suggestions while typing. Without it none are made (sandbox: the streets of the invented towns).',
  },
  { name: 'TRUST_PROXY', fallback: '0', meaning: 'Number of reverse proxies in front whose X-Forwarded-For counts.' },
  { name: 'COMPRESS', fallback: '1', meaning: '0 when the reverse proxy compresses pages itself.' },
  {
    name: 'LIMITS_FACTOR',
    fallback: '1',
    meaning: 'Multiplies every rate limit, for load runs; refused in production.',
  },
  {
    name: 'MESSAGES_UNANSWERED',
    fallback: '200',
    meaning: 'How many messages a citizen may write to a case before the office answers.',
  },
  {
    name: 'RETENTION',
    fallback: '',
    meaning:
      'JSON, kind of data → days after which it is deleted, or "mai" (never), for example {"pratiche":3650,"consultazioni":730}. Kinds, defaults and the law: docs/retention.md.',
  },
  {
    name: 'SECURITY_CONTACT',
    fallback: '',
    meaning: 'mailto: or https: address of /.well-known/security.txt; without it the file is not served.',
  },
] as const satisfies readonly SettingRow[];

/** A setting that is in no row does not compile. */
export type SettingName = (typeof SETTING_ROWS)[number]['name'];
/** @returns what the environment says, without blanks around it; undefined when it says nothing */
export type SettingReader = (name: SettingName) => string | undefined;

/** Beside those of the identity provider, which come as a whole or with one of two proofs. */
export const NEEDED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'PORTAL_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
] as const satisfies SettingName[];
/** Mail and login are those of the back end in front of which the portal stands. */
const NEEDED_IN_FRONT: readonly SettingName[] = ['PUBLIC_URL', 'PORTAL_SECRET'];

const LOOPBACK_HOSTS = new Set([...LOOPBACK_NAMES, '::1']);

const TRACE_SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;

/** The standard variables of OpenTelemetry for traces. @throws SettingError for a value that the libraries would pass over in silence */
function readTraces(given: SettingReader, value: (name: SettingName) => string): PortalSettings['traces'] {
  const base = readAddress('OTEL_EXPORTER_OTLP_ENDPOINT', given('OTEL_EXPORTER_OTLP_ENDPOINT'), /^https?:$/);
  const whole = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
  const url = readAddress(whole, given(whole), /^https?:$/) ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (!url || value('OTEL_SDK_DISABLED').toLowerCase() === 'true') return undefined;
  oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', value('OTEL_EXPORTER_OTLP_PROTOCOL'), ['http/json']);
  const sampler = 'OTEL_TRACES_SAMPLER';
  oneOf(sampler, value(sampler), [...TRACE_SAMPLERS, ...TRACE_SAMPLERS.map((name) => `parentbased_${name}` as const)]);
  const share = value('OTEL_TRACES_SAMPLER_ARG');
  if (!/^\d*\.?\d+$/.test(share) || Number(share) > 1) throw new SettingError('OTEL_TRACES_SAMPLER_ARG va da 0 a 1.');
  return { url, service: value('OTEL_SERVICE_NAME') };
}

/** @throws SettingError naming the setting that is missing or wrong */
export function readSettings(env: Record<string, string | undefined>): PortalSettings {
  const given: SettingReader = (name) => env[name]?.trim() || undefined;
  const value = (name: SettingName): string =>
    given(name) ?? SETTING_ROWS.find((row) => row.name === name)?.fallback ?? '';
  const number = (name: SettingName) => wholeNumber(name, value(name));
  const address = (name: SettingName, schemes: RegExp) => readAddress(name, given(name), schemes);
  const refuse = (name: SettingName, why: string) => new SettingError(`${name}${why}`);

  const mode = oneOf('PORTAL_MODE', given('PORTAL_MODE') ?? 'sandbox', ['sandbox', 'production'] as const);
  const host = value('HOST');
  const port = number('PORT');
  const publicUrl = originOf(
    'PUBLIC_URL',
    given('PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  );
  const backEnd = readBackEnd(given, mode);
  if (mode === 'production') {
    const needed = backEnd ? NEEDED_IN_FRONT : NEEDED_IN_PRODUCTION;
    const missing = [...needed.filter((name) => !given(name)), ...(backEnd ? [] : missingOf(given, 'OIDC'))];
    if (missing.length > 0) throw new SettingError(`In production mancano: ${missing.join(', ')}.`);
    if (!publicUrl.startsWith('https://')) throw refuse('PUBLIC_URL', ' in production deve iniziare con https://.');
    if (value('LIMITS_FACTOR') !== '1') throw refuse('LIMITS_FACTOR', ' non si usa in production.');
  } else if (
    given('PORTAL_MODE') !== 'sandbox' &&
    !(LOOPBACK_HOSTS.has(host) && LOOPBACK_HOSTS.has(new URL(publicUrl).hostname))
  ) {
    throw new SettingError('Fuori da questa macchina la sandbox parte solo con PORTAL_MODE=sandbox.');
  }

  for (const name of ['LIMITS_FACTOR', 'MESSAGES_UNANSWERED'] as const)
    if (/^0+$/.test(value(name))) throw refuse(name, ' parte da 1.');

  const secrets = (given('PORTAL_SECRET') ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean);
  if (secrets.some((s) => s.length < 32)) throw refuse('PORTAL_SECRET', ': almeno 32 caratteri ciascuno.');
  const databaseUrl = given('DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw refuse('DATABASE_URL', ' deve iniziare con postgres://.');
  const drainSeconds = number('DRAIN_SECONDS');
  if (drainSeconds > 60) throw refuse('DRAIN_SECONDS', ' va da 0 a 60 secondi.');
  const metrics = given('METRICS_PORT') ? { port: number('METRICS_PORT'), host: value('METRICS_HOST') } : undefined;
  if (metrics && (metrics.port < 1 || metrics.port > 65_535 || metrics.port === port))
    throw refuse('METRICS_PORT', ' va da 1 a 65535, e non è la porta del portale.');
  const traces = readTraces(given, value);
  const databaseTimeout = number('DATABASE_TIMEOUT');
  // A caller is let go after 30 seconds: the wait for a connection and the wait for its answer must fit.
  if (databaseTimeout < 1 || databaseTimeout > 16) throw refuse('DATABASE_TIMEOUT', ' va da 1 a 16 secondi.');
  const smtpUrl = address('SMTP_URL', /^smtps?:$/);
  const sentryDsn = address('SENTRY_DSN', /^https?:$/);
  const clamdUrl = address('CLAMD_URL', /^(tcp|unix):$/);
  const geocoderUrl = address('GEOCODER_URL', mode === 'production' ? /^https:$/ : /^https?:$/);
  const securityContact = address('SECURITY_CONTACT', /^(https|mailto):$/);
  const botCheck = oneOf('BOT_CHECK', value('BOT_CHECK'), ['altcha', 'recaptcha'] as const);
  if (botCheck === 'recaptcha' && !(given('RECAPTCHA_SITE_KEY') && given('RECAPTCHA_SECRET'))) {
    throw new SettingError('BOT_CHECK=recaptcha richiede RECAPTCHA_SITE_KEY e RECAPTCHA_SECRET.');
  }

  return {
    port,
    host,
    publicUrl,
    databaseUrl,
    databaseTimeout,
    secrets,
    mode,
    botCheck,
    dataDir: value('DATA_DIR'),
    smtpUrl,
    mailFrom: value('MAIL_FROM'),
    recaptcha:
      botCheck === 'altcha'
        ? undefined
        : {
            siteKey: value('RECAPTCHA_SITE_KEY'),
            secret: value('RECAPTCHA_SECRET'),
            scriptUrl: value('RECAPTCHA_SCRIPT_URL'),
            verifyUrl: value('RECAPTCHA_VERIFY_URL'),
          },
    sentryDsn,
    metrics,
    traces,
    accessLog: value('ACCESS_LOG') === '1',
    drainSeconds,
    streams: { host: number('STREAMS'), network: number('STREAMS_OF_A_NETWORK') },
    clamdUrl,
    files: readFiles(given),
    geocoderUrl,
    trustProxy: number('TRUST_PROXY'),
    limitsFactor: number('LIMITS_FACTOR'),
    messagesUnanswered: number('MESSAGES_UNANSWERED'),
    compress: value('COMPRESS') !== '0',
    securityContact,
    retention: readRetention(given('RETENTION')),
    oidc: { cittadini: readOidc(given, 'OIDC'), operatori: readOidc(given, 'OPERATOR_OIDC') },
    payments: readPayments(given, mode),
    backEnd,
  };
}

/** @throws SettingError for a kind that does not exist, or days beyond its limits */
function readRetention(text: string | undefined): RetentionDays {
  const given = jsonObject('RETENTION', text);
  const odd = Object.keys(given).find((name) => !RETENTION_ROWS.some(({ kind }) => kind === name));
  if (odd)
    throw new SettingError(`RETENTION: «${odd}» non esiste; ci sono ${RETENTION_ROWS.map((r) => r.kind).join(', ')}.`);
  const days = RETENTION_ROWS.map(({ kind, days: fallback, least, most }) => {
    const value = given[kind] ?? fallback;
    if (fallback === 0 && (value === 'mai' || value === 0)) return [kind, 0];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw new SettingError(
        `RETENTION: per ${kind} servono da ${least} a ${most} giorni${fallback === 0 ? ', o "mai"' : ''}.`,
      );
    return [kind, value];
  });
  return Object.fromEntries(days) as RetentionDays;
}
