import { expect, test } from 'vitest';
import { withoutPurpose } from './language.ts';

test('a file whose first line does not describe it is reported, unless it is a test or a page of Astro', () => {
  const tree = new Map([
    ['src/a.ts', '/** What a is for. */\nexport const a = 1;\n'],
    ['src/b.ts', "import './a.ts';\n/** What b is for. */\n"],
    ['src/b.test.ts', "import './b.ts';\n"],
    ['src/pages/index.astro', '---\n---\n'],
  ]);
  expect(withoutPurpose(tree)).toEqual(['src/b.ts: the first line does not say what the file is for']);
});
