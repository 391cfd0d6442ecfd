/** Every setting of the portal: its rows, and how all are read from the environment. An empty one is valid and gives the sandbox. */
import * as z from 'zod/mini';
import { BACK_END_ROWS, readBackEnd } from './platform/back-end/back-end-settings.ts';
import { BOT_CHECK_ROWS, RECAPTCHA_ROWS, readBotCheck } from './platform/bot-check-settings.ts';
import { FILES_ROWS, readFiles } from './platform/files-settings.ts';
import {
  CITIZEN_LOGIN_ROWS,
  CITIZEN_OIDC_ROWS,
  namesMissingOf,
  OPERATOR_LOGIN_ROWS,
  OPERATOR_OIDC_ROWS,
  readCitizenOidc,
  readOperatorOidc,
} from './platform/identity-settings.ts';
import {
  COLLECTOR_ROWS,
  METRICS_ROWS,
  readMetrics,
  readTraces,
  TRACES_ROWS,
} from './platform/monitoring/monitoring-settings.ts';
import { MOONEY_ROWS, PAGOPA_ROWS, readPayments } from './platform/payments-settings.server.ts';
import { PROTOCOL_ROWS, readProtocolDrop } from './platform/protocol-settings.ts';
import {
  addressOf,
  LOOPBACK_NAMES,
  listOf,
  namesSet,
  numberBetween,
  oneOf,
  type PortalMode,
  readRows,
  requireEncryption,
  SettingError,
  type SettingRow,
  type SettingRows,
  type SettingTexts,
  safeAddress,
  webOrigin,
  wholeNumber,
} from './platform/setting.ts';
import { retentionDays } from './upkeep/retention-kinds.ts';

const fromOne = wholeNumber.check(z.refine((n) => n >= 1, ' parte da 1.'));
const isSet = (text: string) => z.transform((given: string) => given === text);

const LISTEN_ROWS = {
  port: { name: 'PORT', schema: z.prefault(wholeNumber, '4321'), meaning: 'Port the portal listens on.' },
  host: { name: 'HOST', schema: z.prefault(z.string(), '127.0.0.1'), meaning: 'Address the portal listens on.' },
} as const satisfies SettingRows;

const MODE_ROWS = {
  mode: {
    name: 'PORTAL_MODE',
    schema: z.optional(oneOf(['sandbox', 'production'])),
    meaning: '`sandbox` or `production`. Without it the portal is a sandbox, and starts only on a loopback address.',
  },
} as const satisfies SettingRows;

