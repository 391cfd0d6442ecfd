/** Opens the house of this process at its first request: store, ports, demo data of a new sandbox, workers. */
import type { PortalHouse } from './context.ts';
import { deliverRow } from './delivery.server.ts';
import { resealIoKeys } from './features/cases/app-io/chiavi-io.server.ts';
import { readAllEnti } from './features/cases/ente/ente.db.ts';
import { skipAfterRestore } from './features/cases/pratica/numero-restore.server.ts';
import { resealSecrets } from './features/cases/programma/webhook.server.ts';
import { resealProtocolKeys } from './features/cases/protocollo/sistema-protocollo.server.ts';
import { resealChiavi } from './features/services/paga-online/convenzione.server.ts';
import { startHousekeeping } from './housekeeping.server.ts';
import { noBackEnd } from './platform/back-end/back-end.ts';
import { uploadsInHand } from './platform/body.server.ts';
import { countStreams } from './platform/change-stream.server.ts';
import { houseForHost } from './platform/host/house-for-host.ts';
import { writeSentence } from './platform/log.server.ts';
import { faultCounts } from './platform/monitoring/faults.server.ts';
import { limitCounts } from './platform/monitoring/limit-log.server.ts';
import { outsideRequests } from './platform/monitoring/request.server.ts';
import { readOutboxDepth } from './platform/outbox-depth.server.ts';
import { startOutbox } from './platform/outbox-worker.server.ts';
import { requireWritable } from './platform/ready.server.ts';
import { SettingError } from './platform/setting.ts';
import { createSigner } from './platform/signer.server.ts';
import { createStillPages } from './platform/still.server.ts';
import { backEndScreens, portalScreens } from './routes.ts';
import { SERVICE_ROWS } from './services.ts';
import { type PortalSettings, readSettings } from './settings.ts';
import { PUBLIC_CHANGE } from './store/announce.server.ts';
import { openClock } from './store/clock.server.ts';
import { readLastBackup } from './store/last-backup.server.ts';
import { asStoreError, openStore, placeInWords, StoreError, stampMode } from './store/open.server.ts';
import { checkSecrets, secretsOf } from './store/secret.server.ts';
import { followJump, noteClock } from './upkeep/clock-jump.server.ts';
import { countOutside } from './upkeep/files.server.ts';
import { openBackEnd, openMetrics, openPorts } from './wiring.ts';

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
  const metrics = await openMetrics(settings);
  const store = await openStore(settings, {
    create: settings.mode === 'sandbox',
    ahead: true,
    heard: settings.metrics || settings.traces ? metrics.query : undefined,
  });
  const { db } = store;
  if (store.made) writeSentence('info', `Archivio nuovo: ${placeInWords(settings)}`);
  await stampMode(db, settings.mode);
  const signer = createSigner(secretsOf(settings));
  await checkSecrets(db, signer);
  await resealChiavi({ db, signer });
  await resealSecrets({ db, signer });
  await resealProtocolKeys({ db, signer });
  await resealIoKeys({ db, signer });
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
    signer,
    ...(await openPorts({ db, settings, signer, metrics, now: clock.now })),
    metrics,
    changes: listening.changes,
    still: createStillPages({ follow: (follower) => listening.changes.follow(PUBLIC_CHANGE, follower) }),
    backEnd: noBackEnd,
    now: clock.now,
  };
  if (settings.backEnd) house.backEnd = await openBackEnd(house, settings.backEnd);
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
      clock.stop();
      await Promise.all([housekeeping.stop(), outbox.stop()]);
      await listening.stop();
      await house.mail.close();
      await Promise.all([house.monitoring.flush(2000), metrics.close()]);
      await store.close();
    },
  };
}
