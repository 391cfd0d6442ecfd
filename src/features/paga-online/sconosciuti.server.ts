import type { Ctx } from '../../context.ts';
import { PortalError } from '../../platform/errors.ts';
import { demand, type Limit, network, reached } from '../../platform/limit.server.ts';

/**
 * Notice numbers are not to be guessed one after the other: each that does not exist counts, and after too many nothing is looked
 * up. One that exists costs no write.
 * @throws PortalError `too_many`, and what the work throws
 */
export async function senzaIndovinare<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const limiti: Limit[] = [
    { name: 'avviso-sconosciuto:visitatore', who: ctx.visitor ?? '', times: 20, minutes: 15 },
    { name: 'avviso-sconosciuto:rete', who: network(ctx.address), times: 100, minutes: 15 },
  ];
  const retryAfter = await reached(ctx, limiti);
  if (retryAfter > 0) throw new PortalError('too_many', { retryAfter });
  try {
    return await work();
  } catch (error) {
    if (error instanceof PortalError && error.reason === 'PAGAMENTO_SCONOSCIUTO') await demand(ctx, limiti);
    throw error;
  }
}
