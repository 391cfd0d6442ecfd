/** Every two seconds tells webhooks what has changed. Every minute looks for receipts and settlement flows that are due, and offers free times to those who wait for one. Once an hour deletes expired rows, settles abandoned payments, warns when the disk is nearly full; once a day reminds offices of what is late and reminds people of what they have to pay, deletes what is older than its retention, and files that no row names. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PortalHouse } from './context.ts';
import { tellWhatIsDue } from './features/cases/app-io/avvisi-io.server.ts';
import { removeLapsedHolds } from './features/cases/calendario/appuntamenti.db.ts';
import { offerFreedTimes } from './features/cases/calendario/waiting-list.server.ts';
import { BOZZA_OPERATORE_MS } from './features/cases/pratica/bozza-operatore.server.ts';
import { PRESENZA_MS } from './features/cases/pratica/presenza.server.ts';
import { tellWebhooks } from './features/cases/programma/webhook.server.ts';
import { sendPromemoria } from './features/cases/promemoria/promemoria.server.ts';
import { removeAbandoned } from './features/services/mezzo-permanente/dichiarazioni.db.ts';
import { pullRicevute } from './features/services/paga-online/ricevute-pull.server.ts';
import { expireAbandoned } from './features/services/paga-online/verifica.server.ts';
import { pullFlussi } from './features/services/riversamenti/flussi-pull.server.ts';
import { warnOfLittleRoom } from './platform/disk.server.ts';
import { writeLog } from './platform/log.server.ts';
import { whyOf } from './platform/monitoring/faults.server.ts';
import { isReported } from './platform/monitoring/filter.ts';
import { sweepFilesDaily } from './upkeep/files.server.ts';
import { applyRetentionDaily, applyRetentionHourly } from './upkeep/retention.server.ts';

const SOON_MS = 2_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A work that was not done, as when the store is away, is not begun again before. */
const AFTER_FAILURE_MS = 30_000;

/** @param stopping aborted when the host stops: what takes long leaves the rest for later */
type PeriodicWork = (house: PortalHouse, stopping: AbortSignal) => Promise<void>;
type PeriodicWorks = Readonly<Record<string, PeriodicWork>>;

/** The names are those in figures and log. */
const SOON_WORKS: PeriodicWorks = { tellWebhooks };
const MINUTELY_WORKS: PeriodicWorks = { pullRicevute, pullFlussi, offerFreedTimes };
const HOURLY_WORKS: PeriodicWorks = {
  deleteLapsed,
  expireAbandoned,
  lookAtRoom,
  sendPromemoria,
  tellWhatIsDue,
  applyRetentionDaily,
  sweepFilesDaily,
};

/** @property stop waits for the works of every minute or more often, which end soon; those of an hour end with the process, and are done again */
export function startHousekeeping(house: PortalHouse): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  const begin = (name: string, work: PeriodicWork) => {
    if (underWay.has(name)) return;
    const turn = async () => {
      const isDone = await doWork(house, name, work, stopping.signal);
      // Ends when the host stops, too.
      if (!isDone) await pause(AFTER_FAILURE_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
    };
    underWay.set(
      name,
      turn().finally(() => underWay.delete(name)),
    );
  };
  const repeat = (works: PeriodicWorks, everyMs: number) => {
    // A work that is never done is told as one that was not done since the start.
    for (const name of Object.keys(works)) house.metrics.housekeeping(name, 'done', house.now());
    const timer = setInterval(() => {
      for (const [name, work] of Object.entries(works)) begin(name, work);
    }, everyMs);
    return timer.unref();
  };
  const timers = [repeat(SOON_WORKS, SOON_MS), repeat(MINUTELY_WORKS, MINUTE_MS), repeat(HOURLY_WORKS, HOUR_MS)];
  return {
    stop: async () => {
      timers.forEach(clearInterval);
      stopping.abort();
      await Promise.all(Object.keys({ ...SOON_WORKS, ...MINUTELY_WORKS }).map((name) => underWay.get(name)));
    },
  };
}

/** Works do not wait for each other, and one that fails stops no other. @returns whether it was done */
export async function doWork(
  house: PortalHouse,
  name: string,
  work: PeriodicWork,
  stopping: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  try {
    await work(house, stopping);
    house.metrics.housekeeping(name, 'done', house.now());
    return true;
  } catch (error) {
    house.metrics.housekeeping(name, 'failed', house.now());
    // A store that is away is not reported as an error of the portal: the log says that this work was not done.
    if (isReported(error)) house.monitoring.report(error, { route: 'housekeeping' });
    else writeLog('warn', 'lavoro periodico non riuscito', { work: name, why: whyOf(error) });
    return false;
  }
}

/** PostgreSQL has a disk of its own. */
async function lookAtRoom({ dialect, settings }: PortalHouse): Promise<void> {
  if (dialect === 'sqlite') await warnOfLittleRoom(settings.dataDir);
}

/**
 * Deletes what its retention lets go every hour (drafts, unsent files, sent mails), declarations without a draft, what operators began to write, codes,
 * reports that nobody confirmed, proofs, limits, challenges, logins and grants; after 7 days keys of sends and what webhooks were told; after a day the network that a guest's file came from.
 */
export async function deleteLapsed(house: PortalHouse): Promise<void> {
  const { db } = house;
  const at = house.now();
  await applyRetentionHourly(house);
  await removeAbandoned(db);
  await db
    .deleteFrom('bozze_operatori')
    .where('aggiornata', '<=', at - BOZZA_OPERATORE_MS)
    .execute();
  await db
    .deleteFrom('presenze')
    .where('visto', '<=', at - PRESENZA_MS)
    .execute();
  await db.deleteFrom('codici').where('scade', '<=', at).execute();
  await db.deleteFrom('segnalazioni_attese').where('scade', '<=', at).execute();
  await db
    .deleteFrom('prove_email')
    .where('scade', '<=', at - DAY_MS)
    .execute();
  await db.deleteFrom('limiti').where('scade', '<=', at).execute();
  await db.deleteFrom('sfide_usate').where('scade', '<=', at).execute();
  await db.deleteFrom('accessi').where('scade', '<=', at).execute();
  await db.deleteFrom('concessioni').where('scade', '<=', at).execute();
  await db.deleteFrom('per_conto').where('scade', '<=', at).execute();
  await removeLapsedHolds(db, at);
  await db
    .deleteFrom('consegne_webhook')
    .where('quando', '<=', at - 7 * DAY_MS)
    .execute();
  await db
    .deleteFrom('invii')
    .where('creato', '<=', at - 7 * DAY_MS)
    .execute();
  // The network of a guest's file is deleted once it no longer counts.
  await db
    .updateTable('allegati')
    .set({ rete: null })
    .where('rete', 'is not', null)
    .where('creato', '<=', at - DAY_MS)
    .execute();
}
