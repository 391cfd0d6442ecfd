/** `x.calls.ts` beside a contract: what the browser needs to know of its operations. Generated where browser code imports it. */
import { posix } from 'node:path';
import { type ApiOperation, CALL_FACTS } from '../../src/platform/contract.ts';
import type { ImportEdge } from './sources.ts';

/** @returns paths of the generated files that somebody imports */
export function askedCalls(all: readonly ImportEdge[]): string[] {
  return [...new Set(all.map(({ to }) => to).filter(isCallsFile))].sort();
}

export const isCallsFile = (path: string): boolean => path.endsWith('.calls.ts');

export const contractOf = (path: string): string => path.replace(/\.calls\.ts$/, '.contract.ts');

/**
 * @param path of the generated file, from the root
 * @param contract the module beside it
 */
export function callsDocument(path: string, contract: Record<string, unknown>): string {
  const file = posix.basename(contractOf(path));
  const exported = Object.keys(contract).filter((key) => key.endsWith('Operations'));
  const name = exported[0];
  if (!name || exported.length > 1) throw new Error(`${contractOf(path)}: exports no table of operations, or several`);
  const types = posix.relative(posix.dirname(path), 'src/platform/contract.ts');
  const rows = Object.entries(contract[name] as Record<string, ApiOperation>).map(
    ([call, operation]) => `  ${callRow(call, operation)},\n`,
  );
  return `/** What the browser needs to know of the calls in ${file}. Generated: \`npm run check -- documents --write\`. */
import type { CallsOf } from '${types}';
import type { ${name} } from './${file}';

export const ${name.replace(/Operations$/, 'Calls')}: CallsOf<typeof ${name}> = {
${rows.join('')}};
`;
}

function callRow(name: string, operation: ApiOperation): string {
  const facts = CALL_FACTS.filter((fact) => operation[fact] !== undefined).map(
    (fact) => `${fact}: ${literalOf(operation[fact])}`,
  );
  const line = `${name}: { ${facts.join(', ')} }`;
  // As the formatter breaks it: two spaces before it, a comma behind.
  return line.length + 3 <= 120 ? line : `${name}: {\n${facts.map((fact) => `    ${fact},\n`).join('')}  }`;
}

const literalOf = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
