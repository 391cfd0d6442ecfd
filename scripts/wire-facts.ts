/** What a browser is given of a contract, cut out of its source by the bundler: method, path and tokens, without schemas. */
import type { Plugin } from 'vite';

/** What a browser needs of an operation: where to send what, and which tokens go with it. */
const KEPT = ['method', 'path', 'bot', 'creates', 'upload'];

const SCHEMA_OF_CALL = /\boper(?:ations|azioni)\w*\.\w+\.(?:input|output)\b/;

/** Where schemas come from: in the browser no contract takes anything from there. */
const SCHEMAS = /^zod\/mini$|\/atoms\/|\.controlli\.ts$/;

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/**
 * In the browser's build a contract is its facts of the wire and its words alone: schemas, limits and documentation of calls stay
 * on the server (measured: a third of the report form's script beyond React). What a form is checked by is in `x.controlli.ts`.
 */
export function wireFacts(): Plugin {
  return {
    name: 'wire-facts',
    transform(code, id) {
      if (this.environment.name !== 'client') return null;
      if (SCHEMA_OF_CALL.test(code))
        this.error(`${id}: nel browser un’operazione non ha schemi; importa lo schema per nome da x.controlli.ts`);
      if (!/[/.]contract\.ts$/.test(id)) return null;
      const read = (text: string) => this.parse(text, { lang: 'ts' }) as unknown as Node;
      const facts = edited(code, calls(read(code)));
      return { code: edited(facts, schemas(read(facts).body as Node[])), map: null };
    },
  };
}

type Edit = { from: number; to: number; text: string };

/** What calls of a contract have beyond their facts. */
function calls(program: Node): Edit[] {
  const edits: Edit[] = [];
  walk(program, (node) => {
    const { name } = (node.callee ?? {}) as { name?: string };
    const given = (node.arguments ?? []) as Node[];
    if (name === 'operation') edits.push(...factsAlone(given[0]));
    // The send of a request: its path is all there is to tell.
    if (name === 'invioRichiesta') edits.push(...given.slice(1).map(left));
  });
  return edits;
}

/** The other properties. */
function factsAlone(row: Node | undefined): Edit[] {
  const properties = (row?.properties ?? []) as (Node & { key?: { name?: string } })[];
  return properties.filter(({ key }) => key?.name && !KEPT.includes(key.name)).map(left);
}

/**
 * What a contract says with schemas, and imports that nothing asks for any more. Left there for nobody, they would not be sent, but
 * the bundler would put the library of schemas where the contract is.
 */
function schemas(program: readonly Node[]): Edit[] {
  const isImport = (row: Node) => row.type === 'ImportDeclaration';
  const imports = program.filter(isImport);
  const names = new Set(imports.filter((row) => SCHEMAS.test((row.source as { value: string }).value)).flatMap(locals));
  let kept = program.filter((row) => !isImport(row));
  for (let before = 0; before !== names.size; ) {
    before = names.size;
    const says = (row: Node) => [...mentioned(row)].some((name) => names.has(name));
    for (const name of kept.filter(says).flatMap(locals)) names.add(name);
    kept = kept.filter((row) => !says(row));
  }
  const asked = new Set(kept.flatMap((row) => [...mentioned(row)]));
  const idle = (row: Node) => !locals(row).some((name) => asked.has(name));
  return [
    ...program.filter((row) => (isImport(row) ? idle(row) : !kept.includes(row))),
    ...imports.flatMap((row) => (row.specifiers as Node[]).filter(idle)),
  ].map(left);
}

/** Names that a statement of a module declares or imports. */
function locals(row: Node): string[] {
  const { specifiers, declarations, local, id } = (row.declaration ?? row) as Record<string, Node[] | undefined>;
  if (specifiers || declarations) return [...(specifiers ?? []), ...(declarations ?? [])].flatMap(locals);
  return [((local ?? id) as unknown as { name?: string } | undefined)?.name ?? ''];
}

/** Names that it asks for: what stands before a colon or after a dot is none. */
function mentioned(row: Node): Set<string> {
  const names = new Set<string>();
  walk(row, (node, parent) => {
    const label = !parent?.computed && (parent?.key === node || parent?.property === node);
    if (node.type === 'Identifier' && !(label && !parent?.shorthand))
      names.add((node as unknown as { name: string }).name);
  });
  return names;
}

/** Left out, with the comma that follows it. */
const left = ({ start, end }: Node): Edit => ({ from: start, to: end, text: '' });

/** An edit inside another that goes before it is gone with it. */
function edited(code: string, edits: readonly Edit[]): string {
  let done = '';
  let at = 0;
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    done += code.slice(at, from) + text;
    at = to + (/^\s*,/.exec(code.slice(to))?.[0].length ?? 0);
  }
  return done + code.slice(at);
}

function walk(node: unknown, visit: (node: Node, parent?: Node) => void, parent?: Node): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit, parent);
  if (node === null || typeof node !== 'object' || !('type' in node)) return;
  visit(node as Node, parent);
  for (const child of Object.values(node)) walk(child, visit, node as Node);
}
