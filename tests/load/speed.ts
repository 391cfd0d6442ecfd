/**
 * `npm run bench -- speed`: how fast the portal is for a person, in five parts, each of which is a command of its own: what Lighthouse
 * finds (lighthouse.ts), the bytes of each page (bytes.ts), the first paint on a slow line (slow-line.ts), the answer to a press on a slow
 * processor (presses.ts), and the processor time of the server beside a bare page (bare-astro.ts). BENCH_ONLY selects pages by name,
 * BENCH_TURNS says how often each is looked at; the tables in docs/bench.md are written of whole runs alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenStale } from '../../scripts/build.ts';
import { PAGE_BUDGETS, type PageBudget } from '../../scripts/check/budgets.ts';
import { Citizen } from '../citizen.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { type Figures, figuresOf } from './figures.ts';
import { type LoadServer, loadSettings, startPortal } from './servers.ts';

export const SPEED_PORT = Number(process.env.BENCH_PORT ?? 4390);
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '', 'i');
export const SPEED_TURNS = Number(process.env.BENCH_TURNS ?? 3);
const IS_WHOLE = !process.env.BENCH_ONLY && !process.env.BENCH_TURNS && !process.env.BENCH_SECONDS;

/** One page of each kind, by its name in the budgets: public ones, first and later steps of forms, and what needs a login. */
const PAGE_NAMES = [
  'home',
  '/servizi',
  'login',
  'report',
  'report, data',
  'pay',
  'pay, cart',
  'pay, outcome',
  'riesame, data',
  'appointment',
  'devices, list',
  'public reports',
  'public reports, map',
  'proof of service',
  'chat',
  'area',
  'area, positions',
  'area, documents',
  'profile',
  'delegations',
  'operators',
  'operators, one case',
];

export const SPEED_PAGES: readonly PageBudget[] = PAGE_NAMES.map((name) => {
  const page = PAGE_BUDGETS.find((budget) => budget.name === name);
  if (!page) throw new Error(`${name} has no budget`);
  return page;
});

/** The portal that is measured, and the mails that it sends. */
export type SpeedSite = { portal: LoadServer; mails: SmtpMailboxes };

/** What was measured of one thing. @property missed which goals, each with its figure; absent where the figures are only told */
export type SpeedRow = { cells: readonly (string | number)[]; missed?: readonly string[] };

/** A page as a visitor asks for it who has come as far. */
export type SpeedVisit = { path: string; cookies: string };

/** @returns a new visitor before a page */
export async function visitOf(page: Pick<PageBudget, 'reach'>, { portal, mails }: SpeedSite): Promise<SpeedVisit> {
  const citizen = new Citizen(portal.base);
  const path = await page.reach(citizen, mails);
  return { path, cookies: citizen.cookies };
}

/**
 * Measures things by their names, and writes a table of them into docs/bench.md, with the goals that were missed and how busy the machine
 * was. A missed goal fails the command.
 * @param part place in the document
 */
export async function measureRows<T extends { name: string }>(
  part: string,
  head: readonly string[],
  things: readonly T[],
  rowOf: (thing: T, site: SpeedSite) => Promise<SpeedRow>,
): Promise<void> {
  if (buildWhenStale() !== 0) throw new Error('the build fails');
  const figures = figuresOf('bench.md', part, IS_WHOLE);
  const missed: string[] = [];
  let judged = 0;
  const chosen = things.filter(({ name }) => ONLY.test(name));
  const before = loadavg()[0] ?? 0;
  await onSite(async (site) => {
    tellRow(figures, head);
    tellRow(
      figures,
      head.map(() => '---'),
    );
    for (const thing of chosen) {
      const row = await rowOf(thing, site);
      const name = thing.name.replaceAll('|', '/');
      const outcome = row.missed?.length ? 'MISSED' : 'met';
      tellRow(figures, [name, ...row.cells, ...(row.missed ? [outcome] : [])]);
      if (row.missed) judged += 1;
      missed.push(...(row.missed ?? []).map((what) => `${name}: ${what}`));
    }
  });
  const load = [before, loadavg()[0] ?? 0].map((n) => n.toFixed(1)).join(' before and ');
  figures.tell(`\nLoad of the machine (${availableParallelism()} cores): ${load} after.`);
  if (judged > 0 && missed.length === 0) figures.tell('All goals are met.');
  for (const what of missed) figures.tell(`\nMISSED: ${what}.`);
  figures.write();
  if (missed.length > 0) process.exitCode = 1;
}

const tellRow = (figures: Figures, cells: readonly (string | number)[]) => figures.tell(`| ${cells.join(' | ')} |`);

/** As it ships, with the sandbox's people and without limits. */
async function onSite(work: (site: SpeedSite) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portale-speed-'));
  const mails = await startMailboxes();
  const portal = await startPortal({ ...loadSettings(SPEED_PORT, { dataDir }), SMTP_URL: mails.url });
  try {
    await work({ portal, mails });
  } finally {
    await portal.stop();
    await mails.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
