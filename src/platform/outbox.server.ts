/** The outbox: stores what has to be sent together with the change it reports, and wakes the worker that delivers it. */
import type { OutboxDelivery, PortalHouse } from '../context.ts';
import type { StoreDb, StoreTables } from '../store/tables.ts';
import { currentRequest, duringRequest, isRequestId } from './monitoring/request.server.ts';
import type { OutboxEntry, OutboxKind, OutboxLane } from './outbox-kind.ts';
import { randomId } from './signer.server.ts';

export type OutboxRow = StoreTables['posta_in_uscita'];

/** How the worker of this process is woken, so that a new row leaves at once. */
const laneWakers = new Map<OutboxLane, () => void>();

export const setWaker = (lane: OutboxLane, wake: () => void): void => void laneWakers.set(lane, wake);

/** @param lanes those with something new */
export function wakeOutbox(lanes: readonly OutboxLane[]): void {
  for (const lane of lanes) laneWakers.get(lane)?.();
}

/** Field of the stored data that names the request which wrote the row. */
const REQUEST_FIELD = '_request_id';

/**
 * Stores a delivery in the same transaction as the change it reports. A row's id makes its Message-ID.
 * @param now of the house: the moment at which it is stored counts, since a clock that is set back after its request has begun would hold it up
 */
export async function enqueueEntries(db: StoreDb, now: () => number, ...entries: OutboxEntry[]): Promise<void> {
  const at = now();
  const request = currentRequest();
  await storeRows(
    db,
    at,
    entries.map(({ tipo, dati, lane: corsia, delay = 0, id = randomId() }) => {
      const dati_json = JSON.stringify(request ? { ...dati, [REQUEST_FIELD]: request.id } : dati);
      return { id, tipo, corsia, dati_json, da_inviare: at + delay };
    }),
  );
}

type NewRow = Pick<OutboxRow, 'id' | 'tipo' | 'corsia' | 'dati_json' | 'da_inviare'>;

/** One that is there already stays as it is. @param at the moment, epoch ms */
async function storeRows(db: StoreDb, at: number, rows: readonly NewRow[]): Promise<void> {
  const fresh = { creata: at, tentativi: 0, presa_fino: 0, inviata: null, errore: null };
  await db
    .insertInto('posta_in_uscita')
    .values(rows.map((row) => ({ ...row, ...fresh })))
    .onConflict((c) => c.column('id').doNothing())
    .execute();
  setImmediate(() => wakeOutbox(rows.map(({ corsia }) => corsia)));
}

/** Begin the ids of rows that another one has led to, each a mail alone: to a second person, or in place of what App IO refused. */
export const COPY_ID = 'copia-';
export const MAIL_ID = 'per-posta-';

/** Stores a row once more, under an id that makes it one however often it is asked for. */
export async function enqueueAgain(
  { db, now }: Pick<PortalHouse, 'db' | 'now'>,
  { tipo, corsia, dati_json }: Pick<OutboxRow, 'tipo' | 'corsia' | 'dati_json'>,
  id: string,
): Promise<void> {
  const at = now();
  await storeRows(db, at, [{ id, tipo, corsia, dati_json, da_inviare: at }]);
}

/** Deliveries that are wanted now, whatever became of them before: one row each, as its id says. What is in hand is left alone. */
export async function enqueueNow(db: StoreDb, now: () => number, entries: readonly OutboxEntry[]): Promise<void> {
  await enqueueEntries(db, now, ...entries);
  const ids = entries.flatMap(({ id }) => id ?? []);
  const at = now();
  await db
    .updateTable('posta_in_uscita')
    .set({ da_inviare: at, presa_fino: 0, tentativi: 0, inviata: null, errore: null })
    .where('id', 'in', ids)
    .where('presa_fino', '<=', at)
    .execute();
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

/** The mail and its log lines carry the id of the request that they come from. */
export function inItsRequest(row: OutboxRow, work: () => Promise<void>): Promise<void> {
  const { [REQUEST_FIELD]: id } = Object(JSON.parse(row.dati_json)) as Record<string, unknown>;
  return isRequestId(id) ? duringRequest({ id }, work) : work();
}
