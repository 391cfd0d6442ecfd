/** Checks comments and documents for sentences about an unnamed person: "Who pays …", "Nobody is …", "for who has …". */
import ts from 'typescript';
import { modulesOf, parseModule, type SourceTree } from './sources.ts';

/** Capital letters mark the beginning of a sentence; a quoted word is not one. */
const SENTENCE = /(?<!["“«`])\b(?:Who|Whoever|Nobody)\b[^.?!]*[.?!]?/g;
const FOR_WHO = /(?<!["“«`])\bfor who\b/gi;

/** Comments of an Astro page outside its modules. */
const MARKUP_COMMENT = /\{\/\*[\s\S]*?\*\/\}|<!--[\s\S]*?-->/g;

/** Parts of a page that are not its prose: code, cited tests, and headings, which may be titles such as "Who may do what". */
const NOT_PROSE = /```[\s\S]*?```|`[^`\n]+`|^#.*$|\[[\w./-]+\.(?:test|spec)\.ts\] .+?(?= \||<br>|$)/gm;

/** @returns a sentence per place in the comments of a tree that does not name the person */
export function unnamedInComments(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, text]) =>
    commentsOf(path, text).flatMap((comment) =>
      unnamedPeople(path, comment.replace(/\*+\/\}?$/, '').replace(/^\s*(\{?\/?\*+|\/\/)/gm, '')),
    ),
  );
}

/** @returns a sentence per place in a Markdown page that does not name the person */
export function unnamedInPage(path: string, text: string): string[] {
  return unnamedPeople(path, text.replace(NOT_PROSE, ''));
}

function unnamedPeople(path: string, text: string): string[] {
  const sentences = [...text.matchAll(SENTENCE)].filter(([sentence]) => !sentence.endsWith('?'));
  return [...sentences, ...text.matchAll(FOR_WHO)].map(({ index }) => {
    const words = text
      .slice(index, index + 80)
      .replace(/\s+/g, ' ')
      .trim();
    return `${path}: name the person instead of "${words}"`;
  });
}

function commentsOf(path: string, text: string): string[] {
  const markup = path.endsWith('.astro') ? text.replace(/^---[\s\S]*?^---/m, '').matchAll(MARKUP_COMMENT) : [];
  return [...modulesOf(path, text).flatMap((module) => moduleComments(...module)), ...[...markup].map(([m]) => m)];
}

/** A comment is found at the start or the end of the nodes around it, mostly of several. */
function moduleComments(path: string, code: string): string[] {
  const source = parseModule(path, code);
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    const ranges = [ts.getLeadingCommentRanges(code, node.pos), ts.getTrailingCommentRanges(code, node.end)];
    for (const { pos, end } of ranges.flatMap((list) => list ?? [])) found.set(pos, code.slice(pos, end));
    ts.forEachChild(node, visit);
  };
  visit(source);
  visit(source.endOfFileToken);
  return [...found.values()];
}
