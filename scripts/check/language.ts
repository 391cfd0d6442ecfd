/** What a machine can hold of the language rule in docs/glossary.md. */
import type { Part } from './part.ts';
import { readTree, type Tree } from './sources.ts';

/** Tests say in their titles what they are for. */
const TEST = /\.(test|contract-test)\.tsx?$/;

/** @returns a sentence per file whose first line is no comment that says what the file is for */
export function withoutPurpose(tree: Tree): string[] {
  return [...tree]
    .filter(([path, text]) => /\.tsx?$/.test(path) && !TEST.test(path) && !/^\/(\*\*|\/)/.test(text))
    .map(([path]) => `${path}: the first line does not say what the file is for`);
}

export const language: Part = {
  name: 'language',
  promise: 'each file says in its first line what it is for',
  look: async ({ root }) => ({
    faults: ['src', 'scripts'].flatMap((folder) => withoutPurpose(readTree(root, folder))),
  }),
};
