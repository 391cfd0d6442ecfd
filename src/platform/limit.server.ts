/** Counts attempts and refuses them above a limit, so that codes cannot be guessed and forms cannot be flooded. */
import * as z from 'zod/mini';
import type { CallContext } from '../context.ts';
import type { StoreDb } from '../store/tables.ts';
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
  const keyed = keysOf(ctx, limits);
  const reached = db.isTransaction
    ? await countIn(ctx, keyed, db)
    : await inLine(linesOf(db), keyed, () => countWhereLeft(ctx, keyed, db));
  return waitAndLog(ctx, reached);
}

type KeyedLimit = { limit: AttemptLimit; chiave: string };
type ReachedLimit = KeyedLimit & { wait: number };

/** In the same order for every call, so that two that share limits cannot wait for each other. */
const keysOf = (ctx: CountingContext, limits: readonly AttemptLimit[]): KeyedLimit[] =>
  limits.map((limit) => ({ limit, chiave: storedLimitKey(ctx, limit) })).sort((a, b) => (a.chiave < b.chiave ? -1 : 1));

/** Calls that count on one row. @property refused those that joined before this one are refused, and told to wait so long */
type LimitLine = { last: Promise<void>; joined: number; left: number; refused: number; wait: number };

const allLines = new WeakMap<StoreDb, Map<string, LimitLine>>();

function linesOf(db: StoreDb): Map<string, LimitLine> {
  const lines = allLines.get(db) ?? new Map<string, LimitLine>();
  allLines.set(db, lines);
  return lines;
}

/**
 * Calls that count on the same row wait for each other here, where they hold no connection. Once the limit is reached all who wait at that
 * moment are told so, without another look at the store.
 */
async function inLine(
  lines: Map<string, LimitLine>,
  [first, ...others]: readonly KeyedLimit[],
  count: () => Promise<ReachedLimit[]>,
): Promise<ReachedLimit[]> {
  if (!first) return count();
  const line = lines.get(first.chiave) ?? { last: Promise.resolve(), joined: 0, left: 0, refused: 0, wait: 0 };
  lines.set(first.chiave, line);
  const before = line.last;
  const place = line.joined++;
  const { promise, resolve: leave } = Promise.withResolvers<void>();
  line.last = promise;
  await before;
  try {
    if (place < line.refused) return [{ ...first, wait: line.wait }];
    const reached = await inLine(lines, others, count);
    const own = reached.find(({ chiave }) => chiave === first.chiave);
    if (own) Object.assign(line, { refused: line.joined, wait: own.wait });
    return reached;
  } finally {
    leave();
    line.left += 1;
    if (line.left === line.joined) lines.delete(first.chiave);
  }
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
    const held = await holdLimits(ctx, keysOf(ctx, limits), tx);
    const left = held.map(({ limit, chiave, tempi }) => {
      const at = tempi.lastIndexOf(ctx.now);
      return { limit, chiave, tempi: at < 0 ? tempi : tempi.toSpliced(at, 1) };
    });
    await writeLimits(ctx, left, tx);
  });
}

/** Like `countAttempts`, but does not count: is this limit reached already? @returns seconds to wait or 0 */
export async function isLimitReached(ctx: CountingContext, limits: readonly AttemptLimit[]): Promise<number> {
  return waitAndLog(ctx, await readReached(ctx, keysOf(ctx, limits), ctx.db));
}

/** Every limit that refuses leaves a line in the log. @returns seconds to wait, 0 where none is reached */
function waitAndLog(ctx: CountingContext, reached: readonly ReachedLimit[]): number {
  for (const { limit } of reached) limitReached(limit.name, ctx.now);
  return Math.max(0, ...reached.map(({ wait }) => wait));
}

/** A refusal writes nothing: who goes on asking beyond a limit costs one read. */
async function countWhereLeft(
  ctx: CountingContext,
  limits: readonly KeyedLimit[],
  db: StoreDb,
): Promise<ReachedLimit[]> {
  const reached = await readReached(ctx, limits, db);
  return reached.length > 0 ? reached : db.transaction().execute((tx) => countIn(ctx, limits, tx));
}

async function readReached(ctx: CountingContext, limits: readonly KeyedLimit[], db: StoreDb): Promise<ReachedLimit[]> {
  const keys = limits.map(({ chiave }) => chiave);
  const rows = await db.selectFrom('limiti').select(['chiave', 'tempi_json']).where('chiave', 'in', keys).execute();
  return reachedOf(ctx, withTimes(limits, rows));
}

const withTimes = (
  limits: readonly KeyedLimit[],
  rows: readonly { chiave: string; tempi_json: string }[],
): HeldLimit[] => {
  const logs = new Map(rows.map((row) => [row.chiave, parseTimes(row)]));
  return limits.map((row) => ({ ...row, tempi: logs.get(row.chiave) ?? [] }));
};

const reachedOf = (ctx: CountingContext, held: readonly HeldLimit[]): ReachedLimit[] =>
  held
    .map(({ limit, chiave, tempi }) => ({ limit, chiave, wait: waitFor(ctx, limit, tempi) }))
    .filter(({ wait }) => wait > 0);

/** @returns the limits that are reached; none when this use was counted */
async function countIn(ctx: CountingContext, limits: readonly KeyedLimit[], db: StoreDb): Promise<ReachedLimit[]> {
  const held = await holdLimits(ctx, limits, db);
  const reached = reachedOf(ctx, held);
  if (reached.length > 0) return reached;
  await writeLimits(
    ctx,
    held.map((row) => ({ ...row, tempi: [...row.tempi, ctx.now] })),
    db,
  );
  return [];
}

type HeldLimit = KeyedLimit & { tempi: number[] };

/** Reads the logs of the limits, their rows locked until the transaction ends. */
async function holdLimits(ctx: CountingContext, wanted: readonly KeyedLimit[], db: StoreDb): Promise<HeldLimit[]> {
  const rows = await db
    .insertInto('limiti')
    .values(wanted.map(({ chiave }) => ({ chiave, tempi_json: '[]', scade: ctx.now })))
    .onConflict((c) => c.column('chiave').doUpdateSet((e) => ({ chiave: e.ref('excluded.chiave') })))
    .returning(['chiave', 'tempi_json'])
    .execute();
  return withTimes(wanted, rows);
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
