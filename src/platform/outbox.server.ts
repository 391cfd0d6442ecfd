import type { House } from '../context.ts';
import type { Db } from '../store/open.server.ts';
import type { Tables } from '../store/tables.ts';
import { PortalError } from './errors.ts';
import { randomId } from './signer.server.ts';

export type Riga = Tables['posta_in_uscita'];
/** Does what one row tells of; throwing means "not yet". */
export type Deliver = (riga: Riga, house: House) => Promise<void>;

/** How many rows are taken at once, and how long a taken row is left alone by other hosts, in ms. */
const BATCH = 20;
const LEASE = 120_000;
const POLL = 1_000;
/** Growing waits, in ms; after the last one the row is given up and reported. */
const WAITS = [10_000, 30_000, 120_000, 600_000, 1_800_000, ...Array<number>(46).fill(3_600_000)];
const NEVER = Number.MAX_SAFE_INTEGER;

/** Set by the worker of this process, so that what was just written leaves at once. */
let wake: () => void = () => undefined;

/** Writes down what must leave, in the same transaction as what it tells of. The row's id makes the Message-ID. */
export async function enqueue(db: Db, now: number, cosa: { tipo: string; dati: unknown }): Promise<void> {
  await db
    .insertInto('posta_in_uscita')
    .values({
      id: randomId(),
      tipo: cosa.tipo,
      dati_json: JSON.stringify(cosa.dati),
      creata: now,
      da_inviare: now,
      tentativi: 0,
      presa_fino: 0,
      inviata: null,
      errore: null,
    })
    .execute();
  setImmediate(() => wake());
}

/** Sends what is due, until told to stop. @returns stop: waits for the row in hand */
export function startOutbox(house: House, deliver: Deliver): { stop(): Promise<void> } {
  let stopping = false;
  let asleep: (() => void) | undefined;
  wake = () => asleep?.();
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
      try {
        sent = await deliverDue(house, deliver, () => stopping);
      } catch (error) {
        // The store is away: the rows are still there when it comes back.
        house.monitoring.report(error, { route: 'outbox' });
      }
      if (!stopping && sent === 0) await sleep(POLL);
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
  for (const riga of righe) {
    if (stopped()) {
      await house.db.updateTable('posta_in_uscita').set({ presa_fino: 0 }).where('id', '=', riga.id).execute();
      continue;
    }
    try {
      await deliver(riga, house);
      await house.db
        .updateTable('posta_in_uscita')
        .set({ inviata: house.now(), errore: null })
        .where('id', '=', riga.id)
        .execute();
    } catch (error) {
      await later(house, riga, error);
    }
  }
  return righe.length;
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
