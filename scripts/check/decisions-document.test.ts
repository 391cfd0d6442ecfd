import { expect, test } from 'vitest';
import { type DecisionRecord, decisionsDocument, headlessRecords } from './decisions-document.ts';

const record = (n: number, head: string): DecisionRecord => [
  `00${n}-x.md`,
  `# ${n}. Choice ${n}\n\n${head}\n\n## Context\n`,
];
const good = record(1, '- Date: 2026-11-20, last changed 2026-11-22\n- Status: accepted');

test('the list of decisions has number, title, date and status of each, and the unused numbers', () => {
  const page = decisionsDocument([good, record(3, '- Date: 2026-11-22\n- Status: superseded by [1](001-x.md)')]);

  expect(page).toContain('| 1 | [Choice 1](001-x.md) | 2026-11-20 | accepted |');
  expect(page).toContain('| 3 | [Choice 3](003-x.md) | 2026-11-22 | superseded by [1](001-x.md) |');
  expect(page).toContain('not in use: 2.');
});

test('a record without date or status, or with the number of another file, is an error', () => {
  const faults = headlessRecords([good, record(2, '- Status: accepted'), ['004-x.md', good[1]]]);

  expect(faults.map((fault) => fault.split(':')[0])).toEqual(['docs/decisions/002-x.md', 'docs/decisions/004-x.md']);
});
