/**
 * `npm run audit`: visits every page in every state, keeps each as markup and pictures in `audit/`, has it judged, and writes the report
 * beside them. `npm run audit -- deleghe accesso` visits the states of these journeys alone, and writes no report. Fails where a judge
 * has found something.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { type AuditFinding, type JudgedState, type JudgeName, judgedStateSchema } from '../tests/audit/findings.ts';
import { IBM_CRITERIA_FILE } from '../tests/audit/judge-state.ts';
import { manualChecks } from '../tests/audit/manual.ts';
import { hasJava, judgeByNu } from '../tests/audit/nu.ts';
import { conformanceReportPage, declarationOf, earlOf, reportPage } from '../tests/audit/papers.ts';
import { composeReport, stateName } from '../tests/audit/report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'audit');
const journeys = process.argv.slice(2);

const visited = await visitStates();
const states = readStates();
const missingJudges: JudgeName[] = [];
if (hasJava()) await addNu(states);
else missingJudges.push('nu');
if (journeys.length === 0) writePapers();
for (const state of states)
  for (const { judge, rule, element, words } of state.findings)
    console.log(`FAILED ${stateName(state)}: ${judge} ${rule} ${element}: ${words} (audit/${state.html})`);
const failing = states.filter(({ findings }) => findings.length > 0).length;
for (const judge of missingJudges)
  console.log(`${judge} did not run: it needs Java (apt install default-jre-headless).`);
console.log(`${states.length - failing} states without a finding, ${failing} with one`);
process.exit(visited && failing === 0 ? 0 : 1);

/** By the browser tests, which reach each state as a person does. @returns whether all of them passed */
async function visitStates(): Promise<boolean> {
  for (const journey of journeys.length > 0 ? journeys : [''])
    rmSync(join(folder, 'states', journey), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = journeys.flatMap((journey) =>
    globSync(`tests/browser/${journey}.{both.,nojs.,}spec.ts`, { cwd: root }),
  );
  const tests = spawn(process.execPath, [join(root, 'scripts/test.ts'), 'browser', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, AUDIT_FOLDER: folder },
  });
  const [code] = await once(tests, 'exit');
  return code === 0;
}

function readStates(): JudgedState[] {
  const wanted = journeys.length > 0 ? `{${journeys.join(',')},}` : '*';
  return globSync(`states/${wanted}/*.json`, { cwd: folder })
    .toSorted()
    .map((file) => judgedStateSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
}

async function addNu(all: JudgedState[]): Promise<void> {
  const byFile = new Map(all.map((state) => [join(folder, state.html), state.findings]));
  for (const { url, message, extract = '' } of await judgeByNu(join(folder, 'states'))) {
    const finding: AuditFinding = { judge: 'nu', rule: 'html', criteria: ['4.1.2'], element: extract, words: message };
    byFile.get(fileURLToPath(url))?.push(finding);
  }
}

function writePapers(): void {
  const ibmFile = join(folder, IBM_CRITERIA_FILE);
  const report = composeReport(states, {
    date: new Date().toISOString().slice(0, 10),
    commit: spawnSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).stdout.trim(),
    manual: manualChecks.parse(JSON.parse(readFileSync(join(root, 'tests/audit/manual.json'), 'utf8'))),
    ibmCriteria: existsSync(ibmFile) ? z.array(z.string()).parse(JSON.parse(readFileSync(ibmFile, 'utf8'))) : [],
    missingJudges,
  });
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  const json = (content: object) => `${JSON.stringify(content, undefined, 2)}\n`;
  write('report.json', json(report));
  write('report.html', reportPage(report, new Map(states.map((state) => [stateName(state), state.pictures[0] ?? '']))));
  write('vpat.html', conformanceReportPage(report));
  write('earl.jsonld', json(earlOf(report)));
  write('declaration.json', json(declarationOf(report)));
}
