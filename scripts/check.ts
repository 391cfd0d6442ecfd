/** `npm run check`: every part, or those named (`npm run check -- imports budgets`); `--write` writes what is generated. */
import { budgets } from './check/budgets.ts';
import { committed } from './check/committed.ts';
import { documents } from './check/documents.ts';
import { exported } from './check/exports.ts';
import { imports } from './check/imports.ts';
import { language } from './check/language.ts';
import type { Part, Result } from './check/part.ts';
import { style, types } from './check/tools.ts';

const PARTS: readonly Part[] = [style, types, imports, exported, language, documents, committed, budgets];

const root = new URL('..', import.meta.url).pathname;
const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith('-'));
const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Parts: ${PARTS.map((part) => part.name).join(', ')}.`);
  process.exit(2);
}

let failed = 0;
for (const part of PARTS) {
  if (names.length > 0 && !names.includes(part.name)) continue;
  const start = performance.now();
  const { faults, notes = [] }: Result = await part
    .look({ root, write: words.includes('--write') })
    .catch((error: unknown) => ({ faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }));
  if (faults.length > 0) failed++;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${part.name}: ${part.promise} (${seconds} s)`);
  for (const line of [...notes, ...faults]) console.log(line.replace(/^/gm, '     '));
}
console.log(failed === 0 ? 'All parts hold.' : `${failed} failed.`);
process.exit(failed === 0 ? 0 : 1);
