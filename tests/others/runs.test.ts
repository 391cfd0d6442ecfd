import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { reportPage } from '../audit/papers.ts';
import { composeReport } from '../audit/report.ts';
import { OTHER_RUNS, type OtherResult, otherResultFile, readOtherOutcomes } from './runs.ts';

test('the report shows what a program of others has found, and which did not run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'others-'));
  const findings = [{ of: 'ricevuta', words: 'una pagina <vuota>' }];
  const result: OtherResult = { program: 'qpdf', date: '2026-11-29', version: '11.3', judged: 24, findings };
  const file = otherResultFile(folder, 'pdf');
  mkdirSync(dirname(file));
  writeFileSync(file, JSON.stringify(result));
  const others = readOtherOutcomes(folder);
  rmSync(folder, { recursive: true });
  const about = { date: '2026-11-29', commit: 'x', manual: [], ibmCriteria: [], missingJudges: [], others };
  const page = reportPage(composeReport([], about), new Map());
  expect(page).toContain(`<td>11.3</td><td>${OTHER_RUNS.pdf.reads}</td><td>24</td><td>1</td><td>2026-11-29</td>`);
  expect(page).toContain('una pagina &lt;vuota&gt;');
  expect(page.match(/non eseguito qui/g)).toHaveLength(Object.keys(OTHER_RUNS).length - 1);
});
