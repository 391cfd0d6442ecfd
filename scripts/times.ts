/**
 * `npm run test:times`: does in a fresh clone of the last commit what `.ci/run` does, one phase after the other, and writes into
 * docs/test-times.md where the time goes. Every test stands in the file that it names at its end.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { figuresOf } from '../tests/load/figures.ts';
import { type CoreTimes, coreTimes } from '../tests/processor.ts';
import type { TestTime } from '../tests/test-times.ts';
import { markdownTable } from './check/markdown.ts';

const root = new URL('..', import.meta.url).pathname;
const place = mkdtempSync(join(tmpdir(), 'portale-tempi-'));
// PostgreSQL, which root starts as another user, has its program in it.
chmodSync(place, 0o755);
const clone = join(place, 'clone');
const timesFile = join(place, 'times.jsonl');
/** Files and tests that are shown. */
const SHOWN = 25;
const SAMPLE_MS = 100;

type Phase = { name: string; ms: number; processor: number; idle: number; output: string; code: number };

const git = spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
if (git.status !== 0) process.exit(git.status ?? 1);
const phases = [
  await timed('packages (npm ci)', ['ci']),
  await timed('build', ['run', 'build', '--silent']),
  await timed('checks', ['run', 'check', '--silent']),
  await timed('units', ['test', '--silent', '--', 'unit']),
  await timed('browser', ['test', '--silent', '--', 'browser']),
];
const times = existsSync(timesFile)
  ? readFileSync(timesFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as TestTime)
  : [];
rmSync(clone, { recursive: true });

const figures = figuresOf('test-times.md', 'times', true);
tellPhases();
tellChecks();
for (const suite of ['unit', 'browser'] as const) tellSuite(suite);
const failed = phases.filter(({ code }) => code !== 0);
for (const { name, output } of failed) console.error(`${name} failed:\n${output.slice(-4000)}`);
if (failed.length === 0) figures.write();
console.log(`Every test: ${timesFile}`);
process.exit(failed.length > 0 ? 1 : 0);

/** Runs npm in the clone, and looks at the cores meanwhile. */
async function timed(name: string, words: readonly string[]): Promise<Phase> {
  console.log(`${name}…`);
  const child = spawn('npm', words, {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TIMES_FILE: timesFile },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const began = { at: performance.now(), cores: coreTimes() };
  let idle = 0;
  let last = began.cores;
  const look = setInterval(() => {
    const now = coreTimes();
    idle += Math.min(...now.map((core, i) => core.idle - (last[i]?.idle ?? 0)));
    last = now;
  }, SAMPLE_MS);
  const [code] = await once(child, 'close');
  clearInterval(look);
  const processor = busyOf(coreTimes()) - busyOf(began.cores);
  return { name, ms: performance.now() - began.at, processor, idle, output, code: Number(code) };
}

function busyOf(cores: CoreTimes): number {
  return cores.reduce((sum, { busy }) => sum + busy, 0);
}

function tellPhases(): void {
  figures.tell(`On ${cpus().length} cores, in a fresh clone. *Idle*: no core had anything to do.\n`);
  figures.tell(
    markdownTable(
      ['Phase', 'Time', 'Processor', 'Idle'],
      [...phases, whole()].map(({ name, ms, processor, idle }) => [
        name,
        seconds(ms),
        seconds(processor),
        seconds(idle),
      ]),
    ),
  );
}

function whole(): Phase {
  const sum = (what: 'ms' | 'processor' | 'idle') => phases.reduce((all, phase) => all + phase[what], 0);
  return { name: 'all', ms: sum('ms'), processor: sum('processor'), idle: sum('idle'), output: '', code: 0 };
}

/** `npm run check` says of each part how long it took; parts of one step run side by side. */
function tellChecks(): void {
  const said = phases.find(({ name }) => name === 'checks')?.output ?? '';
  const parts = [...said.matchAll(/^(?:ok {2}|FAIL) (\w+): .*\((\d+\.\d) s\)$/gm)];
  figures.tell(`## Checks\n`);
  figures.tell(
    markdownTable(
      ['Part', 'Time'],
      parts.map(([, name = '', time = '']) => [name, `${time} s`]),
    ),
  );
}

function tellSuite(suite: TestTime['suite']): void {
  const own = times.filter((time) => time.suite === suite);
  const tests = own.filter(({ title }) => title !== undefined);
  figures.tell(`## ${suite === 'unit' ? 'Units' : 'Browser'}\n`);
  figures.tell(
    `${tests.length} tests in ${new Set(own.map(({ file }) => file)).size} files: ${groupsOf(suite, tests)}. The longest files; the processor's ` +
      'time is that of the processes of their worker, without PostgreSQL.\n',
  );
  figures.tell(
    markdownTable(
      ['File', 'Tests', 'Time', ...(suite === 'unit' ? ['of it on SQLite', 'of it on PostgreSQL'] : []), 'Processor'],
      [...Map.groupBy(own, ({ file }) => file)]
        .map(([file, of]) => ({ file, of, ms: sumOf(of) }))
        .sort((a, b) => b.ms - a.ms)
        .slice(0, SHOWN)
        .map(({ file, of, ms }) => [
          `\`${file}\``,
          String(of.filter(({ title }) => title !== undefined).length),
          seconds(ms),
          ...(suite === 'unit'
            ? (['sqlite', 'postgres'] as const).map((engine) => seconds(sumOf(of.filter((t) => t.engine === engine))))
            : []),
          seconds(of.reduce((sum, { processor = 0 }) => sum + processor, 0)),
        ]),
    ),
  );
  figures.tell('The longest tests:\n');
  figures.tell(
    markdownTable(
      ['Test', 'File', 'Time'],
      tests
        .sort((a, b) => b.ms - a.ms)
        .slice(0, SHOWN)
        .map(({ file, title = '', project, ms }) => [
          project ? `${title} (${project})` : title,
          `\`${file}\``,
          seconds(ms),
        ]),
    ),
  );
}

/** What the engines, or the projects, take of a suite. */
function groupsOf(suite: TestTime['suite'], tests: readonly TestTime[]): string {
  const groups = Map.groupBy(tests, (time) => (suite === 'unit' ? (time.engine ?? 'no store') : (time.project ?? '')));
  return [...groups].map(([name, of]) => `${name} ${of.length} tests in ${seconds(sumOf(of))}`).join(', ');
}

function sumOf(times: readonly TestTime[]): number {
  return times.reduce((sum, { ms }) => sum + ms, 0);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
