/**
 * `npm run audit`: visits every page in every state, keeps each as markup and pictures in `audit/`, has it judged, and writes the report
 * into `docs/audit`, its figures into README, and what the accessibility page says. Each kind of PDF is judged, too, as the journey `pdf`.
 * `npm run audit -- deleghe accesso` visits the states of these journeys alone, and writes no report; `npm run audit -- --report` visits
 * none, and writes the report again of the states that are kept. Fails where a judge has found something.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { CONFORMANCE } from '../tests/audit/conformance.ts';
import { type AuditFinding, type JudgedState, type JudgeName, judgedStateSchema } from '../tests/audit/findings.ts';
import { IBM_CRITERIA_FILE } from '../tests/audit/judge-state.ts';
import { manualChecks } from '../tests/audit/manual.ts';
import { hasJava, judgeByNu } from '../tests/audit/nu.ts';
import {
  conformanceReportPage,
  declarationOf,
  declarationText,
  earlOf,
  figuresOfReport,
  reportPage,
} from '../tests/audit/papers.ts';
import { composeReport, stateName } from '../tests/audit/report.ts';
import { readOtherOutcomes } from '../tests/others/runs.ts';
import { markdownTable, writePart } from './check/markdown.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'audit');
const papersFolder = join(root, 'docs/audit');
const args = process.argv.slice(2);
const isReportAlone = args.includes('--report');
const journeys = args.filter((word) => !word.startsWith('--'));
/** Which version a whole run has visited, and when: the report is of that, whenever it is written. */
const visitFile = join(folder, 'visit.json');
const visit = z.object({ date: z.string(), commit: z.string() });

const visited = isReportAlone || (await visitAll());
const states = readStates();
if (states.length === 0) {
  console.error('No state of a page is kept in audit/: npm run audit visits them.');
  process.exit(2);
}
const missingJudges: JudgeName[] = [];
if (hasJava()) await addNu(states);
else missingJudges.push('nu');
if (journeys.length === 0) await writePapers();
for (const state of states)
  for (const { judge, rule, element, words } of state.findings)
    console.log(`FAILED ${stateName(state)}: ${judge} ${rule} ${element}: ${words} (audit/${state.html})`);
const failing = states.filter(({ findings }) => findings.length > 0).length;
for (const judge of missingJudges)
  console.log(`${judge} did not run: it needs Java (apt install default-jre-headless).`);
console.log(`${states.length - failing} states without a finding, ${failing} with one`);
process.exit(visited && failing === 0 ? 0 : 1);

/** @returns whether all tests passed that reach the states */
async function visitAll(): Promise<boolean> {
  for (const journey of journeys.length > 0 ? journeys : [''])
    rmSync(join(folder, 'states', journey), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (journeys.length === 0) {
    const commit = spawnSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).stdout.trim();
    const begun: z.infer<typeof visit> = { date: new Date().toISOString().slice(0, 10), commit };
    writeFileSync(visitFile, JSON.stringify(begun));
  }
  const files = journeys.flatMap((journey) =>
    globSync(`tests/browser/${journey}.{both.,nojs.,}spec.ts`, { cwd: root }),
  );
  const parts = [
    // The pages, as a person reaches them.
    ...(journeys.length === 0 || files.length > 0 ? [['browser', ...files]] : []),
    ...(journeys.length === 0 || journeys.includes('pdf') ? [['unit', 'tests/pdfs.test.ts']] : []),
  ];
  let passed = true;
  for (const words of parts) passed = (await runTests(words)) && passed;
  return passed;
}

async function runTests(words: readonly string[]): Promise<boolean> {
  const tests = spawn(process.execPath, [join(root, 'scripts/test.ts'), ...words], {
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

/** Into `docs/audit`, README and the accessibility page. */
async function writePapers(): Promise<void> {
  const ibmFile = join(folder, IBM_CRITERIA_FILE);
  const { date, commit } = visit.parse(JSON.parse(readFileSync(visitFile, 'utf8')));
  const report = composeReport(states, {
    date,
    commit,
    manual: manualChecks.parse(JSON.parse(readFileSync(join(root, 'tests/audit/manual.json'), 'utf8'))),
    ibmCriteria: existsSync(ibmFile) ? z.array(z.string()).parse(JSON.parse(readFileSync(ibmFile, 'utf8'))) : [],
    missingJudges,
    others: readOtherOutcomes(folder),
  });
  rmSync(papersFolder, { recursive: true, force: true });
  mkdirSync(join(papersFolder, 'pictures'), { recursive: true });
  const write = (name: string, content: string) => writeFileSync(join(papersFolder, name), content);
  const json = (content: object) => `${JSON.stringify(content, undefined, 2)}\n`;
  const declaration = declarationOf(report);
  write('report.json', json(report));
  write('report.html', reportPage(report, await keepPictures()));
  write('vpat.html', conformanceReportPage(report));
  write('earl.jsonld', json(earlOf(report)));
  write('declaration.txt', declarationText(declaration));
  writeFileSync(join(root, 'src/ui/testi/audit.json'), json(declaration));
  writePart(join(root, 'README.md'), 'audit', markdownTable(['Audited', report.date], figuresOfReport(report)));
}

/** Keeps the pictures that lines of the model name. @returns each by the name of its state, as the report reaches it */
async function keepPictures(): Promise<Map<string, string>> {
  const named = new Set(CONFORMANCE.flatMap((line) => line.states));
  const kept = new Map<string, string>();
  for (const state of states) {
    const [picture] = state.pictures;
    if (!picture || !named.has(stateName(state))) continue;
    const path = `pictures/${state.journey}-${basename(picture, '.jpg')}.webp`;
    await sharp(join(folder, picture)).webp({ quality: 50 }).toFile(join(papersFolder, path));
    kept.set(stateName(state), path);
  }
  return kept;
}
