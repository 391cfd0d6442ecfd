import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allStates } from '../browser/states.ts';
import { CONFORMANCE } from './conformance.ts';
import { CRITERIA } from './criteria.ts';
import { manualChecks } from './manual.ts';
import { readingEaseOf } from './reading-ease.ts';

test('each line names states that are visited, and tests that exist', () => {
  const visited = new Set(allStates().map((note) => note.replace(/ \((scripts|plain)\)$/, '')));
  expect(CONFORMANCE.flatMap(({ states }) => states).filter((state) => !visited.has(state))).toEqual([]);
  const root = join(import.meta.dirname, '../..');
  expect(CONFORMANCE.flatMap(({ tests }) => tests).filter((file) => !existsSync(join(root, file)))).toEqual([]);
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

test('the index of a plain text is high, that of an office’s old prose low, and a few words have none', () => {
  const plain =
    'Paga entro il 30. Se hai già pagato, non devi fare altro. Ti mandiamo la ricevuta per e-mail. La trovi anche qui sotto.';
  const heavy =
    'Il contribuente che intenda avvalersi della facoltà di rateizzazione disciplinata dal vigente regolamento comunale presenta istanza debitamente sottoscritta corredata della documentazione comprovante la sussistenza delle condizioni economiche legittimanti.';
  expect(readingEaseOf([plain])).toBeGreaterThan(70);
  expect(readingEaseOf([heavy])).toBeLessThan(35);
  expect(readingEaseOf(['Scrivania', 'Paga ora'])).toBeNull();
});
