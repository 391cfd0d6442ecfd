/** Counts attempts and refuses them above a limit, so that codes cannot be guessed and forms cannot be flooded. */
import * as z from 'zod/mini';
import type { CallContext } from '../context.ts';
import type { StoreDb } from '../store/open.server.ts';
import { PortalError } from './errors.ts';
import { limitReached } from './monitoring/limit-log.server.ts';

/**
 * A limit: at most `times` within `minutes`. Counted in the store, so that all hosts count together, as an exact log of instants:
 * no burst is possible where two windows meet.
 */
export type AttemptLimit = { name: string; who: string; times: number; minutes: number };

/** The part of a call that counting needs; the outbox counts as well. */
export type CountingContext = Pick<CallContext, 'house' | 'db' | 'now'>;

/**
 * Counts one more use of each limit, or of none.
 * @param db the store or a transaction; parallel callers wait for each other on the row
 * @returns seconds to wait, 0 when all limits let it pass
 */
export async function countAttempts(
  ctx: CountingContext,
  limits: readonly AttemptLimit[],
  db: StoreDb = ctx.db,
): Promise<number> {
  if (db.isTransaction) return countIn(ctx, limits, db);
  return db.transaction().execute((tx) => countIn(ctx, limits, tx));
}

/** @throws PortalError `too_many` with the seconds to wait */
export async function requireWithinLimits(
  ctx: CountingContext,
  limits: readonly AttemptLimit[],
  db: StoreDb = ctx.db,
): Promise<void> {
  const wait = await countAttempts(ctx, limits, db);
  if (wait > 0) throw new PortalError('too_many', { retryAfter: wait });
}

/** Removes the count of this instant, for a use that failed. */
export async function giveBack(ctx: CountingContext, limits: readonly AttemptLimit[]): Promise<void> {
  await ctx.house.db.transaction().execute(async (tx) => {
    const held = await holdLimits(ctx, limits, tx);
    const left = held.map(({ limit, chiave, tempi }) => {
      const at = tempi.lastIndexOf(ctx.now);
      return { limit, chiave, tempi: at < 0 ? tempi : tempi.toSpliced(at, 1) };
    });
    await writeLimits(ctx, left, tx);
  });
}

/** Like `countAttempts`, but does not count: is this limit reached already? @returns seconds to wait or 0 */
export async function isLimitReached(ctx: CountingContext, limits: readonly AttemptLimit[]): Promise<number> {
  let wait = 0;
  for (const limit of limits) {
    const row = await ctx.db
      .selectFrom('limiti')
      .select('tempi_json')
      .where('chiave', '=', storedLimitKey(ctx, limit))
      .executeTakeFirst();
    wait = Math.max(wait, waitAndLog(ctx, limit, row ? parseTimes(row) : []));
  }
  return wait;
}

async function countIn(ctx: CountingContext, limits: readonly AttemptLimit[], db: StoreDb): Promise<number> {
  const held = await holdLimits(ctx, limits, db);
  const wait = Math.max(0, ...held.map(({ limit, tempi }) => waitAndLog(ctx, limit, tempi)));
  if (wait > 0) return wait;
  await writeLimits(
    ctx,
    held.map((row) => ({ ...row, tempi: [...row.tempi, ctx.now] })),
    db,
  );
  return 0;
}

type HeldLimit = { limit: AttemptLimit; chiave: string; tempi: number[] };

/** Reads the logs of the limits, their rows locked until the transaction ends. */
async function holdLimits(ctx: CountingContext, limits: readonly AttemptLimit[], db: StoreDb): Promise<HeldLimit[]> {
  // The keys are always locked in the same order, so that two calls that share limits cannot deadlock.
  const wanted = limits
    .map((limit) => ({ limit, chiave: storedLimitKey(ctx, limit) }))
    .sort((a, b) => (a.chiave < b.chiave ? -1 : 1));
  const rows = await db
    .insertInto('limiti')
    .values(wanted.map(({ chiave }) => ({ chiave, tempi_json: '[]', scade: ctx.now })))
    .onConflict((c) => c.column('chiave').doUpdateSet((e) => ({ chiave: e.ref('excluded.chiave') })))
    .returning(['chiave', 'tempi_json'])
    .execute();
  const logs = new Map(rows.map((row) => [row.chiave, parseTimes(row)]));
  return wanted.map((row) => ({ ...row, tempi: logs.get(row.chiave) ?? [] }));
}

const storedTimes = z.array(z.number());
const parseTimes = ({ tempi_json }: { tempi_json: string }): number[] => storedTimes.parse(JSON.parse(tempi_json));

/** Writes the logs back, without what is older than their windows. */
async function writeLimits(ctx: CountingContext, held: readonly HeldLimit[], db: StoreDb): Promise<void> {
  const rows = held.map(({ limit, chiave, tempi }) => {
    const window = limit.minutes * MINUTE_MS;
    const recent = tempi.filter((t) => t > ctx.now - window);
    return { chiave, tempi_json: JSON.stringify(recent), scade: ctx.now + window };
  });
  await db
    .insertInto('limiti')
    .values(rows)
    .onConflict((c) =>
      c
        .column('chiave')
        .doUpdateSet((e) => ({ tempi_json: e.ref('excluded.tempi_json'), scade: e.ref('excluded.scade') })),
    )
    .execute();
}

const MINUTE_MS = 60_000;

/** Like {@link waitFor}; a limit that refuses leaves a line in the log. */
function waitAndLog(ctx: CountingContext, limit: AttemptLimit, tempi: readonly number[]): number {
  const wait = waitFor(ctx, limit, tempi);
  if (wait > 0) limitReached(limit.name, ctx.now);
  return wait;
}

function waitFor(ctx: CountingContext, limit: AttemptLimit, tempi: readonly number[]): number {
  const window = limit.minutes * MINUTE_MS;
  const times = limit.times * ctx.house.settings.limitsFactor;
  const recent = tempi.filter((t) => t > ctx.now - window);
  if (recent.length < times) return 0;
  const oldest = recent[recent.length - times] as number;
  return Math.max(1, Math.ceil((oldest + window - ctx.now) / 1000));
}

/** Keys hold e-mails and addresses: only their HMAC is stored. */
function storedLimitKey(ctx: CountingContext, limit: AttemptLimit): string {
  return ctx.house.signer.sign('limit', `${limit.name}\0${limit.who}`);
}

/** One host of IPv4, one /64 network of IPv6: the addresses that a single subscriber has. */
export function networkOf(address: string): string {
  const v4 = /(?:^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (v4) return v4[1] as string;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = address.includes('::') ? tail.split(':').filter(Boolean) : [];
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((g) => g.replace(/^0+(?=.)/, ''))
    .join(':');
}
