/** Checks that every file, folder and function named in a hand-written page exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readTree } from './sources.ts';

/** Committed folders of the project; pages also name folders of `src` without its name (`platform/run.server.ts`). */
const PROJECT_FOLDERS = ['.ci', 'docs', 'public', 'scripts', 'src', 'tests'];
/** A word with one of these endings is a file of the project. */
const FILE_WORD = /\.(ts|tsx|astro|mjs|scss|svg|png|md|yml)$/;
const PATH_WORD = /^[\w.*[\]-]+(\/[\w.*[\]-]+)*\/?$/;

/** The names that pages may use. */
export type NamedThings = { paths: readonly string[]; functions: ReadonlySet<string> };

function whatIsThere(root: string): NamedThings {
  const within = PROJECT_FOLDERS.flatMap((folder) => [
    folder,
    ...readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
  ]);
  const top = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  return { paths: [...within, ...top], functions: declaredNames([...readTree(root, 'src').values()].join('\n')) };
}

/** @returns names of the functions, constants and methods that a text declares */
export function declaredNames(text: string): Set<string> {
  const names = text.matchAll(/\b(?:function\*?|const|let)\s+(\w+)|^\s+(?:async )?(\w+)(?:\(|: async \(|: \{$)/gm);
  return new Set([...names].map((m) => m[1] ?? m[2] ?? ''));
}

/** The hand-written pages, from the project's root. */
export function writtenPages(root: string): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const top = readdirSync(root).filter((name) => name.endsWith('.md'));
  return [...top, ...docs.filter((name) => name.endsWith('.md')).map((name) => posix.join('docs', name))].sort();
}

/** @returns a sentence for each name on any page that does not exist */
export function lostNames(root: string): string[] {
  const there = whatIsThere(root);
  return writtenPages(root).flatMap((page) => namesNothing(page, readFileSync(join(root, page), 'utf8'), there, root));
}

/** @param page path from the root */
export function namesNothing(page: string, text: string, there: NamedThings, root: string): string[] {
  const [prose, blocks] = [text.replace(CODE_FENCE, ''), [...text.matchAll(CODE_FENCE)].map((m) => m[0]).join('\n')];
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map((m) => m[1] ?? '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map((m) => m[1] ?? m[2] ?? '');
  const words = [...spans, blocks].flatMap((span) => span.split(/[\s,;:·→|()"']+/));
  const functions = spans.flatMap((span) => /^(\w+)\(\)$/.exec(span)?.[1] ?? []);
  const lost = [
    ...links.filter((to) => !/^\w+:/.test(to) && !leadsSomewhere(page, to, root)),
    ...words.filter((word) => isPath(word) && !there.paths.some((path) => fitsPath(path, word))),
    ...functions.filter((name) => !there.functions.has(name)).map((name) => `${name}()`),
  ];
  return [...new Set(lost)].map((name) => `${page}: there is no ${name}`);
}

/** @param to a relative link, with the heading that it leads to after `#` */
function leadsSomewhere(page: string, to: string, root: string): boolean {
  const [file = '', heading] = to.split('#');
  const path = join(root, file === '' ? page : posix.join(posix.dirname(page), file));
  if (!existsSync(path)) return false;
  return heading === undefined || headingsOf(readFileSync(path, 'utf8')).includes(heading);
}

/** @returns the headings of a page in the form that its links use */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map((m) =>
    (m[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const CODE_FENCE = /^( *)```[\s\S]*?^\1```$/gm;

/** A file by its ending, or a path that begins with a folder of the project or of `src`. */
function isPath(word: string): boolean {
  if (!PATH_WORD.test(word)) return false;
  return (
    FILE_WORD.test(word) ||
    PROJECT_FOLDERS.includes(word.split('/')[0] ?? '') ||
    /^(features|platform|adapters)\//.test(word)
  );
}

/** `run.server.ts`, `platform/run.server.ts`, `src/platform/` and `*.contract.ts` all name a path. */
function fitsPath(path: string, word: string): boolean {
  const pattern = word
    .replace(/\/$/, '')
    .replace(/[.[\]]/g, '\\$&')
    .replaceAll('*', '[^/]*');
  return new RegExp(`(^|/)${pattern}$`).test(path);
}
