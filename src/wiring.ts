/** The only file that imports adapters. Opens one house per process, at the first request. */
import { altchaBotCheck } from './adapters/bot-check/altcha.server.ts';
import { recaptchaBotCheck } from './adapters/bot-check/recaptcha.server.ts';
import { storeFiles } from './adapters/files/store.server.ts';
import { nominatimGeocoding } from './adapters/geocoding/nominatim.server.ts';
import { oidcIdentity } from './adapters/identity/oidc.server.ts';
import { sandboxMail } from './adapters/mail/sandbox.server.ts';
import { mooneyPayments } from './adapters/payments/mooney.server.ts';
import { pagopaPayments } from './adapters/payments/pagopa.server.ts';
import { clamdScan } from './adapters/scanner/clamd.server.ts';
import { sandboxTiles } from './adapters/tiles/sandbox.server.ts';
import { webTiles } from './adapters/tiles/web.server.ts';
import type { PortalHouse } from './context.ts';
import { deliverRow } from './delivery.server.ts';
import { readAllEnti } from './features/cases/ente/ente.db.ts';
import { readAnswerFacts } from './features/cases/pratica/answer-facts.server.ts';
import { skipAfterRestore } from './features/cases/pratica/numero-restore.server.ts';
import { startHousekeeping } from './housekeeping.server.ts';
import { type BackEndPort, noBackEnd } from './platform/back-end/back-end.ts';
import type { BackEndSettings } from './platform/back-end/back-end-settings.ts';
import { identityProfile } from './platform/back-end/profile.ts';
import { readProfile } from './platform/back-end/profile-file.server.ts';
import { uploadsInHand } from './platform/body.server.ts';
import { countStreams } from './platform/change-stream.server.ts';
import { PortalError } from './platform/errors.ts';
import { filesOf } from './platform/files.ts';
import type { GeocodingPort } from './platform/geocoding.ts';
import { houseForHost } from './platform/host/house-for-host.ts';
import { type IdentityPort, noIdentity } from './platform/identity.ts';
import { writeSentence } from './platform/log.server.ts';
import { overLoopback } from './platform/loopback.server.ts';
import { faultCounts } from './platform/monitoring/faults.server.ts';
import { limitCounts } from './platform/monitoring/limit-log.server.ts';
import { type MetricsPort, silentMetrics, toldToAll } from './platform/monitoring/metrics.ts';
import { silentMonitoring } from './platform/monitoring/monitoring.server.ts';
import {
  watchedFiles,
  watchedIdentity,
  watchedMail,
  watchedPayments,
  watchedScan,
  watchedTiles,
  watchSystem,
} from './platform/monitoring/outside.server.ts';
import { namingRequest, outsideRequests } from './platform/monitoring/request.server.ts';
import { readOutboxDepth } from './platform/outbox-depth.server.ts';
import { outboxMail } from './platform/outbox-retry.server.ts';
import { startOutbox } from './platform/outbox-worker.server.ts';
import { requireWritable } from './platform/ready.server.ts';
import { noScan } from './platform/scanner.ts';
import { SettingError } from './platform/setting.ts';
import { createSigner, type PortalSigner } from './platform/signer.server.ts';
import { createStillPages } from './platform/still.server.ts';
import { backEndScreens, portalScreens } from './routes.ts';
import { sandboxProvider } from './sandbox/idp.ts';
import { storeOfSandboxMail } from './sandbox/mailbox.db.ts';
import { mooneySecret, sandboxMooney } from './sandbox/mooney/settings.ts';
import { sandboxPagopa } from './sandbox/pagopa/settings.ts';
import { SERVICE_ROWS } from './services.ts';
import { type PortalSettings, readSettings } from './settings.ts';
import { PUBLIC_CHANGE } from './store/announce.server.ts';
import { openClock } from './store/clock.server.ts';
import { readLastBackup } from './store/last-backup.server.ts';
import { asStoreError, openStore, placeInWords, StoreError, stampMode } from './store/open.server.ts';
import { checkSecrets, secretsOf } from './store/secret.server.ts';
import type { StoreDb } from './store/tables.ts';
import { followJump, noteClock } from './upkeep/clock-jump.server.ts';
import { countOutside } from './upkeep/files.server.ts';

type OpenedHouse = { house: PortalHouse; close(): Promise<void> };

let openedHouse: Promise<OpenedHouse> | undefined;
houseForHost.close = async () => (await openedHouse)?.close();

/** The house of this process, opened at the first call. */
export async function theHouse(): Promise<PortalHouse> {
  // The house outlives the request that opens it.
  openedHouse ??= outsideRequests(openTheHouse).catch((error) => {
    openedHouse = undefined;
    if (isStartError(error)) houseForHost.whyNot = error.message;
    throw error;
  });
  return (await openedHouse).house;
}

/** @throws StoreError, SettingError; any other error is a bug */
async function openTheHouse(): Promise<OpenedHouse> {
  const settings = readSettings(process.env);
  return openHouse(settings).catch((error: unknown) => {
    // The first writes may find a disk without room, or one that can only be read.
    throw asStoreError(settings, error);
  });
}

/** The house cannot be opened as things are: the message is for the operator of the portal. */
export const isStartError = (error: unknown): error is StoreError | SettingError =>
  error instanceof StoreError || error instanceof SettingError;

