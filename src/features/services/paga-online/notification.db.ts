/** Records each event that a provider notifies, so that one delivered twice is applied once. */
import type { Fornitore } from '../../../platform/payments.ts';
import type { StoreDb } from '../../../store/tables.ts';

type NotificationKey = { evento: string; fornitore: Fornitore };

const findByEvento = (db: StoreDb, key: NotificationKey) =>
  db
    .selectFrom('notifiche')
    .select('esito')
    .where('evento', '=', key.evento)
    .where('fornitore', '=', key.fornitore)
    .execute();

/** @returns true when this event was recorded before */
export async function wasNotified(db: StoreDb, key: NotificationKey): Promise<boolean> {
  return (await findByEvento(db, key)).length > 0;
}

type NewNotification = NotificationKey & { riferimento: string; esito: string; quando: number };

const insertNotification = (db: StoreDb, notification: NewNotification) =>
  db
    .insertInto('notifiche')
    .values((e) => ({
      evento: notification.evento,
      fornitore: notification.fornitore,
      esito: notification.esito,
      quando: notification.quando,
      // An attempt at another provider is ignored.
      pagamento: e
        .selectFrom('pagamenti')
        .select('id')
        .where('id', '=', notification.riferimento)
        .where('fornitore', '=', notification.fornitore),
    }))
    .onConflict((c) => c.doNothing())
    .returning('pagamento')
    .execute();

/**
 * Records an event that a provider reports, once.
 * @returns the attempt that it is about, null for an unknown one; undefined: recorded before
 */
export async function recordNotification(
  db: StoreDb,
  notification: NewNotification,
): Promise<string | null | undefined> {
  return (await insertNotification(db, notification))[0]?.pagamento;
}

export async function setNotificationOutcome(
  db: StoreDb,
  { evento, fornitore }: NotificationKey,
  outcome: string,
): Promise<void> {
  await db
    .updateTable('notifiche')
    .set({ esito: outcome })
    .where('evento', '=', evento)
    .where('fornitore', '=', fornitore)
    .execute();
}
