/**
 * `npm run test:others`: has the portal judged by programs of others, which it installs outside of the project; `npm run test:others --
 * pdf lynx` by these alone. Each leaves its result in `audit/others/`, where the report of `npm run audit` finds it. Fails where one has
 * found something, or could not run.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OTHER_NAMES, OTHER_RUNS, type OtherName, type OtherResult, otherResultFile } from '../tests/others/runs.ts';
import { buildWhenStale } from './build.ts';

const folder = join(fileURLToPath(new URL('..', import.meta.url)), 'audit');
const asked = process.argv.slice(2);
const isName = (word: string): word is OtherName => Object.hasOwn(OTHER_RUNS, word);
const names = asked.length > 0 ? asked.filter(isName) : OTHER_NAMES;
if (names.length < asked.length) {
  console.error(`npm run test:others -- [${OTHER_NAMES.join(' | ')}]`);
  process.exit(2);
}
const built = buildWhenStale();
if (built !== 0) process.exit(built);

let good = 0;
for (const name of names) if (await runOne(name)) good += 1;
console.log(`${good} passed, ${names.length - good} failed`);
process.exit(good === names.length ? 0 : 1);

/** @returns whether it ran and found nothing */
async function runOne(name: OtherName): Promise<boolean> {
  const file = otherResultFile(folder, name);
  rmSync(file, { force: true });
  try {
    const { program, load } = OTHER_RUNS[name];
    const judgePortal = await load();
    const judged = await judgePortal();
    const result: OtherResult = { program, date: new Date().toISOString().slice(0, 10), ...judged };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`);
    for (const { of, words } of result.findings) console.log(`FAILED ${name}: ${of}: ${words}`);
    console.log(`${name}: ${program} ${result.version}: ${result.judged} judged, ${result.findings.length} findings`);
    return result.findings.length === 0;
  } catch (cause) {
    console.log(`FAILED ${name} did not run: ${cause instanceof Error ? cause.stack : cause}`);
    return false;
  }
}
