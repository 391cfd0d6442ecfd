/** The outbox: stores what has to be sent together with the change it reports, and retries what could not be delivered. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { OutboxDelivery, PortalHouse } from '../context.ts';
import type { StoreDb, StoreTables } from '../store/tables.ts';
import { isAway, PortalError } from './errors.ts';
import { MAIL_AWAY, type MailPort } from './mail/message.ts';
import type { OutboxDepth } from './monitoring/metrics.ts';
import { currentRequest, duringRequest, isRequestId } from './monitoring/request.server.ts';
import { oneAtATime } from './one-at-a-time.server.ts';
import type { OutboxEntry, OutboxKind, OutboxLane } from './outbox-kind.ts';
import { randomId } from './signer.server.ts';

type OutboxRow = StoreTables['posta_in_uscita'];
/** Delivers one row; throwing means "not yet". */
export type DeliverRow = (row: OutboxRow, house: PortalHouse) => Promise<void>;

/** How many deliveries each lane has in parallel; those of the lanes that send mails are as many as the connections that the mail server gets. */
const LANE_SLOTS: Record<OutboxLane, number> = { receipts: 3, offices: 2, news: 1, pictures: 2, programs: 3 };
const OUTBOX_LANES = Object.keys(LANE_SLOTS) as OutboxLane[];

/** How many rows are taken at once, and how long a taken row is left alone, in ms: longer than any one delivery. */
const BATCH_SIZE = 10;
const LEASE_MS = 35_000;
/** The longest time that one delivery takes, in ms. */
const DELIVERY_MS = 30_000;
const POLL_MS = 1_000;
/** Growing waits, in ms; after the last one the row is given up and reported. */
const RETRY_WAITS = [10_000, 30_000, 120_000, 600_000, 1_800_000, ...Array<number>(46).fill(3_600_000)];
/**
 * While the mail server is away the rows that wait for it are tried one after the other, this many ms apart: not each at its own
 * time, however many they are. The first mail that leaves brings all of them forward, each at most once in `AGAIN_MS`.
 */
const ONE_EVERY_MS = 30_000;
const AGAIN_MS = 10_000;
/** A mail that still finds no server after it was brought forward this often is itself at fault, and is tried like any other. */
const TIMES_FORWARD = 20;
/** Pauses, in ms, between attempts to mark a row as sent, all within its lease. */
const MARK_TRIES = 5;
const MARK_PAUSE = 500;
/** When a mail that was given up is due. */
export const NEVER_AGAIN = Number.MAX_SAFE_INTEGER;

/** Set by the worker of this process, so that a new row leaves at once. @param lanes those with something new */
let wakeOutbox: (lanes: readonly OutboxLane[]) => void = () => undefined;
/** What this process knows of the mail server. It may have been away before the process began. */
let mailServer: 'away' | 'back' | 'well' = 'away';

/** Field of the stored data that names the request which wrote the row. */
const REQUEST_FIELD = '_request_id';

/**
 * Stores a delivery in the same transaction as the change it reports. A row's id makes its Message-ID.
 * @param now of the house: the moment at which it is stored counts, since a clock that is set back after its request has begun would hold it up
 */
export async function enqueueEntries(db: StoreDb, now: () => number, ...entries: OutboxEntry[]): Promise<void> {
  const at = now();
  const fresh = { creata: at, tentativi: 0, presa_fino: 0, inviata: null, errore: null };
  const request = currentRequest();
  const rows = entries.map(({ tipo, dati, lane: corsia, delay = 0, id = randomId() }) => {
    const dati_json = JSON.stringify(request ? { ...dati, [REQUEST_FIELD]: request.id } : dati);
    return { id, tipo, corsia, dati_json, da_inviare: at + delay, ...fresh };
  });
  await db
    .insertInto('posta_in_uscita')
    .values(rows)
    .onConflict((c) => c.column('id').doNothing())
    .execute();
  setImmediate(() => wakeOutbox(rows.map(({ corsia }) => corsia)));
}

