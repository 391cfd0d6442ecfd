/** The only file that imports adapters: chooses by the settings which of them is at each port of the house. */
import { httpAppIo } from './adapters/app-io/http.server.ts';
import { altchaBotCheck } from './adapters/bot-check/altcha.server.ts';
import { recaptchaBotCheck } from './adapters/bot-check/recaptcha.server.ts';
import { storeFiles } from './adapters/files/store.server.ts';
import { nominatimGeocoding } from './adapters/geocoding/nominatim.server.ts';
import { oidcIdentity } from './adapters/identity/oidc.server.ts';
import { issuerTokens } from './adapters/identity/program-tokens.server.ts';
import { sandboxMail } from './adapters/mail/sandbox.server.ts';
import { mooneyPayments } from './adapters/payments/mooney.server.ts';
import { type FindStoredEnte, pagopaPayments } from './adapters/payments/pagopa.server.ts';
import { restProtocol } from './adapters/protocol/rest.server.ts';
import { clamdScan } from './adapters/scanner/clamd.server.ts';
import { sandboxTiles } from './adapters/tiles/sandbox.server.ts';
import { webTiles } from './adapters/tiles/web.server.ts';
import type { PortalHouse } from './context.ts';
import { readAllEnti } from './features/cases/ente/ente.db.ts';
import { readAnswerFacts } from './features/cases/pratica/answer-facts.server.ts';
import { findStoredEnte } from './features/services/paga-online/convenzione.server.ts';
import type { AppIoPort } from './platform/app-io.ts';
import type { BackEndPort } from './platform/back-end/back-end.ts';
import type { BackEndSettings } from './platform/back-end/back-end-settings.ts';
import { identityProfile } from './platform/back-end/profile.ts';
import { readProfile } from './platform/back-end/profile-file.server.ts';
import { PortalError } from './platform/errors.ts';
import { filesOf } from './platform/files.ts';
import type { GeocodingPort } from './platform/geocoding.ts';
import { type IdentityPort, noIdentity } from './platform/identity.ts';
import { loopbackOrigin, overLoopback } from './platform/loopback.server.ts';
import { type MetricsPort, silentMetrics, toldToAll } from './platform/monitoring/metrics.ts';
import { silentMonitoring } from './platform/monitoring/monitoring.server.ts';
import {
  watchedAppIo,
  watchedFiles,
  watchedIdentity,
  watchedMail,
  watchedPayments,
  watchedProtocol,
  watchedScan,
  watchedTiles,
  watchSystem,
} from './platform/monitoring/outside.server.ts';
import { namingRequest } from './platform/monitoring/request.server.ts';
import { outboxMail } from './platform/outbox-retry.server.ts';
import { callOutside, type OutsideCall } from './platform/outside.server.ts';
import type { ProtocolDrop } from './platform/protocol-settings.ts';
import { noScan } from './platform/scanner.ts';
import { sandboxProvider } from './sandbox/idp.ts';
import { IO_API_PATH } from './sandbox/io/settings.ts';
import { storeOfSandboxMail } from './sandbox/mailbox.db.ts';
import { mooneySecret, sandboxMooney } from './sandbox/mooney/settings.ts';
import { sandboxPagopa } from './sandbox/pagopa/settings.ts';
import { PROTOCOLLO_PATH } from './sandbox/protocollo/settings.ts';
import { SERVICE_ROWS } from './services.ts';
import type { PortalSettings } from './settings.ts';
import { secretsOf } from './store/secret.server.ts';
import type { StoreDb } from './store/tables.ts';

/** What of the house a port may work with. */
type PortNeeds = Pick<PortalHouse, 'db' | 'settings' | 'signer' | 'metrics' | 'now'>;
type OutsidePorts = Pick<
  PortalHouse,
  | 'mail'
  | 'botCheck'
  | 'identity'
  | 'programTokens'
  | 'payments'
  | 'protocol'
  | 'appIo'
  | 'monitoring'
  | 'geocoding'
  | 'scan'
  | 'files'
  | 'tiles'
>;