const PORTAL_ROWS = {
  publicUrl: {
    name: 'PUBLIC_URL',
    schema: webOrigin,
    meaning:
      'Origin that citizens see; links in mails and redirects. Without it http://HOST:PORT. Required in production, https there.',
  },
  dataDir: {
    name: 'DATA_DIR',
    schema: z.prefault(z.string(), './data'),
    meaning: 'Folder of the SQLite file `portale.sqlite` (and, in sandbox, of the generated secret).',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    schema: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//, ' deve iniziare con postgres://.'))),
    meaning: 'postgres://… : keep the store on PostgreSQL instead (needed for several hosts).',
  },
  databaseTimeout: {
    name: 'DATABASE_TIMEOUT',
    // A caller is let go after 30 seconds: the wait for a connection and the wait for its answer must fit.
    schema: z.prefault(numberBetween(1, 16, 'secondi'), '15'),
    meaning:
      'Seconds that PostgreSQL may take to answer, 1 to 16. A connection that stays silent for a fifth longer is given up; callers get a 503.',
  },
  secrets: {
    name: 'PORTAL_SECRET',
    schema: z.optional(listOf(z.string().check(z.minLength(32, ': almeno 32 caratteri ciascuno.')))),
    meaning:
      'Secrets of at least 32 characters, comma-separated; the first signs, all verify. Made at the first start in sandbox; required in production.',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    schema: z.optional(addressOf(/^smtps?$/)),
    meaning:
      'smtp(s)://user:password@host:port. Without it mails go to the sandbox mailbox at /sandbox/posta. Required in production.',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    schema: z.prefault(z.string(), 'portale@localhost'),
    meaning: 'Sender address of all mails. Required in production.',
  },
  sentryDsn: {
    name: 'SENTRY_DSN',
    schema: z.optional(addressOf(/^https?$/)),
    meaning: 'Error reporting. Nothing is loaded for it without a DSN.',
  },
  accessLog: {
    name: 'ACCESS_LOG',
    schema: z.prefault(z.pipe(z.string(), isSet('1')), '0'),
    meaning:
      '1: one line of JSON in the log per request, with id, method, route, operation, status, ms and bytes; no path, query, address or name.',
  },
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    schema: z.prefault(numberBetween(0, 60, 'secondi'), '0'),
    meaning:
      'Seconds, up to 60, from the signal to stop until no new connection is taken; /readyz is 503 meanwhile, so that a load balancer sends requests to other hosts. 0 for a single host.',
  },
  clamdUrl: {
    name: 'CLAMD_URL',
    schema: z.optional(addressOf(/^(tcp|unix)$/)),
    meaning:
      'tcp://host:3310 or unix:/path of clamd; set, every uploaded file is scanned and a scanner away means 503.',
  },
  geocoderUrl: {
    name: 'GEOCODER_URL',
    schema: z.optional(addressOf(/^https?$/)),
    meaning:
      'Base address of a Nominatim server that suggests addresses and names the street of a point, https in production: your own or a provider’s, because the public one of OpenStreetMap does not allow suggestions while typing. Without it none are made (sandbox: the streets of the invented towns).',
  },
  ioUrl: {
    name: 'IO_URL',
    schema: z.optional(addressOf(/^https?$/)),
    meaning:
      'Address of the API of App IO, with its version, https in production. Without it that of PagoPA, https://api.io.pagopa.it/api/v1 (sandbox: the test App IO inside the portal). Keys are written by each municipality at /gestione/app-io. docs/app-io.md.',
  },
  programIssuer: {
    name: 'PROGRAM_ISSUER',
    schema: z.optional(safeAddress),
    meaning:
      'Issuer of access tokens (JWT after RFC 9068, with the claim client_id) with which programs may call instead of with a key. Found by OpenID Connect Discovery; the audience of a token is PUBLIC_URL.',
  },
  reachableNetworks: {
    name: 'REACHABLE_NETWORKS',
    schema: z.prefault(
      listOf(z.union([z.cidrv4(), z.cidrv6()], ': ogni rete si scrive come 10.20.0.0/16 oppure 10.20.1.7/32.')),
      '',
    ),
    meaning:
      'Private networks as CIDR, comma-separated, that the portal may call when an administrator of a municipality or a program gives it an address there (webhooks, the protocol, photos of reports), also without encryption. Without it only public addresses are called.',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    schema: z.prefault(wholeNumber, '0'),
    meaning: 'Number of reverse proxies in front whose X-Forwarded-For counts.',
  },
  compress: {
    name: 'COMPRESS',
    schema: z.prefault(
      z.pipe(
        z.string(),
        z.transform((text) => text !== '0'),
      ),
      '1',
    ),
    meaning: '0 when the reverse proxy compresses pages itself.',
  },
  offlineForm: {
    name: 'OFFLINE_FORM',
    schema: z.prefault(
      z.pipe(
        z.string(),
        z.transform((text) => text !== '0'),
      ),
      '1',
    ),
    meaning:
      '0: browsers do not keep the form of a report for when there is no connection; those that did, forget it at their next visit.',
  },
  limitsFactor: {
    name: 'LIMITS_FACTOR',
    schema: z.prefault(fromOne, '1'),
    meaning: 'Multiplies every rate limit, for load runs; refused in production.',
  },
  messagesUnanswered: {
    name: 'MESSAGES_UNANSWERED',
    schema: z.prefault(fromOne, '200'),
    meaning: 'How many messages a citizen may write to a case before the office answers.',
  },
  retention: {
    name: 'RETENTION',
    schema: z.prefault(retentionDays, '{}'),
    meaning:
      'JSON, kind of data → days after which it is deleted, or "mai" (never), for example {"pratiche":3650,"consultazioni":730}. Kinds, defaults and the law: docs/retention.md.',
  },
  securityContact: {
    name: 'SECURITY_CONTACT',
    schema: z.optional(addressOf(/^(https|mailto)$/)),
    meaning: 'mailto: or https: address of /.well-known/security.txt; without it the file is not served.',
  },
} as const satisfies SettingRows;

/** Open conversations that hear of news at once. */
const STREAMS_ROWS = {
  host: {
    name: 'STREAMS',
    schema: z.prefault(wholeNumber, '300'),
    meaning:
      'Pages of a case that one host tells of news at once; each holds a connection, here and in the reverse proxy. Further ones ask every few seconds.',
  },
  network: {
    name: 'STREAMS_OF_A_NETWORK',
    schema: z.prefault(wholeNumber, '60'),
    meaning: 'Those of them that one network may have; more where many work behind one address, as in a town hall.',
  },
} as const satisfies SettingRows;