/** What a row was waiting for is there, or will not come: it leaves now, unless it has left. */
export async function stopDelay({ db, now }: Pick<PortalHouse, 'db' | 'now'>, id: string): Promise<void> {
  const at = now();
  const row = await db
    .updateTable('posta_in_uscita')
    .set({ da_inviare: at })
    .where('id', '=', id)
    .where('inviata', 'is', null)
    .where('tentativi', '=', 0)
    .where('errore', 'is', null)
    .where('da_inviare', '>', at)
    .returning('corsia')
    .executeTakeFirst();
  if (row) wakeOutbox([row.corsia]);
}

export const deliveryOf = <Data extends object>(
  { tipo, dati }: OutboxKind<Data>,
  deliver: (data: Data, house: PortalHouse) => ReturnType<OutboxDelivery['deliver']>,
): OutboxDelivery => ({
  tipo,
  deliver: (dati_json, house) => deliver(dati.parse(JSON.parse(dati_json)), house),
});

/** The mail port by whose use, for codes too, the outbox learns that the mail server is away or back. */
export function outboxMail(mail: MailPort): MailPort {
  return {
    ...mail,
    send: async (message) => {
      try {
        await mail.send(message);
      } catch (error) {
        if (isMailAway(error)) mailServer = 'away';
        throw error;
      }
      if (mailServer !== 'away') return;
      mailServer = 'back';
      wakeOutbox(OUTBOX_LANES);
    },
  };
}

const isMailAway = (error: unknown): boolean => error instanceof PortalError && error.reason === MAIL_AWAY;

