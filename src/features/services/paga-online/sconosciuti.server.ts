/** Limits how many unknown avvisi a visitor or a network may look up, so that valid numbers cannot be found by trial. */
import type { Ctx } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { demand, giveBack, type Limit, network } from '../../../platform/limit.server.ts';

/**
 * Notice numbers are not to be guessed one after the other, nor all at once: each is counted before it is looked up, and given back
 * unless it does not exist.
 * @throws PortalError `too_many`, and what the work throws
 */
export async function senzaIndovinare<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const limiti: Limit[] = [
    { name: 'avviso-sconosciuto:visitatore', who: ctx.visitor ?? '', times: 20, minutes: 15 },
    { name: 'avviso-sconosciuto:rete', who: network(ctx.address), times: 100, minutes: 15 },
  ];
  await demand(ctx, limiti);
  let sconosciuto = false;
  try {
    return await work();
  } catch (error) {
    sconosciuto = error instanceof PortalError && error.reason === 'PAGAMENTO_SCONOSCIUTO';
    throw error;
  } finally {
    if (!sconosciuto) await giveBack(ctx, limiti);
  }
}
