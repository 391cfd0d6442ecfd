/** Changes the orders of the sandbox's Mooney, by a tester's choice or by time. */
import { randomId, sha256Of } from '../../platform/signer.server.ts';
import type { Mooney } from './mooney.ts';
import { type MooneyOrder, OPEN_STATUSES, type OrderRequest, orderAsWire } from './order.ts';
import { ORDER_CHOICES, type OrderChoice, type PlannedNotification } from './order-choices.ts';
import { insertOrder, type QueuedNotification, queueNotifications, readOrder, replaceOrder } from './orders.db.ts';

/** How long an order can be paid, also at a shop, in ms. */
const ORDER_LIFETIME_MS = 24 * 3_600_000;

/** The same reference gives the same order. @returns null when the reference was used before with other data */
export async function createOrder({ db, now }: Mooney, asked: OrderRequest): Promise<MooneyOrder | null> {
  const orderId = `ord-${sha256Of(asked.reference).slice(0, 24)}`;
  const createdAt = now();
  const order: MooneyOrder = {
    ...asked,
    orderId,
    status: 'CREATED',
    payments: [],
    creato: createdAt,
    scade: createdAt + ORDER_LIFETIME_MS,
    vistaDal: 0,
    slowUntil: 0,
  };
  if (await insertOrder(db, order)) return order;
  const existing = await readOrder(db, orderId);
  const isSame = existing && Object.keys(asked).every((k) => isSameField(asked, existing, k as keyof OrderRequest));
  return isSame ? existing : null;
}

const isSameField = (a: OrderRequest, b: OrderRequest, k: keyof OrderRequest) =>
  JSON.stringify(a[k]) === JSON.stringify(b[k]);

/** The current state of an order: one whose time is over has expired. */
export async function findOrder(mooney: Mooney, orderId: string): Promise<MooneyOrder | undefined> {
  const order = await readOrder(mooney.db, orderId);
  if (!order || !OPEN_STATUSES.includes(order.status) || mooney.now() < order.scade) return order;
  await applyChoice(mooney, order, ORDER_CHOICES.scade as OrderChoice);
  return readOrder(mooney.db, orderId);
}

/** @returns the order after it, and its notifications to send; null when its state no longer allows the choice */
export async function applyChoice(
  mooney: Mooney,
  order: MooneyOrder,
  choice: OrderChoice,
): Promise<MooneyOrder | null> {
  if (!choice.from.includes(order.status)) return null;
  const now = mooney.now();
  const after: MooneyOrder = {
    ...order,
    status: choice.status,
    payments: Array.from({ length: choice.paymentCount }, () => ({
      id: `pay-${randomId()}`,
      amount: order.amount,
      paidAt: new Date(now).toISOString(),
      ...(choice.shop && { shop: choice.shop }),
    })),
    vistaDal: now + (choice.seenAfter ?? 0),
    slowUntil: now + (choice.slowFor ?? 0),
  };
  const isDone = await mooney.db.transaction().execute(async (tx) => {
    if (!(await replaceOrder(tx, order, after))) return false;
    await queueNotifications(tx, planNotifications(after, choice.notifications, now));
    return true;
  });
  return isDone ? after : null;
}

function planNotifications(
  order: MooneyOrder,
  planned: readonly PlannedNotification[],
  now: number,
): QueuedNotification[] {
  const eventIds = new Map(planned.map(({ evento }) => [evento, `evt-${randomId()}`]));
  return planned.map(({ evento, delay, status, paymentCount }, n) => {
    const told = { ...order, status: status ?? order.status, payments: order.payments.slice(0, paymentCount) };
    const body = JSON.stringify({ eventId: eventIds.get(evento), order: orderAsWire(told) });
    // Two due at the same time are sent in the order of the table.
    const key = `${order.orderId}:${now}:${order.status}:${n}`;
    return { chiave: key, quando: now + delay, dati: { url: order.notifyUrl, corpo: body, tentativi: 0, stato: null } };
  });
}

/** The portal cancels an order. @returns null when it is too late */
export async function cancelOrder(mooney: Mooney, order: MooneyOrder): Promise<MooneyOrder | null> {
  if (order.status === 'CANCELLED') return order;
  if (!OPEN_STATUSES.includes(order.status)) return null;
  const after: MooneyOrder = { ...order, status: 'CANCELLED' };
  return (await replaceOrder(mooney.db, order, after)) ? after : null;
}
