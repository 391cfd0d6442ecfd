/**
 * `npm run bench -- lighthouse`: what Lighthouse finds on a telephone's processor and a slow mobile line, on the public pages and the
 * first step of every form. The package is no dependency: the run installs it into a folder of its own. BENCH_ONLY selects pages by
 * name, BENCH_TURNS says how often each is looked at.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { PAGE_BUDGETS } from '../../scripts/check/budgets.ts';
import { chromiumPath } from '../chromium.ts';
import { Citizen } from '../citizen.ts';
import { portal } from '../portal.ts';
import { startMailboxes } from '../smtp.ts';
import { figuresOf } from './figures.ts';
import { medianOf } from './measure.ts';
import { installOutside } from './outside.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '', 'i');
const TURNS = Number(process.env.BENCH_TURNS ?? 3);
const IS_WHOLE = !process.env.BENCH_ONLY && !process.env.BENCH_TURNS;
/** The public pages and the first steps, which arrive in the first flight, have it in the budgets. */
const FIRST_STEP_BYTES = 14_600;
/** A page that is not there is meant not to be found. */
const HIDDEN = ['not found'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const SCORE = 100;
/** What a page loses that asks not to be indexed: one person's step, the outcome of a search. Its score of SEO says nothing. */
const HIDDEN_PAGE = 'is-crawlable';
/** The main thread may not be kept busy for longer, in ms beyond the first 50 of each task. */
const MAX_BLOCKING_MS = 100;

type LighthouseReport = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
};
type LighthouseTurn = { scores: number[]; blocking: number; largest: number; shift: number; lost: string[] };

export async function benchLighthouse(): Promise<void> {
  const program = `${installOutside(LIGHTHOUSE)}/node_modules/lighthouse/cli/index.js`;
  const env = { ...process.env, CHROME_PATH: await chromiumPath() };
  const mails = await startMailboxes();
  const house = await portal({ SMTP_URL: mails.url });
  const figures = figuresOf('bench.md', 'lighthouse', IS_WHOLE);
  const faults: string[] = [];
  figures.tell(
    '| page | performance | accessibility | best practices | SEO | blocking ms | largest paint ms | shift |',
  );
  figures.tell('|---|---|---|---|---|---|---|---|');
  try {
    for (const { name, first, reach } of PAGE_BUDGETS) {
      if (first !== FIRST_STEP_BYTES || HIDDEN.includes(name) || !ONLY.test(name)) continue;
      const turns: LighthouseTurn[] = [];
      for (let n = 0; n < TURNS; n++) {
        const citizen = new Citizen(house.base);
        const path = await reach(citizen, mails);
        turns.push(await look(program, house.base + path, citizen.cookies, env));
      }
      const median = (of: (turn: LighthouseTurn) => number) => medianOf(turns.map(of));
      const scores = CATEGORIES.map((_, n) => median((turn) => turn.scores[n] ?? Number.NaN));
      const blocking = Math.round(median((turn) => turn.blocking));
      const rest = [blocking, Math.round(median((turn) => turn.largest)), median((turn) => turn.shift).toFixed(3)];
      figures.tell(`| ${[name.replaceAll('|', '/'), ...scores, ...rest].join(' | ')} |`);
      const lost = [...new Set(turns.flatMap((turn) => turn.lost))];
      const judged = scores.filter((_, n) => CATEGORIES[n] !== 'seo' || !lost.includes(HIDDEN_PAGE));
      if (judged.some((score) => score < SCORE)) faults.push(`${name}: ${scores.join(', ')} (${lost.join('; ')})`);
      if (blocking > MAX_BLOCKING_MS) faults.push(`${name}: blocks for ${blocking} ms`);
    }
    figures.write();
  } finally {
    await house.end();
    await mails.close();
  }
  if (faults.length > 0) {
    console.log(`\nSotto la meta:\n${faults.join('\n')}`);
    process.exitCode = 1;
  }
}

/** Lets Lighthouse load a page once. @param cookies of the visitor who has come as far as this page */
async function look(program: string, url: string, cookies: string, env: NodeJS.ProcessEnv): Promise<LighthouseTurn> {
  const options = [
    '--output=json',
    '--quiet',
    '--chrome-flags=--headless=new --no-sandbox',
    `--only-categories=${CATEGORIES.join(',')}`,
    ...(cookies ? [`--extra-headers=${JSON.stringify({ cookie: cookies })}`] : []),
  ];
  const child = spawn(process.execPath, [program, url, ...options], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [json, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`Lighthouse ended with code ${code} at ${url}`);
  const { categories, audits } = JSON.parse(json) as LighthouseReport;
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const lost = CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id);
  return {
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    blocking: figure('total-blocking-time'),
    largest: figure('largest-contentful-paint'),
    shift: figure('cumulative-layout-shift'),
    lost,
  };
}
