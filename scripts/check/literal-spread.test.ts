/** The rule of Biome that refuses what an object or a list would spread of a literal. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'literal-spread-'));

beforeAll(() => {
  const settings = {
    plugins: [join(root, 'scripts/check/literal-spread.grit')],
    linter: { rules: { preset: 'none' } },
  };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What Biome says of a file. */
function lint(name: string, code: string): string {
  writeFileSync(join(folder, name), code);
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', name], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

test.each([
  ['an object', 'object.ts', 'export const all = { ...{ one: 1 }, two: 2 };'],
  ['a list', 'list.ts', "export const all = [...['one'], 'two'];"],
  ['the arguments of a call', 'call.ts', 'export const most = Math.max(...[1, 2]);'],
  ['the attributes of an element', 'element.tsx', "export const all = <i {...{ title: 'x' }} />;"],
  ['a page', 'page.astro', '---\nconst all = { ...{ one: 1 }, two: 2 };\n---\n<p>{all.one}</p>'],
])('a literal that is spread is refused in %s', (_where, name, code) => {
  expect(lint(name, code)).toContain('Write the members out');
});

test('what has a name, and what may be there or not, is spread', () => {
  const code =
    'export const all = (a: number, b: object) => ({ ...b, ...(a > 1 && { one: 1 }), ...(a ? { a } : {}) });';
  const said = lint('names.ts', code);
  expect(said).toContain('Checked 1 file');
  expect(said).not.toContain('Write the members out');
});
