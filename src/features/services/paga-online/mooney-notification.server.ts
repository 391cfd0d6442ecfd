/** Handles the notification by which Mooney reports the outcome of a payment: verifies the signature and applies it once. */
import type { CallContext } from '../../../context.ts';
import type { OperationInput, OperationOutput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type FornitoreNotification, PaymentError } from '../../../platform/payments.ts';
import { recordNotification, setNotificationOutcome, wasNotified } from './notification.db.ts';
import type { pagaOnlineOperations } from './paga-online.contract.ts';
import { applyEsito } from './tentativi.server.ts';

type NotificationOperation = typeof pagaOnlineOperations.notificaMooney;
type NotificationOutcome = OperationOutput<NotificationOperation>['esito'];

/**
 * Applies what the second provider's server reports of a payment, once however often it is sent, in one transaction with the record of the
 * event. It is accepted if its signature is valid and at most five minutes old.
 * @throws PortalError `forbidden` for a forged or old one, and nothing is written; `invalid` for one that is signed and makes no sense, which
 * is reported
 */
export async function handleMooneyNotification(
  input: OperationInput<NotificationOperation>,
  ctx: CallContext,
): Promise<OperationOutput<NotificationOperation>> {
  const parsed = parseNotification(input, ctx);
  if (!parsed) throw new PortalError('forbidden');
  // Most repetitions are recognised here, without a transaction.
  if (await wasNotified(ctx.db, { evento: parsed.evento, fornitore: 'mooney' })) return { esito: 'ripetuta' };
  return { esito: await ctx.house.db.transaction().execute((db) => applyOnce({ ...ctx, db }, parsed)) };
}

function parseNotification(
  { corpo, firma }: OperationInput<NotificationOperation>,
  { house, now }: CallContext,
): FornitoreNotification | null {
  try {
    return house.payments.mooney?.readNotification?.(corpo, firma, now) ?? null;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    house.monitoring.report(error, { route: 'pagamenti', operation: 'notificaMooney' });
    throw new PortalError('invalid', { message: 'Questa notifica non è leggibile.', cause: error });
  }
}

async function applyOnce(
  ctx: CallContext,
  { evento, riferimento, ...esito }: FornitoreNotification,
): Promise<NotificationOutcome> {
  const key = { evento, fornitore: 'mooney' as const };
  // Written first: a repetition at the same time waits here for the end of the other.
  const id = await recordNotification(ctx.db, { ...key, riferimento, esito: 'applicata', quando: ctx.now });
  if (id === undefined) return 'ripetuta';
  const outcome = id === null ? 'ignorata' : await applyEsito(ctx, id, esito);
  if (outcome !== 'applicata') await setNotificationOutcome(ctx.db, key, outcome);
  return outcome;
}
