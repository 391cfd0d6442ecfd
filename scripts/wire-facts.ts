/** What a browser is given of a contract, cut out of its source by the bundler: method, path and tokens, without schemas. */
import type { Plugin } from 'vite';

/** What a browser needs of an operation: where to send what, and which tokens go with it. */
const KEPT_FACTS = ['method', 'path', 'bot', 'creates', 'upload'];

const SCHEMA_OF_CALL = /[oO]perations\.\w+\.(?:input|output)\b/;

/** Where schemas come from: in the browser no contract takes anything from there. */
const SCHEMA_MODULES = /^zod\/mini$|\/atoms\/|\.checks\.ts$/;

type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown };

/**
 * In the browser's build a contract is its facts of the wire and its words alone: schemas, limits and documentation of calls stay
 * on the server (measured: a third of the report form's script beyond React). What a form is checked by is in `x.checks.ts`.
 */
export function wireFacts(): Plugin {
  return {
    name: 'wire-facts',
    transform(code, id) {
      if (this.environment.name !== 'client') return null;
      if (SCHEMA_OF_CALL.test(code))
        this.error(`${id}: nel browser un’operazione non ha schemi; importa lo schema per nome da x.checks.ts`);
      if (!/[/.]contract\.ts$/.test(id)) return null;
      const read = (text: string) => this.parse(text, { lang: 'ts' }) as unknown as SyntaxNode;
      const facts = applyEdits(code, callEdits(read(code)));
      return { code: applyEdits(facts, schemaEdits(read(facts).body as SyntaxNode[])), map: null };
    },
  };
}

type SourceEdit = { from: number; to: number; text: string };

/** What calls of a contract have beyond their facts. */
function callEdits(program: SyntaxNode): SourceEdit[] {
  const edits: SourceEdit[] = [];
  walkNodes(program, (node) => {
    const { name } = (node.callee ?? {}) as { name?: string };
    const given = (node.arguments ?? []) as SyntaxNode[];
    if (name === 'defineOperation') edits.push(...factsAlone(given[0]));
    // The send of a request: its path is all there is to tell.
    if (name === 'invioRichiesta') edits.push(...given.slice(1).map(leaveOut));
  });
  return edits;
}

/** The other properties. */
function factsAlone(row: SyntaxNode | undefined): SourceEdit[] {
  const properties = (row?.properties ?? []) as (SyntaxNode & { key?: { name?: string } })[];
  return properties.filter(({ key }) => key?.name && !KEPT_FACTS.includes(key.name)).map(leaveOut);
}

/**
 * What a contract says with schemas, and imports that nothing asks for any more. Left there for nobody, they would not be sent, but
 * the bundler would put the library of schemas where the contract is.
 */
function schemaEdits(program: readonly SyntaxNode[]): SourceEdit[] {
  const isImport = (row: SyntaxNode) => row.type === 'ImportDeclaration';
  const imports = program.filter(isImport);
  const names = new Set(
    imports.filter((row) => SCHEMA_MODULES.test((row.source as { value: string }).value)).flatMap(localNames),
  );
  let kept = program.filter((row) => !isImport(row));
  for (let before = 0; before !== names.size; ) {
    before = names.size;
    const says = (row: SyntaxNode) => [...mentionedNames(row)].some((name) => names.has(name));
    for (const name of kept.filter(says).flatMap(localNames)) names.add(name);
    kept = kept.filter((row) => !says(row));
  }
  const asked = new Set(kept.flatMap((row) => [...mentionedNames(row)]));
  const idle = (row: SyntaxNode) => !localNames(row).some((name) => asked.has(name));
  return [
    ...program.filter((row) => (isImport(row) ? idle(row) : !kept.includes(row))),
    ...imports.flatMap((row) => (row.specifiers as SyntaxNode[]).filter(idle)),
  ].map(leaveOut);
}

/** Names that a statement of a module declares or imports. */
function localNames(row: SyntaxNode): string[] {
  const { specifiers, declarations, local, id } = (row.declaration ?? row) as Record<string, SyntaxNode[] | undefined>;
  if (specifiers || declarations) return [...(specifiers ?? []), ...(declarations ?? [])].flatMap(localNames);
  return [((local ?? id) as unknown as { name?: string } | undefined)?.name ?? ''];
}

/** Names that it asks for: what stands before a colon or after a dot is none. */
function mentionedNames(row: SyntaxNode): Set<string> {
  const names = new Set<string>();
  walkNodes(row, (node, parent) => {
    const label = !parent?.computed && (parent?.key === node || parent?.property === node);
    if (node.type === 'Identifier' && !(label && !parent?.shorthand))
      names.add((node as unknown as { name: string }).name);
  });
  return names;
}

/** Left out, with the comma that follows it. */
const leaveOut = ({ start, end }: SyntaxNode): SourceEdit => ({ from: start, to: end, text: '' });

/** An edit inside another that goes before it is gone with it. */
function applyEdits(code: string, edits: readonly SourceEdit[]): string {
  let done = '';
  let at = 0;
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    done += code.slice(at, from) + text;
    at = to + (/^\s*,/.exec(code.slice(to))?.[0].length ?? 0);
  }
  return done + code.slice(at);
}

function walkNodes(node: unknown, visit: (node: SyntaxNode, parent?: SyntaxNode) => void, parent?: SyntaxNode): void {
  if (Array.isArray(node)) for (const child of node) walkNodes(child, visit, parent);
  if (node === null || typeof node !== 'object' || !('type' in node)) return;
  visit(node as SyntaxNode, parent);
  for (const child of Object.values(node)) walkNodes(child, visit, node as SyntaxNode);
}