/** The ports to the outside world, but for the back end and the figures. */
export async function openPorts(needs: PortNeeds): Promise<OutsidePorts> {
  const { db, settings, metrics, now } = needs;
  return {
    mail: outboxMail(
      watchedMail(
        settings.smtpUrl
          ? await overSmtp(settings.smtpUrl, settings.mailFrom)
          : sandboxMail(storeOfSandboxMail(db), now),
        metrics,
      ),
    ),
    botCheck: settings.recaptcha
      ? recaptchaBotCheck({
          ...settings.recaptcha,
          ownHosts: () => ownHosts(settings, db),
          watch: watchSystem('bot-check', metrics),
        })
      : altchaBotCheck({ secrets: secretsOf(settings) }),
    identity: settings.backEnd ? noIdentity : watchedIdentity(identityOf(settings, db), metrics),
    programTokens: settings.programIssuer
      ? issuerTokens({ issuer: settings.programIssuer, audience: settings.publicUrl, fetch: namingRequest(fetch) })
      : undefined,
    payments: settings.backEnd ? {} : paymentsOf(needs),
    protocol: settings.backEnd ? {} : await protocolOf(needs),
    appIo: settings.backEnd ? undefined : appIoOf(needs),
    monitoring: settings.sentryDsn ? await overSentry(settings.sentryDsn, settings.mode) : silentMonitoring(),
    geocoding: await geocodingOf(settings, metrics),
    scan: settings.clamdUrl ? watchedScan(clamdScan(settings.clamdUrl), metrics) : noScan,
    files: filesOf(storeFiles(db), settings.files && watchedFiles(await overS3(settings.files), metrics)),
    tiles: watchedTiles(tilesOf(settings), metrics),
  };
}

/** In sandbox, with no provider of citizens set, the portal's own; it runs in this process and is reached over loopback. */
function identityOf(settings: PortalSettings, db: StoreDb): IdentityPort {
  const { oidc, publicUrl } = settings;
  const own = settings.mode === 'sandbox' && !oidc.cittadini;
  const reach = namingRequest(own ? overLoopback(settings) : fetch);
  return oidcIdentity({
    oidc: own
      ? {
          cittadini: sandboxProvider(publicUrl, 'cittadini'),
          operatori: oidc.operatori ?? sandboxProvider(publicUrl, 'operatori'),
        }
      : oidc,
    redirectUri: `${publicUrl}/accesso/ritorno`,
    afterLogout: `${publicUrl}/login`,
    enti: async () => (await readAllEnti(db, SERVICE_ROWS)).map(({ id }) => id),
    fetch: (url, init) => reach(url, init as RequestInit),
  });
}

/** In sandbox each provider that is not set is replaced by the portal's own test pages; in production it is not offered. */
function paymentsOf({ db, settings, signer, metrics }: PortNeeds): PortalHouse['payments'] {
  const { payments, mode, publicUrl } = settings;
  const own = mode === 'sandbox';
  const reach = namingRequest(own ? overLoopback(settings) : fetch);
  const pagopa = payments.pagopa ?? (own ? sandboxPagopa(publicUrl) : undefined);
  const mooney = payments.mooney ?? (own ? sandboxMooney(publicUrl, mooneySecret(signer)) : undefined);
  const stored: FindStoredEnte = (dominioEC, inside = db) => findStoredEnte({ db: inside, signer }, dominioEC);
  return {
    ...(pagopa && { pagopa: watchedPayments(pagopaPayments(pagopa, { fetch: reach, stored }), metrics) }),
    ...(mooney && { mooney: watchedPayments(mooneyPayments(mooney, { fetch: reach }), metrics) }),
  };
}

/** In sandbox the test protocol of this process can be reached, over loopback. */
async function protocolOf({ settings, metrics, now }: PortNeeds): Promise<PortalHouse['protocol']> {
  const { mode, publicUrl, reachableNetworks, protocolDrop } = settings;
  const own = publicUrl + PROTOCOLLO_PATH;
  const call = (asked: OutsideCall) =>
    mode === 'sandbox' && asked.url.startsWith(`${own}/`)
      ? callOutside({ ...asked, url: loopbackOrigin(settings) + asked.url.slice(publicUrl.length) }, LOOPBACK_NETWORKS)
      : callOutside(asked, reachableNetworks);
  return {
    rest: watchedProtocol(restProtocol({ call, now }), metrics),
    ...(protocolDrop && { cartella: watchedProtocol(await overDrop(protocolDrop, now), metrics) }),
  };
}

/** Of PagoPA. */
const IO_URL = 'https://api.io.pagopa.it/api/v1';

/** In sandbox the test App IO of this process, over loopback, unless another is set. */
function appIoOf({ settings, metrics }: PortNeeds): AppIoPort {
  const { mode, ioUrl, reachableNetworks } = settings;
  const isOwn = mode === 'sandbox' && ioUrl === undefined;
  const url = isOwn ? loopbackOrigin(settings) + IO_API_PATH : (ioUrl ?? IO_URL).replace(/\/+$/, '');
  const networks = isOwn ? LOOPBACK_NETWORKS : reachableNetworks;
  return watchedAppIo(httpAppIo({ url, call: (asked) => callOutside(asked, networks) }), metrics);
}

