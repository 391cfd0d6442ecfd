import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allStates } from '../browser/states.ts';
import { CONFORMANCE } from './conformance.ts';
import { CRITERIA } from './criteria.ts';
import type { JudgedState } from './findings.ts';
import { type ManualCheck, manualChecks } from './manual.ts';
import { declarationOf, declarationText } from './papers.ts';
import { readingEaseOf } from './reading-ease.ts';
import { composeReport } from './report.ts';

test('each line names states that are visited, and tests that exist', () => {
  const visited = new Set(allStates());
  expect(CONFORMANCE.flatMap(({ states }) => states).filter((state) => !visited.has(state))).toEqual([]);
  const root = join(import.meta.dirname, '../..');
  const tests = [...CONFORMANCE.flatMap((line) => line.tests), ...CRITERIA.flatMap((one) => one.tests ?? [])];
  expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('what people have looked at belongs to a criterion, and what is missing says why and until when', async () => {
  const { default: written } = await import('./manual.json', { with: { type: 'json' } });
  const checks = manualChecks.parse(written);
  const ids = new Set(CRITERIA.map(({ id }) => id));
  expect(checks.filter(({ criterion }) => !ids.has(criterion))).toEqual([]);
  expect(checks.filter(({ outcome, missing }) => /^(partly|not)$/.test(outcome) !== (missing !== undefined))).toEqual(
    [],
  );
});

test('a finding makes a criterion met in part, and the declaration counts what is met and tells what is missing', () => {
  const state: JudgedState = {
    journey: 'area',
    state: 'documents',
    way: 'scripts',
    url: '/area-riservata',
    title: 'Area riservata',
    html: 'states/area/documents-scripts.html',
    pictures: [],
    reading: 62,
    stops: [],
    findings: [
      { judge: 'text', rule: 'sideways', criteria: ['1.4.4'], element: 'th', words: 'The page is 1321 px wide.' },
    ],
  };
  const manual: ManualCheck = {
    criterion: '1.1.1',
    date: '2026-11-29',
    done: 'Read where pictures get their text.',
    outcome: 'partly',
    missing: {
      ground: 'onere sproporzionato',
      what: 'Le foto non si descrivono.',
      why: 'Sono di altri.',
      until: 'Mai.',
    },
  };
  const about = { date: '2026-11-29', commit: 'abc1234', ibmCriteria: [], missingJudges: [], others: [] };
  const report = composeReport([state], { ...about, manual: [manual] });
  const outcomes = new Map(report.criteria.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes.get('1.4.4')).toBe('partly');
  expect(outcomes.get('1.1.1')).toBe('partly');
  expect(outcomes.get('1.4.10')).toBe('supports');
  expect(report.unvisited).toContain('/segnalazione');
  expect(report.unvisited).not.toContain('/area-riservata');
  const declaration = declarationOf(report);
  expect(declaration.criteria.met).toBeLessThan(declaration.criteria.applicable);
  expect(declaration.missing).toEqual([{ ...manual.missing, clause: '9.1.1.1' }]);
  expect(declarationText(declaration)).toMatch(/parzialmente conforme[\s\S]*Le foto non si descrivono\.\n {2}Motivo/);
});

test('the index of a plain text is high, that of an office’s old prose low, and a few words have none', () => {
  const plain =
    'Paga entro il 30. Se hai già pagato, non devi fare altro. Ti mandiamo la ricevuta per e-mail. La trovi anche qui sotto.';
  const heavy =
    'Il contribuente che intenda avvalersi della facoltà di rateizzazione disciplinata dal vigente regolamento comunale presenta istanza debitamente sottoscritta corredata della documentazione comprovante la sussistenza delle condizioni economiche legittimanti.';
  expect(readingEaseOf([plain])).toBeGreaterThan(70);
  expect(readingEaseOf([heavy])).toBeLessThan(35);
  expect(readingEaseOf(['Scrivania', 'Paga ora'])).toBeNull();
});
