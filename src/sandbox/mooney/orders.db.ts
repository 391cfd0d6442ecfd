/** Stores the orders of the sandbox's Mooney, and its notifications, sent or waiting. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { StoreDb } from '../../store/tables.ts';
import { type MooneyOrder, storedOrder } from './order.ts';

const MOONEY_ID = 'mooney';

/** @property quando when it is to be sent, or was, ms @property stato last answer of the portal; 0: none */
const notificationDelivery = z.object({
  url: z.string(),
  corpo: z.string(),
  tentativi: z.number(),
  stato: z.nullable(z.number()),
});
type NotificationDelivery = z.infer<typeof notificationDelivery>;
export type QueuedNotification = { chiave: string; quando: number; dati: NotificationDelivery };

const selectRows = (db: StoreDb, kind: string) =>
  db.selectFrom('fornitori_sandbox').selectAll().where('fornitore', '=', MOONEY_ID).where('cosa', '=', kind);

/** @returns false when there is an order with this id */
export async function insertOrder(db: StoreDb, order: MooneyOrder): Promise<boolean> {
  const row = await db
    .insertInto('fornitori_sandbox')
    .values({
      fornitore: MOONEY_ID,
      cosa: 'ordine',
      chiave: order.orderId,
      dati_json: JSON.stringify(order),
      quando: order.creato,
    })
    .onConflict((c) => c.doNothing())
    .returning('chiave')
    .executeTakeFirst();
  return row !== undefined;
}

export async function readOrder(db: StoreDb, orderId: string): Promise<MooneyOrder | undefined> {
  const row = await selectRows(db, 'ordine').where('chiave', '=', orderId).executeTakeFirst();
  return row && storedOrder.parse(JSON.parse(row.dati_json));
}

export async function listOrders(db: StoreDb, limit: number): Promise<MooneyOrder[]> {
  const rows = await selectRows(db, 'ordine').orderBy('quando', 'desc').limit(limit).execute();
  return rows.map(({ dati_json }) => storedOrder.parse(JSON.parse(dati_json)));
}

/** @returns false when the order has changed since it was read */
export async function replaceOrder(db: StoreDb, before: MooneyOrder, after: MooneyOrder): Promise<boolean> {
  const stored = await selectRows(db, 'ordine').where('chiave', '=', before.orderId).executeTakeFirst();
  if (!stored || !isDeepStrictEqual(storedOrder.parse(JSON.parse(stored.dati_json)), before)) return false;
  const row = await db
    .updateTable('fornitori_sandbox')
    .set({ dati_json: JSON.stringify(after) })
    .where('fornitore', '=', MOONEY_ID)
    .where('cosa', '=', 'ordine')
    .where('chiave', '=', before.orderId)
    .where('dati_json', '=', stored.dati_json)
    .returning('chiave')
    .executeTakeFirst();
  return row !== undefined;
}

export async function queueNotifications(db: StoreDb, notifications: readonly QueuedNotification[]): Promise<void> {
  const rows = notifications.map(({ chiave, quando, dati }) => ({
    fornitore: MOONEY_ID,
    cosa: 'notifica',
    chiave,
    quando,
    dati_json: JSON.stringify(dati),
  }));
  if (rows.length > 0) await db.insertInto('fornitori_sandbox').values(rows).execute();
}

/** The next notification to send, due or not. */
export async function readNextNotification(db: StoreDb): Promise<QueuedNotification | undefined> {
  const row = await selectRows(db, 'notifica').orderBy('quando').orderBy('chiave').limit(1).executeTakeFirst();
  return row && { chiave: row.chiave, quando: row.quando, dati: notificationDelivery.parse(JSON.parse(row.dati_json)) };
}

/** @returns false when another process took it meanwhile */
export async function takeNotification(
  db: StoreDb,
  { chiave, quando }: QueuedNotification,
  until: number,
): Promise<boolean> {
  const row = await db
    .updateTable('fornitori_sandbox')
    .set({ quando: until })
    .where('fornitore', '=', MOONEY_ID)
    .where('cosa', '=', 'notifica')
    .where('chiave', '=', chiave)
    .where('quando', '=', quando)
    .returning('chiave')
    .executeTakeFirst();
  return row !== undefined;
}

/** @param kind `notifica`: again at `quando`; `sent`: no more */
export async function markNotification(
  db: StoreDb,
  kind: 'notifica' | 'spedita',
  { chiave, quando, dati }: QueuedNotification,
): Promise<void> {
  await db
    .updateTable('fornitori_sandbox')
    .set({ cosa: kind, quando, dati_json: JSON.stringify(dati) })
    .where('fornitore', '=', MOONEY_ID)
    .where('cosa', '=', 'notifica')
    .where('chiave', '=', chiave)
    .execute();
}

/** Notifications of an order in the order of sending. */
export async function listNotifications(
  db: StoreDb,
  orderId: string,
): Promise<(QueuedNotification & { sent: boolean })[]> {
  const rows = await db
    .selectFrom('fornitori_sandbox')
    .selectAll()
    .where('fornitore', '=', MOONEY_ID)
    .where('cosa', 'in', ['notifica', 'spedita'])
    // Keys are `{orderId}:…`; the colon's next character is the semicolon.
    .where('chiave', '>=', `${orderId}:`)
    .where('chiave', '<', `${orderId};`)
    .orderBy('quando')
    .execute();
  return rows.map(({ chiave, quando, cosa: kind, dati_json }) => ({
    chiave,
    quando,
    sent: kind === 'spedita',
    dati: notificationDelivery.parse(JSON.parse(dati_json)),
  }));
}
