/** What is written down twice is generated: tables of screens, calls and settings come from the sources. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from './api-document.ts';
import { authorizationDocument } from './authorization-document.ts';
import { glossaryGaps, missingTests } from './cited.ts';
import { demoTables } from './demo-document.ts';
import type { Options, Part } from './part.ts';
import { publiccodeFaults } from './publiccode.ts';
import { routesDocument } from './routes-document.ts';
import { environmentExample, settingsDocument, settingsTable } from './settings-document.ts';

/** @returns path from the root → the text it should have */
async function wanted({ root }: Options): Promise<Map<string, string>> {
  const { SCREENS, TECHNICAL } = await import('../../src/routes.ts');
  const { operations } = await import('../../src/api.ts');
  const { SETTINGS } = await import('../../src/settings.ts');
  const { demo } = await import('../../src/sandbox/demo.ts');
  const readme = readOr(join(root, 'README.md'));
  const documents = new Map([
    ['docs/routes.md', routesDocument(SCREENS, TECHNICAL)],
    ['docs/api.md', apiDocument(operations)],
    ['docs/authorization.md', authorizationDocument(operations)],
    ['docs/settings.md', settingsDocument(SETTINGS)],
    ['.env.example', environmentExample(SETTINGS)],
    [
      'README.md',
      between(between(readme, demoTables(demo('2000-01-01')), 'demo'), settingsTable(SETTINGS), 'settings'),
    ],
  ]);
  const describe = join(root, 'src/data/describe.ts');
  if (existsSync(describe)) {
    const { dataDocument } = (await import(describe)) as { dataDocument(): string };
    documents.set('docs/data.md', dataDocument());
  }
  return documents;
}

/**
 * @param name of the two marks around a generated part
 * @returns the page with what stands between the marks replaced; a page without them is given back with them at its end
 */
export function between(page: string, inside: string, name: string): string {
  const start = `<!-- ${name}: generated, \`npm run check -- documents --write\` -->`;
  const end = `<!-- /${name} -->`;
  const [before, rest] = page.split(start);
  if (rest === undefined) return `${page}\n${start}\n${inside}${end}\n`;
  return `${before}${start}\n${inside}${end}${rest.split(end)[1] ?? '\n'}`;
}

function readOr(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** @returns the first line that differs, as it is and as it should be */
export function difference(path: string, is: string, should: string): string[] {
  if (is === should) return [];
  if (is === '') return [`${path} is missing: npm run check -- documents --write`];
  const [old, fresh] = [is.split('\n'), should.split('\n')];
  const at = fresh.findIndex((line, i) => line !== old[i]);
  const line = at === -1 ? fresh.length : at;
  return [
    `${path}:${line + 1} is out of date: npm run check -- documents --write\n- ${old[line] ?? ''}\n+ ${fresh[line] ?? ''}`,
  ];
}

export const documents: Part = {
  name: 'documents',
  promise: 'docs, .env.example and the tables of the README say what the sources say',
  look: async (options) => {
    const page = (name: string) => readOr(join(options.root, 'docs', name));
    const faults = [
      ...missingTests(options.root, page('security.md')),
      ...publiccodeFaults(options.root, readOr(join(options.root, 'publiccode.yml'))),
      ...glossaryGaps(readdirSync(join(options.root, 'src/features')), page('glossary.md')),
    ];
    const notes: string[] = [];
    for (const [path, text] of await wanted(options)) {
      const file = join(options.root, path);
      const wrong = difference(path, readOr(file), text);
      if (wrong.length > 0 && options.write) {
        writeFileSync(file, text);
        notes.push(`written: ${path}`);
      } else faults.push(...wrong);
    }
    return { faults, notes };
  },
};
