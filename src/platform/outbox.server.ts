/** The outbox: stores what has to be sent together with the change it reports, and retries what could not be delivered. */
import { setTimeout as pause } from 'node:timers/promises';
import type { House } from '../context.ts';
import type { Db } from '../store/open.server.ts';
import type { Tables } from '../store/tables.ts';
import { PortalError } from './errors.ts';
import { randomId } from './signer.server.ts';

export type Riga = Tables['posta_in_uscita'];
/** Does what one row tells of; throwing means "not yet". */
export type Deliver = (riga: Riga, house: House) => Promise<void>;

/** How many rows are taken at once, and how long a taken row is left alone, in ms: longer than any one delivery. */
const BATCH = 10;
/** Deliveries under way together: a mail server answers slowly, and takes a few at a time. */
const TOGETHER = 5;
/**
 * Pause after a full batch, in ms, while sends are coming in: who is waiting for an answer comes before the mails (40 a second go
 * all the same). A queue that nobody adds to is emptied without pause.
 */
const BREATH = 250;
const CALM = 1_000;
const LEASE = 35_000;
/** The longest that one delivery takes, in ms. */
const DELIVERY = 30_000;
const POLL = 1_000;
/** Growing waits, in ms; after the last one the row is given up and reported. */
const WAITS = [10_000, 30_000, 120_000, 600_000, 1_800_000, ...Array<number>(46).fill(3_600_000)];
/** How often and after what pause, in ms, the store is told again that a row has left: before its lease ends. */
const TRIES = 5;
const AGAIN = 500;
const NEVER = Number.MAX_SAFE_INTEGER;

/** Set by the worker of this process, so that what was just written leaves at once. */
let wake: () => void = () => undefined;
/** When this process last wrote a row, in ms on its own clock. */
let written = -CALM;

/** @property tra wait before the first try, in ms */
export type DaInviare = { tipo: string; dati: unknown; tra?: number };

/** Writes down what must leave, in the same transaction as what it tells of. A row's id makes its Message-ID. */
export async function enqueue(db: Db, now: number, ...cose: DaInviare[]): Promise<void> {
  const fresh = { creata: now, tentativi: 0, presa_fino: 0, inviata: null, errore: null };
  const rows = cose.map(({ tipo, dati, tra = 0 }) => {
    return { id: randomId(), tipo, dati_json: JSON.stringify(dati), da_inviare: now + tra, ...fresh };
  });
  await db.insertInto('posta_in_uscita').values(rows).execute();
  written = performance.now();
  setImmediate(() => wake());
}

/** Sends what is due, until told to stop. @returns stop: waits for the row in hand */
export function startOutbox(house: House, deliver: Deliver): { stop(): Promise<void> } {
  let stopping = false;
  let asleep: (() => void) | undefined;
  let awaited = false;
  wake = () => {
    awaited = true;
    asleep?.();
  };
  const sleep = (ms: number) =>
    new Promise<void>((go) => {
      const timer = setTimeout(go, ms);
      asleep = () => {
        clearTimeout(timer);
        go();
      };
    });
  const loop = (async () => {
    while (!stopping) {
      let sent = 0;
      awaited = false;
      try {
        sent = await deliverDue(house, deliver, () => stopping);
      } catch (error) {
        // The store is away: the rows are still there when it comes back.
        house.monitoring.report(error, { route: 'outbox' });
      }
      // A row that was written while this round looked may have come too late for it.
      const nothing = sent === 0 && !awaited;
      if (!stopping)
        await (sent < BATCH ? sleep(nothing ? POLL : 0) : pause(performance.now() - written < CALM ? BREATH : 0));
    }
  })();
  return {
    stop: async () => {
      stopping = true;
      wake();
      await loop;
    },
  };
}

/** One round. @returns how many rows were taken */
export async function deliverDue(
  house: House,
  deliver: Deliver,
  stopped: () => boolean = () => false,
): Promise<number> {
  const righe = await take(house);
  const taken = righe.length;
  const one = async () => {
    for (let riga = righe.shift(); riga; riga = righe.shift()) await deliverOne(house, deliver, riga, stopped);
  };
  await Promise.all(Array.from({ length: TOGETHER }, one));
  return taken;
}

async function deliverOne(house: House, deliver: Deliver, riga: Riga, stopped: () => boolean): Promise<void> {
  const mark = (set: Partial<Riga>) =>
    house.db.updateTable('posta_in_uscita').set(set).where('id', '=', riga.id).execute();
  if (stopped()) {
    await mark({ presa_fino: 0 });
    return;
  }
  if (riga.presa_fino - house.now() < DELIVERY && !(await stillOurs(house, riga))) return;
  try {
    await deliver(riga, house);
    await surely(() => mark({ inviata: house.now(), errore: null }));
  } catch (error) {
    await later(house, riga, error);
  }
}

/** Tries again while the store is away: what has left and is not marked leaves a second time. */
async function surely(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === TRIES || !(error instanceof PortalError && error.code === 'unavailable')) throw error;
      await pause(AGAIN);
    }
  }
}

/** Slow deliveries before it may have eaten a row's lease: it begins anew, unless another host was faster. */
async function stillOurs(house: House, riga: Riga): Promise<boolean> {
  const row = await house.db
    .updateTable('posta_in_uscita')
    .set({ presa_fino: house.now() + LEASE })
    .where('id', '=', riga.id)
    .where('presa_fino', '=', riga.presa_fino)
    .where('inviata', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function take(house: House): Promise<Riga[]> {
  const now = house.now();
  const due = house.db
    .selectFrom('posta_in_uscita')
    .select('id')
    .where('inviata', 'is', null)
    .where('da_inviare', '<=', now)
    .where('presa_fino', '<=', now)
    .orderBy('da_inviare')
    .limit(BATCH);
  if (house.dialect === 'sqlite' && !(await due.executeTakeFirst())) return [];
  return house.db
    .updateTable('posta_in_uscita')
    .set({ presa_fino: now + LEASE })
    .where('id', 'in', house.dialect === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .execute();
}

async function later(house: House, riga: Riga, error: unknown): Promise<void> {
  const wait = error instanceof PortalError && error.code === 'invalid' ? undefined : WAITS[riga.tentativi];
  if (wait === undefined)
    house.monitoring.report(new Error(`Posta non recapitata: ${riga.tipo}`, { cause: error }), { route: 'outbox' });
  else if (!(error instanceof PortalError)) house.monitoring.report(error, { route: 'outbox' });
  await house.db
    .updateTable('posta_in_uscita')
    .set({
      tentativi: riga.tentativi + 1,
      presa_fino: 0,
      da_inviare: wait === undefined ? NEVER : house.now() + wait,
      errore: error instanceof PortalError ? error.code : 'failed',
    })
    .where('id', '=', riga.id)
    .execute();
}