/** Delivers due rows until stopped. @returns stop: waits for the rows in hand */
export function startOutbox(house: PortalHouse, deliver: DeliverRow): { stop(): Promise<void> } {
  let stopping = false;
  const wakers = new Map<OutboxLane, () => void>();
  wakeOutbox = (lanes) => {
    for (const lane of lanes) wakers.get(lane)?.();
  };
  const work = async (lane: OutboxLane) => {
    let wake: (() => void) | undefined;
    let awaited = false;
    wakers.set(lane, () => {
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
  if (mailServer === 'back') await bringForward(house);
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
  // If it leaves, the server is back, whichever host saw it go.
  if (row.errore === MAIL_AWAY) mailServer = 'away';
  try {
    await inItsRequest(row, () => deliver(row, house));
    house.metrics.delivery(row.tipo, 'sent');
    house.metrics.left(row.corsia, house.now() - dueSince(row));
    await retryWhileAway(() => mark({ inviata: house.now(), errore: null }));
  } catch (error) {
    await retryLater(house, row, error);
  }
}

/** The mail and its log lines carry the id of the request that they come from. */
function inItsRequest(row: OutboxRow, work: () => Promise<void>): Promise<void> {
  const { [REQUEST_FIELD]: id } = Object(JSON.parse(row.dati_json)) as Record<string, unknown>;
  return isRequestId(id) ? duringRequest({ id }, work) : work();
}

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

/** The mail server is back: whatever waits for it is due, but for what was tried a moment ago. The time is read inside, as in `retryLater`. */
async function bringForward({ db, now }: PortalHouse): Promise<void> {
  mailServer = 'well';
  try {
    await db.transaction().execute((tx) => {
      const at = now();
      return tx
        .updateTable('posta_in_uscita')
        .set((row) => ({
          tentativi: row('tentativi', '+', 1),
          da_inviare: row
            .case()
            .when('presa_fino', '>', at - AGAIN_MS)
            .then(row('presa_fino', '+', AGAIN_MS))
            .else(at)
            .end(),
        }))
        .where('inviata', 'is', null)
        .where('errore', '=', MAIL_AWAY)
        .where('da_inviare', '>', at + AGAIN_MS)
        .execute();
    });
  } catch (error) {
    mailServer = 'back';
    throw error;
  }
}

/** The row is tried after all others that wait for the mail server. When it was tried stays in `presa_fino`. */
async function awaitMailServer(house: PortalHouse, { id, tipo }: OutboxRow): Promise<void> {
  house.metrics.delivery(tipo, 'retry');
  await house.db.transaction().execute(async (tx) => {
    await oneAtATime(tx, house.dialect, 'posta_in_uscita');
    const { last } = await tx
      .selectFrom('posta_in_uscita')
      .select(({ fn }) => fn.max<number | string | null>('da_inviare').as('last'))
      .where('inviata', 'is', null)
      .where('errore', '=', MAIL_AWAY)
      .where('id', '!=', id)
      .executeTakeFirstOrThrow();
    const now = house.now();
    await tx
      .updateTable('posta_in_uscita')
      .set({ presa_fino: now, da_inviare: Math.max(now, Number(last ?? 0)) + ONE_EVERY_MS, errore: MAIL_AWAY })
      .where('id', '=', id)
      .execute();
  });
}

async function retryLater(house: PortalHouse, row: OutboxRow, error: unknown): Promise<void> {
  if (isMailAway(error) && row.tentativi < TIMES_FORWARD) return awaitMailServer(house, row);
  const wait = error instanceof PortalError && error.code === 'invalid' ? undefined : RETRY_WAITS[row.tentativi];
  house.metrics.delivery(row.tipo, wait === undefined ? 'given_up' : 'retry');
  if (wait === undefined)
    house.monitoring.report(new Error(`Posta non recapitata: ${row.tipo}`, { cause: error }), { route: 'outbox' });
  else if (!(error instanceof PortalError)) house.monitoring.report(error, { route: 'outbox' });
  // The time is read inside: while it waits for the store, the clock may be set back.
  await house.db.transaction().execute((tx) =>
    tx
      .updateTable('posta_in_uscita')
      .set({
        tentativi: row.tentativi + 1,
        presa_fino: 0,
        da_inviare: wait === undefined ? NEVER_AGAIN : house.now() + wait,
        errore: isMailAway(error) ? 'send_failed' : error instanceof PortalError ? error.code : 'failed',
      })
      .where('id', '=', row.id)
      .execute(),
  );
}

/** Retries of these are late: anything else that is for later has its own time. */
const LATE_ERRORS = ['send_failed', 'failed', MAIL_AWAY];

/** When a row should have left: what is tried again is late since it was written. */
const dueSince = ({ errore, creata, da_inviare }: OutboxRow): number => (errore === null ? da_inviare : creata);

/** How much waits in each lane, for all hosts together. */
export async function readOutboxDepth({
  db,
  now,
}: Pick<PortalHouse, 'db' | 'now'>): Promise<ReadonlyMap<OutboxLane, OutboxDepth>> {
  const at = now();
  const rows = await db
    .selectFrom('posta_in_uscita')
    .select(({ fn }) => [
      'corsia',
      fn.countAll<number>().filterWhere('da_inviare', '<=', at).as('due'),
      fn.countAll<number>().filterWhere('da_inviare', '>', at).filterWhere('da_inviare', '<', NEVER_AGAIN).as('later'),
      fn.countAll<number>().filterWhere('da_inviare', '=', NEVER_AGAIN).as('given_up'),
      fn.min('da_inviare').filterWhere('da_inviare', '<=', at).as('due_since'),
      fn
        .min('creata')
        .filterWhere('da_inviare', '<', NEVER_AGAIN)
        .filterWhere('errore', 'in', LATE_ERRORS)
        .as('late_since'),
    ])
    .where('inviata', 'is', null)
    .groupBy('corsia')
    .execute();
  const depthOf = (lane: OutboxLane) => {
    const row = rows.find(({ corsia }) => corsia === lane);
    const since = Math.min(Number(row?.due_since ?? at), Number(row?.late_since ?? at));
    return {
      due: Number(row?.due ?? 0),
      later: Number(row?.later ?? 0),
      given_up: Number(row?.given_up ?? 0),
      oldest_s: Math.max(0, at - since) / 1000,
    };
  };
  return new Map(OUTBOX_LANES.map((lane) => [lane, depthOf(lane)]));
}
