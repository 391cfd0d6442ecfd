import { describe, expect, test } from 'vitest';
import { declaredNames, namesNothing } from './named.ts';

const root = new URL('../..', import.meta.url).pathname;
const there = {
  paths: ['README.md', 'src', 'src/host.ts', 'src/features', 'src/features/otp', 'src/features/otp/otp.contract.ts'],
  functions: new Set(['answer']),
};
const lost = (text: string) => namesNothing('docs/page.md', text, there, root);

describe('a page may name', () => {
  test.each([
    ['a file by its own name', 'In `host.ts`.'],
    ['a file by its path, from the root or within the sources', '`src/host.ts`, `features/otp/otp.contract.ts`'],
    ['a folder', '`src/features/` and `features/otp`'],
    ['all files of a kind', '`*.contract.ts` in `features/*`'],
    ['a function that the sources declare', '`answer()`'],
    ['what is no path of the project', '`/etc/portale.pem`, `portale/pratiche`, `stato: chiusa`, `npm ci`, `data/`'],
    ['files in a block of code', '```\nsrc/\n  host.ts   the host\n```'],
    [
      'a page or a heading by a link, and an address',
      '[the start](../README.md#first-steps), [out](https://example.org/a.md)',
    ],
  ])('%s', (_what, text) => {
    expect(lost(text)).toEqual([]);
  });
});

describe('a page may not name', () => {
  test.each([
    ['a file that is not there', 'In `hosts.ts`.', 'hosts.ts'],
    ['a file under another folder', '`platform/host.ts`', 'platform/host.ts'],
    ['a folder that is not there', '`features/chat`', 'features/chat'],
    ['a kind of file that there is none of', '`*.thread.ts`', '*.thread.ts'],
    ['a function that nothing declares', '`reply()`', 'reply()'],
    ['a missing file in a block of code', '```\nnode scripts/nothing.ts\n```', 'scripts/nothing.ts'],
    ['a missing page by a link', '[a page](nothing.md)', 'nothing.md'],
    ['a missing heading by a link', '[a page](../README.md#nothing)', '../README.md#nothing'],
  ])('%s', (_what, text, name) => {
    expect(lost(text)).toEqual([`docs/page.md: there is no ${name}`]);
  });
});

test('functions, constants and methods are found by their names', () => {
  const text =
    'export async function one() {}\nconst two = () => 1;\n  three(x) {}\n  four: {\n  five: async () => 1,\n';

  expect([...declaredNames(text)]).toEqual(['one', 'two', 'three', 'four', 'five']);
});
