/** What is written down twice is generated: tables of screens, calls and settings come from the sources. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from './api-document.ts';
import { authorizationDocument } from './authorization-document.ts';
import { askedCalls, callsDocument, contractOf, isCallsFile } from './calls-document.ts';
import { glossaryGaps, missingTests } from './cited.ts';
import { decisionsDocument, headlessRecords, readRecords } from './decisions-document.ts';
import { demoDocument } from './demo-document.ts';
import { wrapMarkdown } from './markdown.ts';
import { lostNames } from './named.ts';
import type { CheckOptions, CheckPart } from './part.ts';
import { protocolDocument } from './protocol-document.ts';
import { publiccodeFaults } from './publiccode.ts';
import { retentionDocument } from './retention-document.ts';
import { routesDocument } from './routes-document.ts';
import { environmentExample, settingsDocument } from './settings-document.ts';
import { edgesOf, readTree } from './sources.ts';

/** @returns path from the root → the text it should have */
async function wantedDocuments({ root }: CheckOptions): Promise<Map<string, string>> {
  const { SCREEN_ROWS: SCREENS, TECHNICAL_ADDRESSES: TECHNICAL } = await import('../../src/routes.ts');
  const { apiOperations: operations } = await import('../../src/api.ts');
  const { SETTING_ROWS: SETTINGS } = await import('../../src/settings.ts');
  const { RETENTION_ROWS: KINDS, FIXED_TERMS: TERMS } = await import('../../src/upkeep/retention-kinds.ts');
  const { demoData: demo } = await import('../../src/sandbox/demo.ts');
  const documents = new Map([
    ['docs/routes.md', routesDocument(SCREENS, TECHNICAL)],
    ['docs/api.md', apiDocument(operations)],
    ['docs/authorization.md', authorizationDocument(operations)],
    ['docs/settings.md', settingsDocument(SETTINGS)],
    ['docs/retention.md', retentionDocument(KINDS, TERMS)],
    ['.env.example', environmentExample(SETTINGS)],
    ['docs/decisions/README.md', decisionsDocument(readRecords(root))],
    ['docs/protocol.openapi.json', protocolDocument()],
    ['docs/demo.md', demoDocument(demo('2000-01-01'))],
  ]);
  const dataDocumentPath = join(root, 'src/data/data-document.ts');
  if (existsSync(dataDocumentPath)) {
    const { dataDocument } = (await import(dataDocumentPath)) as { dataDocument(): string };
    documents.set('docs/data.md', dataDocument());
  }
  for (const path of askedCalls(edgesOf(readTree(root, 'src'))))
    documents.set(path, callsDocument(path, await import(join(root, contractOf(path)))));
  return new Map(
    [...documents].map(([path, text]) => [path, path.endsWith('.md') ? wrapMarkdown(text) : text] as const),
  );
}

function readOr(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** @returns the first line that differs, as it is and as it should be */
export function firstDifference(path: string, is: string, should: string): string[] {
  if (is === should) return [];
  if (is === '') return [`${path} is missing: npm run check -- documents --write`];
  const [old, fresh] = [is.split('\n'), should.split('\n')];
  const at = fresh.findIndex((line, i) => line !== old[i]);
  const line = at === -1 ? fresh.length : at;
  return [
    `${path}:${line + 1} is out of date: npm run check -- documents --write\n- ${old[line] ?? ''}\n+ ${fresh[line] ?? ''}`,
  ];
}

export const documentsPart: CheckPart = {
  name: 'documents',
  promise: 'generated documents are fresh, and the written ones name nothing that is gone',
  look: async (options) => {
    const faults: string[] = [];
    const notes: string[] = [];
    const wanted = await wantedDocuments(options);
    for (const path of [...readTree(options.root, 'src').keys()].filter(isCallsFile)) {
      if (wanted.has(path)) continue;
      if (options.write) rmSync(join(options.root, path));
      else faults.push(`${path}: nothing imports it: npm run check -- documents --write`);
    }
    for (const [path, text] of wanted) {
      const file = join(options.root, path);
      const wrong = firstDifference(path, readOr(file), text);
      if (wrong.length > 0 && options.write) {
        writeFileSync(file, text);
        notes.push(`written: ${path}`);
      } else faults.push(...wrong);
    }
    const page = (name: string) => readOr(join(options.root, 'docs', name));
    faults.push(
      ...headlessRecords(readRecords(options.root)),
      ...lostNames(options.root),
      ...missingTests(options.root, page('security.md')),
      ...publiccodeFaults(options.root, readOr(join(options.root, 'publiccode.yml'))),
      ...glossaryGaps(featuresOf(options.root), page('glossary.md')),
    );
    return { faults, notes };
  },
};

/** `services/riesame`: each folder of a layer of the features. */
function featuresOf(root: string): string[] {
  const folder = join(root, 'src/features');
  return readdirSync(folder).flatMap((drawer) => readdirSync(join(folder, drawer)).map((name) => `${drawer}/${name}`));
}
