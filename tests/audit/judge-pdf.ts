/** Judges a PDF of the portal, and keeps it beside the pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdfFaults } from '../pdf-check.ts';
import type { AuditFinding, JudgedState } from './findings.ts';
import { keepState } from './judge-state.ts';

/** Criteria by what a fault is about; the others are about the structure. */
const CRITERIA: readonly [about: RegExp, criterion: string][] = [
  [/title|name of the file/, '2.4.2'],
  [/language/, '3.1.1'],
  [/Figure/, '1.1.1'],
];

/** @param kind in words @param folder of the audit: the PDF and what was found are kept there @returns a sentence for each fault */
export async function judgePdf(kind: string, bytes: Uint8Array, folder: string | undefined): Promise<string[]> {
  const faults = await pdfFaults(bytes);
  if (folder !== undefined) keepPdf(kind, bytes, faults, folder);
  return faults;
}

function keepPdf(kind: string, bytes: Uint8Array, faults: readonly string[], folder: string): void {
  const name = kind.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const file = `pdf/${name}.pdf`;
  const findings = faults.map((words): AuditFinding => {
    const [, criterion = '1.3.1'] = CRITERIA.find(([about]) => about.test(words)) ?? [];
    return { judge: 'pdf', rule: 'PDF/UA-1', criteria: [criterion], element: file, words };
  });
  const state: JudgedState = {
    journey: 'pdf',
    state: kind,
    way: 'scripts',
    url: '',
    title: kind,
    html: file,
    pictures: [],
    reading: null,
    stops: [],
    findings,
  };
  mkdirSync(join(folder, 'pdf'), { recursive: true });
  writeFileSync(join(folder, file), bytes);
  keepState(state, folder);
}
