import { expect, test } from 'vitest';
import { unnamedInComments, unnamedInPage } from './english.ts';

const ofCode = (code: string, path = 'src/a.ts') => unnamedInComments(new Map([[path, code]]));

test.each([
  ['a comment before a declaration', '/** Who pays reads this. */\nexport const a = 1;', 'Who pays reads this.'],
  ['a later sentence', '/**\n * The first. Nobody\n * waits.\n */\nexport const a = 1;', 'Nobody waits.'],
  [
    'a comment inside a function',
    'function a() {\n  // Whoever asks is told.\n  return 1;\n}',
    'Whoever asks is told.',
  ],
  ['a comment behind a value', 'const a = 1; // for who has no script', 'for who has no script'],
  ['a comment at the end of a file', 'const a = 1;\n// Nobody reads this', 'Nobody reads this'],
])('%s that does not name the person is reported', (_, code, words) => {
  expect(ofCode(code)).toEqual([`src/a.ts: name the person instead of "${words}"`]);
});

test('a comment in the markup of an Astro page is checked as well', () => {
  const page = '---\nconst a = 1;\n---\n<p>Nobody</p>\n{/* Nobody is here. */}\n';
  expect(ofCode(page, 'src/pages/a.astro')).toEqual([
    'src/pages/a.astro: name the person instead of "Nobody is here."',
  ]);
});

test('a question, a quoted word, a string and the text of a component are accepted', () => {
  expect(ofCode('// Who pays? The citizen.\nconst a = "Nobody waits.";')).toEqual([]);
  expect(ofCode('// The word "Nobody" is replaced.\nconst b = <p>Nobody waits.</p>;')).toEqual([]);
});

test('a page of the documents is checked without its code and headings', () => {
  const page =
    '# Who may do what\n\n`Nobody` and\n\n```\n// Who pays\n```\n\n| Who owes it finds it. | for who asks |\n';
  expect(unnamedInPage('docs/a.md', page)).toEqual([
    'docs/a.md: name the person instead of "Who owes it finds it. | for who asks |"',
    'docs/a.md: name the person instead of "for who asks |"',
  ]);
});
