/** docs/decisions/README.md: the list of the records, from the head of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from './markdown.ts';

/** File name and text of a record. */
export type DecisionRecord = readonly [file: string, text: string];

const RECORD_HEAD = /^# (\d+)\. (.+)\n\n- Date: (\d{4}-\d\d-\d\d)(?:, last changed \d{4}-\d\d-\d\d)?\n- Status: (.+)\n/;

export function readRecords(root: string): DecisionRecord[] {
  const folder = join(root, 'docs/decisions');
  const files = readdirSync(folder).filter((file) => /^\d{3}-.+\.md$/.test(file));
  return files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}

/** @returns a sentence per record without number, date and status, or with a number other than its file's */
export function headlessRecords(records: readonly DecisionRecord[]): string[] {
  return records
    .filter(([file, text]) => Number(RECORD_HEAD.exec(text)?.[1]) !== Number(file.slice(0, 3)))
    .map(([file]) => `docs/decisions/${file}: begins with "# number. title", "- Date: …" and "- Status: …"`);
}

export function decisionsDocument(records: readonly DecisionRecord[]): string {
  const heads = records.map(([file, text]) => [file, RECORD_HEAD.exec(text) ?? []] as const);
  const numbers = heads.map(([file]) => Number(file.slice(0, 3)));
  const unused = Array.from({ length: Math.max(...numbers) }, (_, i) => i + 1).filter((n) => !numbers.includes(n));
  return `# Decisions

Generated from the records in this folder. Each one is a decision that a reader of the code would otherwise ask about: what was needed,
what was chosen and refused, and what follows from it. A record that no longer holds stays, with the status *superseded by* and a link.
Numbers are given once and in order${unused.length > 0 ? `; not in use: ${unused.join(', ')}` : ''}.

${markdownTable(
  ['No.', 'Decision', 'Date', 'Status'],
  heads.map(([file, [, number = '', title = '', date = '', status = '']]) => [
    number,
    `[${title}](${file})`,
    date,
    status,
  ]),
)}`;
}