/** Opens the store and the ports, imports the demo data into a new sandbox, starts the workers. */
async function openHouse(settings: PortalSettings): Promise<OpenedHouse> {
  const metrics = await metricsOf(settings);
  const store = await openStore(settings, {
    create: settings.mode === 'sandbox',
    ahead: true,
    heard: settings.metrics || settings.traces ? metrics.query : undefined,
  });
  const { db } = store;
  if (store.made) writeSentence('info', `Archivio nuovo: ${placeInWords(settings)}`);
  await stampMode(db, settings.mode);
  const secrets = secretsOf(settings);
  const signing = createSigner(secrets);
  await checkSecrets(db, signing);
  if (store.dialect === 'sqlite') await noteClock(db);
  const clock = await openClock(store, () => followJump(db));
  const firstNumero = await skipAfterRestore(store, clock.now());
  if (firstNumero)
    writeSentence('info', `L’archivio viene da una copia: i nuovi numeri di pratica partono da ${firstNumero}.`);
  if (!settings.files && (await countOutside(db)).files > 0)
    writeSentence('error', 'Alcuni file non sono nell’archivio, e manca FILES_URL: finché manca, non si aprono.');
  const listening = store.listen();
  const house: PortalHouse = {
    db,
    dialect: store.dialect,
    settings,
    services: SERVICE_ROWS,
    screens: settings.backEnd ? backEndScreens : portalScreens,
    signer: signing,
    mail: outboxMail(
      watchedMail(
        settings.smtpUrl
          ? await overSmtp(settings.smtpUrl, settings.mailFrom)
          : sandboxMail(storeOfSandboxMail(db), clock.now),
        metrics,
      ),
    ),
    botCheck: settings.recaptcha
      ? recaptchaBotCheck({
          ...settings.recaptcha,
          ownHosts: () => ownHosts(settings, db),
          watch: watchSystem('bot-check', metrics),
        })
      : altchaBotCheck({ secrets }),
    identity: settings.backEnd ? noIdentity : watchedIdentity(identityOf(settings, db), metrics),
    payments: settings.backEnd ? {} : paymentsOf(settings, signing, metrics),
    monitoring: settings.sentryDsn ? await overSentry(settings.sentryDsn, settings.mode) : silentMonitoring(),
    metrics,
    geocoding: await geocodingOf(settings, metrics),
    changes: listening.changes,
    still: createStillPages({ follow: (follower) => listening.changes.follow(PUBLIC_CHANGE, follower) }),
    scan: settings.clamdUrl ? watchedScan(clamdScan(settings.clamdUrl), metrics) : noScan,
    files: filesOf(storeFiles(db), settings.files && watchedFiles(await overS3(settings.files), metrics)),
    tiles: watchedTiles(tilesOf(settings), metrics),
    backEnd: noBackEnd,
    now: clock.now,
  };
  if (settings.backEnd) house.backEnd = await overBackEnd(house, settings.backEnd);
  if (settings.mode === 'sandbox' && (await readAllEnti(db, SERVICE_ROWS)).length === 0) {
    writeSentence('info', 'Riempio l’archivio con i dati di prova: succede una volta sola.');
    const { seedSandbox } = await import('./seed-sandbox.server.ts');
    await seedSandbox(house);
  }
  await metrics.serve({
    outbox: () => readOutboxDepth(house),
    ready: () => requireWritable(house),
    lastBackup: () => readLastBackup(db),
    pool: store.pool,
    uploads: uploadsInHand,
    streams: countStreams,
    limits: limitCounts,
    faults: faultCounts,
  });
  houseForHost.metrics = metrics;
  houseForHost.drain = listening.changes.close;
  houseForHost.answerStill = house.still.answer;
  const outbox = startOutbox(house, deliverRow);
  const housekeeping = startHousekeeping(house);
  return {
    house,
    close: async () => {
      housekeeping.stop();
      clock.stop();
      await outbox.stop();
      await listening.stop();
      await house.mail.close();
      await Promise.all([house.monitoring.flush(2000), metrics.close()]);
      await store.close();
    },
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
function paymentsOf(settings: PortalSettings, signing: PortalSigner, metrics: MetricsPort): PortalHouse['payments'] {
  const { payments, mode, publicUrl } = settings;
  const own = mode === 'sandbox';
  const reach = namingRequest(own ? overLoopback(settings) : fetch);
  const pagopa = payments.pagopa ?? (own ? sandboxPagopa(publicUrl) : undefined);
  const mooney = payments.mooney ?? (own ? sandboxMooney(publicUrl, mooneySecret(signing)) : undefined);
  return {
    ...(pagopa && { pagopa: watchedPayments(pagopaPayments(pagopa, { fetch: reach }), metrics) }),
    ...(mooney && { mooney: watchedPayments(mooneyPayments(mooney, { fetch: reach }), metrics) }),
  };
}

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
async function overBackEnd(house: PortalHouse, { url, timeoutMs, profile }: BackEndSettings): Promise<BackEndPort> {
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

/** The provider's SDK is not loaded without a DSN. */
async function overSentry(dsn: string, environment: string) {
  const { sentryMonitoring } = await import('./adapters/monitoring/sentry.server.ts');
  return sentryMonitoring({ dsn, environment });
}

/** Figures for Prometheus and traces for OpenTelemetry come from the same places. */
async function metricsOf({ metrics, traces }: PortalSettings): Promise<MetricsPort> {
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
