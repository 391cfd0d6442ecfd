/** Limits how many unknown avvisi a visitor or a network may look up, so that valid numbers cannot be found by trial. */
import type { CallContext } from '../../../context.ts';
import { networkOf } from '../../../platform/address.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type AttemptLimit, giveBack, requireWithinLimits } from '../../../platform/limit.server.ts';

/**
 * Each number counts as a try before it is looked up, so that parallel calls cannot exceed the limit. The try is given back unless the number
 * does not exist.
 * @throws PortalError `too_many`, and what the work throws
 */
export async function limitGuessing<T>(ctx: CallContext, work: () => Promise<T>): Promise<T> {
  const limits: AttemptLimit[] = [
    { name: 'avviso-sconosciuto:visitatore', who: ctx.visitor ?? '', times: 20, minutes: 15 },
    { name: 'avviso-sconosciuto:rete', who: networkOf(ctx.address), times: 100, minutes: 15 },
  ];
  await requireWithinLimits(ctx, limits);
  let isUnknown = false;
  try {
    return await work();
  } catch (error) {
    isUnknown = error instanceof PortalError && error.reason === 'PAGAMENTO_SCONOSCIUTO';
    throw error;
  } finally {
    if (!isUnknown) await giveBack(ctx, limits);
  }
}
