/**
 * Two stores of one engine, of which one holds a hundredth of the other, each behind a portal of its own. They are asked in turns,
 * so that whatever else the machine does slows both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type FillOrder, fillStore } from '../../scripts/data/fill/store.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { startPostgres } from '../postgres-server.ts';
import { medianOf } from './measure.ts';
import { LOAD_SECRET, type LoadPlace, type LoadServer, loadSettings, startPortal } from './servers.ts';

const PORT = Number(process.env.BENCH_PORT ?? 4390);
/** Where a bare server can listen beside the two portals. */
export const BARE_PORT = PORT + 2;
export const PAIR_ENGINES = process.env.BENCH_ENGINE ? [process.env.BENCH_ENGINE] : ['sqlite', 'postgres'];
/** Calls of which the median counts. */
const CALLS = 41;
/** A store that is being filled may take as long as it needs, in seconds. */
const FILL_TIMEOUT = 3600;

/** One of the two. @property made by `prepare` @property size of the store, in words */
export type PairSide<T> = { portal: LoadServer; env: NodeJS.ProcessEnv; place: LoadPlace; made: T; size: string };
export type PairSides<T> = { few: PairSide<T>; many: PairSide<T> };

/** How much the two hold, and what else is written into each. */
type PairOrder<T> = {
  engine: string;
  few: Pick<FillOrder, 'enti' | 'pratiche' | 'posizioni'>;
  many: Pick<FillOrder, 'enti' | 'pratiche' | 'posizioni'>;
  /** Before the store is filled. @returns who has cases of the large ente, and what the measurements need */
  prepare(store: PortalStore): Promise<{ persona?: string; made: T }>;
};

/** Names of what is measured, with the call that does it once. */
export type PairCalls = Map<string, () => Promise<unknown>>;

export async function withPair<T>(order: PairOrder<T>, work: (sides: PairSides<T>) => Promise<void>): Promise<void> {
  const database = order.engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  const open: PairSide<T>[] = [];
  const begin = async (size: 'few' | 'many', port: number): Promise<PairSide<T>> => {
    const databaseUrl = await database?.database(size);
    const dataDir = mkdtempSync(join(tmpdir(), 'portale-bench-'));
    const side = await openSide({ dataDir, databaseUrl }, { ...order, ...order[size] }, port);
    open.push(side);
    return side;
  };
  try {
    await work({ few: await begin('few', PORT), many: await begin('many', PORT + 1) });
  } finally {
    for (const { portal, place } of open) {
      await portal.stop();
      rmSync(place.dataDir, { recursive: true, force: true });
    }
    await database?.stop();
  }
}

async function openSide<T>(
  place: LoadPlace,
  order: PairOrder<T> & PairOrder<T>['few'],
  port: number,
): Promise<PairSide<T>> {
  const env = loadSettings(port, place);
  // The first start imports the demo data.
  await (await startPortal(env)).stop();
  const store = await openStore({ ...place, databaseTimeout: FILL_TIMEOUT });
  const { persona, made } = await order.prepare(store);
  const began = performance.now();
  const { enti, pratiche, posizioni } = order;
  await fillStore(store, {
    enti,
    pratiche,
    posizioni,
    persona,
    now: Date.now(),
    signer: createSigner([LOAD_SECRET]),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const size = `${order.engine}: ${pratiche} cases and ${posizioni} positions in ${((await bytesOf(store)) / 1e9).toFixed(2)} GB, written in ${seconds} s`;
  await store.close();
  console.log(size);
  return { portal: await startPortal(env), env, place, made, size };
}

async function bytesOf({ db, dialect }: PortalStore): Promise<number> {
  const { rows } = await (dialect === 'postgres'
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  ).execute(db);
  return Number(rows[0]?.bytes);
}

/** The medians of one call, in ms. */
export type PairCost = { name: string; few: number; many: number; ratio: number };

/** @param few, many times in ms */
export function costOf(name: string, few: readonly number[], many: readonly number[]): PairCost {
  const [fewMs, manyMs] = [medianOf(few), medianOf(many)];
  return { name, few: fewMs, many: manyMs, ratio: manyMs / fewMs };
}

/** Measures what both have, in turns. */
export async function comparePair({ few, many }: { few: PairCalls; many: PairCalls }): Promise<PairCost[]> {
  const costs: PairCost[] = [];
  for (const [name, ofMany] of many) {
    const ofFew = few.get(name);
    if (!ofFew) continue;
    const times: [number[], number[]] = [[], []];
    for (let n = 0; n <= CALLS; n++)
      for (const [side, call] of [ofFew, ofMany].entries()) {
        const began = performance.now();
        await call();
        // The first call warms up.
        if (n > 0) times[side]?.push(performance.now() - began);
      }
    costs.push(costOf(name, times[0], times[1]));
  }
  return costs;
}

const costRow = ({ name, few, many, ratio }: PairCost): string =>
  `| ${name} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${ratio.toFixed(2)} |`;

/**
 * Prints all rows.
 * @returns for the document: those above the goal as a Markdown table, the dearest first, and all others in one line
 */
export function costTable(
  costs: readonly PairCost[],
  [few, many]: readonly [few: string, many: string],
  goal: number,
): string {
  for (const cost of costs) console.log(costRow(cost));
  const dearest = costs.filter(({ ratio }) => ratio > goal).sort((a, b) => b.ratio - a.ratio);
  const others = costs.filter(({ ratio }) => ratio <= goal).map(({ ratio }) => ratio);
  const span = `${Math.min(...others).toFixed(2)} to ${Math.max(...others).toFixed(2)}`;
  return [
    `| | ${few}, ms | ${many}, ms | ratio |\n|---|---|---|---|`,
    ...dearest.map(costRow),
    `| ${others.length} others | | | ${span}, median ${medianOf(others).toFixed(2)} |`,
  ].join('\n');
}
