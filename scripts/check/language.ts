/** The part of the language rule in docs/glossary.md that a machine can check. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unnamedInComments, unnamedInPage } from './english.ts';
import { writtenPages } from './named.ts';
import { declaredNames, englishWords, fieldsOf, kindValues, nounsOf, wrongKinds, wrongNames } from './names.ts';
import type { CheckPart } from './part.ts';
import { readTree, type SourceTree } from './sources.ts';

/** Tests say in their titles what they are for. */
const TEST_FILE = /\.(test|contract-test)\.tsx?$/;

/** Migrations stay as they were released. */
const isMigration = (path: string): boolean => path.startsWith('src/store/migrations/');

/** @returns a sentence per file whose first line is not a comment that describes it */
export function withoutPurpose(tree: SourceTree): string[] {
  return [...tree]
    .filter(([path, text]) => /\.tsx?$/.test(path) && !TEST_FILE.test(path) && !/^\/(\*\*|\/)/.test(text))
    .map(([path]) => `${path}: the first line does not say what the file is for`);
}

export const languagePart: CheckPart = {
  name: 'language',
  promise:
    'names are English or nouns of the glossary, files say first what they are for, and sentences name the person',
  look: async ({ root }) => {
    const [src, scripts, tests] = ['src', 'scripts', 'tests'].map((folder) => readTree(root, folder));
    const code = new Map([...(src ?? []), ...(scripts ?? [])]);
    const all = new Map([...code, ...(tests ?? [])]);
    const named = new Map([...all].filter(([path]) => !isMigration(path)));
    const pages = writtenPages(root).flatMap((page) => unnamedInPage(page, readFileSync(join(root, page), 'utf8')));
    const vocabulary = {
      isEnglish: await englishWords(),
      nouns: nounsOf(readFileSync(join(root, 'docs/glossary.md'), 'utf8')),
      fields: fieldsOf(code),
    };
    return {
      faults: [
        ...withoutPurpose(code),
        ...wrongNames(declaredNames(named), vocabulary),
        ...wrongKinds(kindValues(named), vocabulary),
        ...unnamedInComments(all),
        ...pages,
      ],
    };
  },
};