/** In the order of `docs/settings.md`, which is generated from them, as `.env.example` is. */
export const SETTING_ROWS: readonly SettingRow[] = [
  LISTEN_ROWS,
  MODE_ROWS,
  PORTAL_ROWS,
  STREAMS_ROWS,
  BACK_END_ROWS,
  CITIZEN_OIDC_ROWS,
  CITIZEN_LOGIN_ROWS,
  OPERATOR_OIDC_ROWS,
  OPERATOR_LOGIN_ROWS,
  BOT_CHECK_ROWS,
  RECAPTCHA_ROWS,
  PAGOPA_ROWS,
  MOONEY_ROWS,
  FILES_ROWS,
  PROTOCOL_ROWS,
  METRICS_ROWS,
  COLLECTOR_ROWS,
  TRACES_ROWS,
].flatMap((rows): SettingRow[] => Object.values(rows));

const NEEDED_IN_FRONT: readonly SettingRow[] = [PORTAL_ROWS.publicUrl, PORTAL_ROWS.secrets];
/** Beside those of the identity provider, which come as a whole or with one of two proofs. */
export const NEEDED_IN_PRODUCTION: readonly SettingRow[] = [
  ...NEEDED_IN_FRONT,
  PORTAL_ROWS.smtpUrl,
  PORTAL_ROWS.mailFrom,
];

/** What a back end does itself, by the setting with which the portal would do it. */
const DONE_BY_BACK_END = [
  CITIZEN_OIDC_ROWS.issuer,
  OPERATOR_OIDC_ROWS.issuer,
  PORTAL_ROWS.smtpUrl,
  PAGOPA_ROWS.checkoutUrl,
  MOONEY_ROWS.url,
  FILES_ROWS.url,
  PROTOCOL_ROWS.drop,
  PORTAL_ROWS.ioUrl,
  PORTAL_ROWS.clamdUrl,
];

const LOOPBACK_HOSTS = [...LOOPBACK_NAMES, '::1'];

export type PortalSettings = ReturnType<typeof readSettings>;

/** @throws SettingError naming the setting that is missing or wrong */
export function readSettings(environment: SettingTexts) {
  const env = withoutBlanks(environment);
  const { mode = 'sandbox' } = readRows(MODE_ROWS, env);
  requireWhole(env, mode);
  const { host, port } = readRows(LISTEN_ROWS, env);
  const PUBLIC_URL = env.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { secrets, ...portal } = readRows(PORTAL_ROWS, { ...env, PUBLIC_URL });
  requireEncryption(mode, PORTAL_ROWS.publicUrl, portal.publicUrl);
  if (portal.geocoderUrl) requireEncryption(mode, PORTAL_ROWS.geocoderUrl, portal.geocoderUrl);
  if (portal.ioUrl) requireEncryption(mode, PORTAL_ROWS.ioUrl, portal.ioUrl);
  if (mode === 'production' && portal.limitsFactor !== 1)
    throw new SettingError(`${PORTAL_ROWS.limitsFactor.name} non si usa in production.`);
  if (!env.PORTAL_MODE && ![host, new URL(portal.publicUrl).hostname].every((name) => LOOPBACK_HOSTS.includes(name)))
    throw new SettingError('Fuori da questa macchina la sandbox parte solo con PORTAL_MODE=sandbox.');
  return {
    ...portal,
    ...readBotCheck(env),
    mode,
    host,
    port,
    /** Empty in sandbox before the first start: `secretsOf` makes one and stores it in the store's folder */
    secrets: secrets ?? [],
    streams: readRows(STREAMS_ROWS, env),
    metrics: readMetrics(env, port),
    traces: readTraces(env),
    files: readFiles(env),
    protocolDrop: readProtocolDrop(env),
    oidc: { cittadini: readCitizenOidc(env), operatori: readOperatorOidc(env) },
    payments: readPayments(env, mode),
    backEnd: readBackEnd(env, mode),
  };
}

function withoutBlanks(environment: SettingTexts): SettingTexts {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [name, text?.trim() || undefined] as const),
  );
}

/** @throws SettingError that names what contradicts a back end, or all that production lacks */
function requireWhole(env: SettingTexts, mode: PortalMode): void {
  const isInFront = env[BACK_END_ROWS.url.name] !== undefined;
  const clashing = isInFront ? namesSet(DONE_BY_BACK_END, env) : [];
  if (clashing.length > 0)
    throw new SettingError(
      `Con API_UPSTREAM_URL non si usano: ${clashing.join(', ')}. Accesso, posta, pagamenti e file sono del sistema a monte.`,
    );
  if (mode === 'sandbox') return;
  const needed = isInFront ? NEEDED_IN_FRONT : NEEDED_IN_PRODUCTION;
  const set = namesSet(needed, env);
  const missing = needed.map(({ name }) => name).filter((name) => !set.includes(name));
  if (!isInFront) missing.push(...namesMissingOf(CITIZEN_OIDC_ROWS, env));
  if (missing.length > 0) throw new SettingError(`In production mancano: ${missing.join(', ')}.`);
}
