/** The part of the language rule in docs/glossary.md that a machine can check. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredNames, englishWords, fieldsOf, nounsOf, wrongNames } from './names.ts';
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
  promise: 'names are English or nouns of the glossary, and each file says first what it is for',
  look: async ({ root }) => {
    const [src, scripts, tests] = ['src', 'scripts', 'tests'].map((folder) => readTree(root, folder));
    const code = new Map([...(src ?? []), ...(scripts ?? [])]);
    const named = new Map([...code, ...(tests ?? [])].filter(([path]) => !isMigration(path)));
    const vocabulary = {
      isEnglish: await englishWords(),
      nouns: nounsOf(readFileSync(join(root, 'docs/glossary.md'), 'utf8')),
      fields: fieldsOf(code),
    };
    return { faults: [...withoutPurpose(code), ...wrongNames(declaredNames(named), vocabulary)] };
  },
};
