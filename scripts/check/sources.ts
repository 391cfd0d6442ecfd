/** Reads the sources and their imports with TypeScript's own parser, without running them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** Path from the project's root, with slashes → text. */
export type SourceTree = ReadonlyMap<string, string>;

/**
 * One import.
 * @property from file; the scripts of an Astro file are a file of their own, `X.astro#script`, as they run in the browser
 * @property to path from the root, or the bare name of a package
 * @property type true when it does not exist at run time
 * @property lazy true for `import()`
 */
export type ImportEdge = { from: string; to: string; type: boolean; lazy: boolean };

const SOURCE_FILE = /\.(ts|tsx|astro|mjs)$/;

/** @param folder from the root, such as `src` */
export function readTree(root: string, folder: string): SourceTree {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => SOURCE_FILE.test(name)).map((name) => posix.join(folder, name));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

export function edgesOf(tree: SourceTree): ImportEdge[] {
  return [...tree].flatMap(([path, text]) => modulesOf(path, text).flatMap(([name, code]) => importsOf(name, code)));
}

/** @returns name and TypeScript of each module in a file */
export function modulesOf(path: string, text: string): [string, string][] {
  if (!path.endsWith('.astro')) return [[path, text]];
  const front = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*\bis:inline)[^>]*>([\s\S]*?)<\/script>/g)].map((m) => m[1] ?? '');
  return [[path, front], ...(scripts.length > 0 ? [[`${path}#script`, scripts.join('\n')] as [string, string]] : [])];
}

const parsed = new Map<string, ts.SourceFile>();

/** @returns the module as TypeScript reads it, each once for all parts of the check */
export function parseModule(path: string, code: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known?.text === code) return known;
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  parsed.set(path, source);
  return source;
}

/** @param from path of the file that holds the code; relative names are resolved against it */
export function importsOf(from: string, code: string): ImportEdge[] {
  const found: ImportEdge[] = [];
  const add = (name: ts.Node | undefined, type: boolean, lazy: boolean) => {
    if (name && ts.isStringLiteralLike(name)) found.push({ from, to: resolveImport(from, name.text), type, lazy });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, onlyTypes(node.importClause), false);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly, false);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true);
    ts.forEachChild(node, visit);
  };
  visit(parseModule(from, code));
  return found;
}

function onlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

function resolveImport(from: string, name: string): string {
  if (!name.startsWith('.')) return name;
  return posix.normalize(posix.join(posix.dirname(from.replace('#script', '')), name.replace(/\?.*$/, '')));
}
