/**
 * `npm test`: builds when needed, then runs the unit tests (vitest) and the browser tests (Playwright). `npm test -- unit …` and
 * `npm test -- browser …` run one of the two, with the words that follow. Ends with a line for each test that
 * failed, and one that sums what ran.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '../tests/chromium.ts';
import { summaryLine } from '../tests/summary-reporter.ts';
import { buildWhenStale } from './build.ts';
import { countResults } from './summary.ts';

const root = new URL('..', import.meta.url).pathname;
const [only, ...words] = process.argv.slice(2);
if (only && !['unit', 'browser'].includes(only)) {
  console.error('npm test -- [unit | browser] [words for vitest or Playwright]');
  process.exit(2);
}
const FAILURE_LINES = /^FAILED .*$/gm;
const built = buildWhenStale();
if (built !== 0) process.exit(built);

const total = { passed: 0, failed: 0 };
const failures: string[] = [];
let failed = false;
if (!only || only === 'unit') await run('vitest', ['run', ...words]);
if (only !== 'unit' && existsSync(join(root, 'playwright.config.ts'))) {
  await chromiumPath();
  if (words.length === 0) process.env.WHOLE_RUN = '1';
  await run('playwright', ['test', ...words]);
}
for (const line of failures) console.log(line);
console.log(summaryLine(total.passed, total.failed));
process.exit(failed || total.failed > 0 ? 1 : 0);

/**
 * Runs a tool with its output shown, and adds up its last line. A tool with a bad exit code and no failed test counts as one
 * failure.
 */
async function run(tool: string, args: string[]): Promise<void> {
  const child = spawn(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => child.kill(signal));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    said += chunk;
  });
  const [code] = await once(child, 'close');
  const { passed, failed: bad } = countResults(said, code === 0);
  failures.push(...(said.match(FAILURE_LINES) ?? []));
  total.passed += passed;
  total.failed += bad;
  failed ||= code !== 0;
}
