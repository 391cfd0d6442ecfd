/** Handles the notification by which Mooney reports the outcome of a payment: verifies the signature and applies it once. */
import type { Ctx } from '../../../context.ts';
import type { Input, Output } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type NotificaFornitore, PaymentError } from '../../../platform/payments.ts';
import { annota, giaDetta, segnaEsito } from './notifiche.db.ts';
import type { operations } from './paga-online.contract.ts';
import { applica } from './tentativi.server.ts';

type Notifica = typeof operations.notificaMooney;
type Esito = Output<Notifica>['esito'];

/**
 * What the second provider's server tells of a payment: believed when its signature is good and at most five minutes
 * old, applied once whatever the number of times it comes, in one transaction with the note that it came.
 * @throws PortalError `forbidden` for a forged or old one: nothing is written · `invalid` for one that is well signed
 * and makes no
 *   sense, which is reported
 */
export async function notificaMooney(input: Input<Notifica>, ctx: Ctx): Promise<Output<Notifica>> {
  const letta = leggi(input, ctx);
  if (!letta) throw new PortalError('forbidden');
  // Most of what comes again is told apart without a transaction.
  if (await giaDetta(ctx.db, { evento: letta.evento, fornitore: 'mooney' })) return { esito: 'ripetuta' };
  return { esito: await ctx.house.db.transaction().execute((db) => registra({ ...ctx, db }, letta)) };
}

function leggi({ corpo, firma }: Input<Notifica>, { house, now }: Ctx): NotificaFornitore | null {
  try {
    return house.payments.mooney?.leggiNotifica?.(corpo, firma, now) ?? null;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    house.monitoring.report(error, { route: 'pagamenti', operation: 'notificaMooney' });
    throw new PortalError('invalid', { message: 'Questa notifica non è leggibile.', cause: error });
  }
}

async function registra(ctx: Ctx, { evento, riferimento, ...esito }: NotificaFornitore): Promise<Esito> {
  const chiave = { evento, fornitore: 'mooney' as const };
  // Written first: who brings the same event at the same time waits here for the end of the other.
  const id = await annota(ctx.db, { ...chiave, riferimento, esito: 'applicata', quando: ctx.now });
  if (id === undefined) return 'ripetuta';
  const fatta = id === null ? 'ignorata' : await applica(ctx, id, esito);
  if (fatta !== 'applicata') await segnaEsito(ctx.db, chiave, fatta);
  return fatta;
}
