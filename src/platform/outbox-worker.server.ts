/** The worker of the outbox: takes rows that are due, lane by lane, delivers them and marks them as sent. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { PortalHouse } from '../context.ts';
import { isAway } from './errors.ts';
import { inItsRequest, type OutboxRow, setWaker, wakeOutbox } from './outbox.server.ts';
import { LANE_SLOTS, OUTBOX_LANES, type OutboxLane } from './outbox-kind.ts';
import { bringForward, noteAwaited, retryLater } from './outbox-retry.server.ts';

/** Delivers one row; throwing means "not yet". */
export type DeliverRow = (row: OutboxRow, house: PortalHouse) => Promise<void>;

/** How many rows are taken at once, and how long a taken row is left alone, in ms: longer than any one delivery. */
const BATCH_SIZE = 10;
const LEASE_MS = 35_000;
/** The longest time that one delivery takes, in ms. */
const DELIVERY_MS = 30_000;
const POLL_MS = 1_000;
/** Pauses, in ms, between attempts to mark a row as sent, all within its lease. */
const MARK_TRIES = 5;
const MARK_PAUSE = 500;

/** Delivers due rows until stopped. @returns stop: waits for the rows in hand */
export function startOutbox(house: PortalHouse, deliver: DeliverRow): { stop(): Promise<void> } {
  let stopping = false;
  const work = async (lane: OutboxLane) => {
    let wake: (() => void) | undefined;
    let awaited = false;
    setWaker(lane, () => {
      awaited = true;
      wake?.();
    });
    while (!stopping) {
      let taken = 0;
      awaited = false;
      try {
        taken = await deliverLane(house, deliver, lane, () => stopping);
      } catch (error) {
        // The store is down: the rows are still there when it is back.
        house.monitoring.report(error, { route: 'outbox' });
      }
      // People who wait for an answer come first: a round that only writes to SQLite lets nothing else in.
      await nextTurn();
      // A row that was written during this round may have been missed by it.
      if (taken > 0 || awaited || stopping) continue;
      await new Promise<void>((go) => {
        const timer = setTimeout(go, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          go();
        };
      });
    }
  };
  const lanes = OUTBOX_LANES.map(work);
  return {
    stop: async () => {
      stopping = true;
      wakeOutbox(OUTBOX_LANES);
      await Promise.all(lanes);
    },
  };
}

/** One round of every lane. @returns how many rows were taken */
export async function deliverDue(house: PortalHouse, deliver: DeliverRow): Promise<number> {
  const taken = await Promise.all(OUTBOX_LANES.map((lane) => deliverLane(house, deliver, lane, () => false)));
  return taken.reduce((sum, count) => sum + count, 0);
}

/** One round of a lane. @returns how many rows were taken */
async function deliverLane(
  house: PortalHouse,
  deliver: DeliverRow,
  lane: OutboxLane,
  stopped: () => boolean,
): Promise<number> {
  await bringForward(house);
  const rows = await takeDue(house, lane);
  const taken = rows.length;
  const one = async () => {
    for (let row = rows.shift(); row; row = rows.shift()) await deliverOne(house, deliver, row, stopped);
  };
  await Promise.all(Array.from({ length: LANE_SLOTS[lane] }, one));
  return taken;
}

async function deliverOne(
  house: PortalHouse,
  deliver: DeliverRow,
  row: OutboxRow,
  stopped: () => boolean,
): Promise<void> {
  const mark = (set: Partial<OutboxRow>) =>
    house.db.updateTable('posta_in_uscita').set(set).where('id', '=', row.id).execute();
  if (stopped()) {
    await mark({ presa_fino: 0 });
    return;
  }
  if (row.presa_fino - house.now() < DELIVERY_MS && !(await stillOurs(house, row))) return;
  noteAwaited(row);
  try {
    await inItsRequest(row, () => deliver(row, house));
    house.metrics.delivery(row.tipo, 'sent');
    house.metrics.left(row.corsia, house.now() - dueSince(row));
    await retryWhileAway(() => mark({ inviata: house.now(), errore: null }));
  } catch (error) {
    await retryLater(house, row, error);
  }
}

/** When a row should have left: what is tried again is late since it was written. */
const dueSince = ({ errore, creata, da_inviare }: OutboxRow): number => (errore === null ? da_inviare : creata);

/** Retries while the store is down: a delivered row that is not marked is delivered a second time. */
async function retryWhileAway(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === MARK_TRIES || !isAway(error)) throw error;
      await pause(MARK_PAUSE);
    }
  }
}

/** Slow deliveries before it may have used up a row's lease: it takes a new lease, unless another host was faster. */
async function stillOurs(house: PortalHouse, row: OutboxRow): Promise<boolean> {
  const kept = await house.db
    .updateTable('posta_in_uscita')
    .set({ presa_fino: house.now() + LEASE_MS })
    .where('id', '=', row.id)
    .where('presa_fino', '=', row.presa_fino)
    .where('inviata', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

async function takeDue(house: PortalHouse, lane: OutboxLane): Promise<OutboxRow[]> {
  const now = house.now();
  const due = house.db
    .selectFrom('posta_in_uscita')
    .select('id')
    .where('inviata', 'is', null)
    .where('corsia', '=', lane)
    .where('da_inviare', '<=', now)
    .where('presa_fino', '<=', now)
    .orderBy('da_inviare')
    .limit(BATCH_SIZE);
  // Mostly nothing is due, and a question locks nothing.
  if (!(await due.executeTakeFirst())) return [];
  return house.db
    .updateTable('posta_in_uscita')
    .set({ presa_fino: now + LEASE_MS })
    .where('id', 'in', house.dialect === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .execute();
}
