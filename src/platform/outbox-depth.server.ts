/** How much waits in the outbox and for how long, for the figures that an operator of the portal watches. */
import type { PortalHouse } from '../context.ts';
import { MAIL_AWAY } from './mail/message.ts';
import type { OutboxDepth } from './monitoring/metrics.ts';
import { OUTBOX_LANES, type OutboxLane } from './outbox-kind.ts';
import { NEVER_AGAIN } from './outbox-retry.server.ts';

/** Retries of these are late: anything else that is for later has its own time. */
const LATE_ERRORS = ['send_failed', 'failed', MAIL_AWAY];

/** How much waits in each lane, for all hosts together. */
export async function readOutboxDepth({
  db,
  now,
}: Pick<PortalHouse, 'db' | 'now'>): Promise<ReadonlyMap<OutboxLane, OutboxDepth>> {
  const at = now();
  const rows = await db
    .selectFrom('posta_in_uscita')
    .select(({ fn }) => [
      'corsia',
      fn.countAll<number>().filterWhere('da_inviare', '<=', at).as('due'),
      fn.countAll<number>().filterWhere('da_inviare', '>', at).filterWhere('da_inviare', '<', NEVER_AGAIN).as('later'),
      fn.countAll<number>().filterWhere('da_inviare', '=', NEVER_AGAIN).as('given_up'),
      fn.min('da_inviare').filterWhere('da_inviare', '<=', at).as('due_since'),
      fn
        .min('creata')
        .filterWhere('da_inviare', '<', NEVER_AGAIN)
        .filterWhere('errore', 'in', LATE_ERRORS)
        .as('late_since'),
    ])
    .where('inviata', 'is', null)
    .groupBy('corsia')
    .execute();
  const depthOf = (lane: OutboxLane) => {
    const row = rows.find(({ corsia }) => corsia === lane);
    const since = Math.min(Number(row?.due_since ?? at), Number(row?.late_since ?? at));
    return {
      due: Number(row?.due ?? 0),
      later: Number(row?.later ?? 0),
      given_up: Number(row?.given_up ?? 0),
      oldest_s: Math.max(0, at - since) / 1000,
    };
  };
  return new Map(OUTBOX_LANES.map((lane) => [lane, depthOf(lane)]));
}
