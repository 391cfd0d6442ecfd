/**
 * `npm run bench -- lighthouse`: what Lighthouse finds on a telephone's processor and a slow mobile line, on the pages of speed.ts. The
 * package is no dependency: the run installs it into a folder of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { FIRST_STEP_BYTES, type PageBudget } from '../../scripts/check/budgets.ts';
import { chromiumPath } from '../chromium.ts';
import { medianOf } from './measure.ts';
import { installOutside } from './outside.ts';
import { measureRows, SPEED_PAGES, SPEED_TURNS, type SpeedRow, type SpeedSite, visitOf } from './speed.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const HEAD = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'blocking ms',
  'largest paint ms',
  'shift',
  'goal',
];
/** The least score of public pages and first steps, which arrive in the first flight, and of all others. */
const FIRST_SCORE = 100;
const LATER_SCORE = 98;
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
  await measureRows('lighthouse', HEAD, SPEED_PAGES, async (page, site) => {
    const turns: LighthouseTurn[] = [];
    for (let n = 0; n < SPEED_TURNS; n++) turns.push(await look(program, page, site, env));
    return rowOf(page, turns);
  });
}

function rowOf(page: PageBudget, turns: readonly LighthouseTurn[]): SpeedRow {
  const median = (of: (turn: LighthouseTurn) => number) => medianOf(turns.map(of));
  const scores = CATEGORIES.map((_, n) => median((turn) => turn.scores[n] ?? Number.NaN));
  const blocking = Math.round(median((turn) => turn.blocking));
  const lost = [...new Set(turns.flatMap((turn) => turn.lost))];
  const least = page.first === FIRST_STEP_BYTES ? FIRST_SCORE : LATER_SCORE;
  const judged = scores.filter((_, n) => CATEGORIES[n] !== 'seo' || !lost.includes(HIDDEN_PAGE));
  return {
    cells: [...scores, blocking, Math.round(median((turn) => turn.largest)), median((turn) => turn.shift).toFixed(3)],
    missed: [
      ...(judged.some((score) => !(score >= least))
        ? [`${scores.join(', ')} instead of ${least} (${lost.join('; ')})`]
        : []),
      ...(blocking > MAX_BLOCKING_MS ? [`blocks for ${blocking} ms, ${MAX_BLOCKING_MS} allowed`] : []),
    ],
  };
}

/** Lets Lighthouse load a page once, as a new visitor who has come as far. */
async function look(
  program: string,
  page: PageBudget,
  site: SpeedSite,
  env: NodeJS.ProcessEnv,
): Promise<LighthouseTurn> {
  const { path, cookies } = await visitOf(page, site);
  const url = site.portal.base + path;
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