const LOOPBACK_NETWORKS = ['127.0.0.0/8', '::1/128'];

/** The map of the sandbox is cut out of drawings by this process; they are not loaded in production. */
function tilesOf({ mode, publicUrl }: PortalSettings): PortalHouse['tiles'] {
  const web = webTiles({ publicUrl });
  if (mode !== 'sandbox') return web;
  return sandboxTiles(async (name) => (await import('./sandbox/town/tiles.server.ts')).sandboxTile(name), web);
}

/** In sandbox the streets of the invented towns, unless a server is set. */
async function geocodingOf(
  { geocoderUrl, mode }: PortalSettings,
  metrics: MetricsPort,
): Promise<GeocodingPort | undefined> {
  if (geocoderUrl) return nominatimGeocoding({ url: geocoderUrl, watch: watchSystem('geocoder', metrics) });
  return mode === 'sandbox' ? (await import('./sandbox/town/gazetteer.ts')).townGazetteer : undefined;
}

/** Origins of the portal's pages: its own host name, and those of the municipalities. */
async function ownHosts({ publicUrl }: PortalSettings, db: StoreDb): Promise<string[]> {
  return [new URL(publicUrl).hostname, ...(await readAllEnti(db, SERVICE_ROWS)).flatMap(({ host }) => host ?? [])];
}

/** The back end, in the words of its profile. @throws SettingError when the file of the profile cannot be read */
export async function openBackEnd(
  house: PortalHouse,
  { url, timeoutMs, profile }: BackEndSettings,
): Promise<BackEndPort> {
  const { settings, metrics, monitoring, now } = house;
  const { httpBackEnd } = await import('./adapters/back-end/back-end.server.ts');
  return httpBackEnd({
    url,
    timeoutMs,
    now,
    publicUrl: settings.publicUrl,
    fetch: namingRequest(fetch),
    profile: profile === undefined ? identityProfile : await readProfile(profile),
    facts: () => readAnswerFacts(house),
    report: (error, operation) => monitoring.report(error, { route: 'api', operation }),
    watch: watchSystem('upstream', metrics, (error) => error instanceof PortalError && error.code !== 'unavailable'),
  });
}

/** The SMTP library is not loaded where no mail is sent. */
async function overSmtp(url: string, from: string) {
  const { smtpMail } = await import('./adapters/mail/smtp.server.ts');
  return smtpMail({ url, from });
}

/** The library is not loaded where files are in the store. */
async function overS3(settings: NonNullable<PortalSettings['files']>) {
  const { s3Files } = await import('./adapters/files/s3.server.ts');
  return s3Files(settings);
}

/** Nothing of it is loaded where no protocol takes files. */
async function overDrop(drop: ProtocolDrop, now: () => number) {
  const { dropProtocol } = await import('./adapters/protocol/drop.server.ts');
  const { bucketPlace, folderPlace } = await import('./adapters/protocol/drop-places.server.ts');
  return dropProtocol('folder' in drop ? folderPlace(drop.folder) : bucketPlace(drop.bucket), { now });
}

/** The provider's SDK is not loaded without a DSN. */
async function overSentry(dsn: string, environment: string) {
  const { sentryMonitoring } = await import('./adapters/monitoring/sentry.server.ts');
  return sentryMonitoring({ dsn, environment });
}

/** Figures for Prometheus and traces for OpenTelemetry come from the same places. */
export async function openMetrics({ metrics, traces }: PortalSettings): Promise<MetricsPort> {
  const ports = await Promise.all([metrics && overPrometheus(metrics), traces && overOtlp(traces)]);
  const set = ports.filter((port) => port !== undefined);
  return set.length > 0 ? toldToAll(set) : silentMetrics;
}

/** The libraries are not loaded where nothing is traced. */
async function overOtlp(settings: NonNullable<PortalSettings['traces']>): Promise<MetricsPort> {
  const { otlpTraces } = await import('./adapters/metrics/otlp.server.ts');
  return otlpTraces(settings);
}

/** The library is not loaded where nothing is counted. */
async function overPrometheus(settings: NonNullable<PortalSettings['metrics']>): Promise<MetricsPort> {
  const { prometheusMetrics } = await import('./adapters/metrics/prometheus.server.ts');
  return prometheusMetrics(settings);
}
