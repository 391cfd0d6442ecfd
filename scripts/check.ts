/** `npm run check`: every part, or those named (`npm run check -- imports budgets`); `--write` writes generated documents. */
import { budgetsPart } from './check/budgets.ts';
import { committedPart } from './check/committed.ts';
import { documentsPart } from './check/documents.ts';
import { exportsPart } from './check/exports.ts';
import { importsPart } from './check/imports.ts';
import { languagePart } from './check/language.ts';
import { licencesPart } from './check/licences.ts';
import { openapiPart } from './check/openapi.ts';
import type { CheckPart, CheckResult } from './check/part.ts';
import { pausesPart } from './check/pauses.ts';
import { stylePart, typesPart, unusedPart } from './check/tools.ts';

/** One step after the other, the parts of each side by side: style may write sources, and the build writes declarations that types reads. */
const CHECK_STEPS: readonly (readonly CheckPart[])[] = [
  [stylePart],
  [
    typesPart,
    importsPart,
    exportsPart,
    languagePart,
    documentsPart,
    committedPart,
    licencesPart,
    pausesPart,
    unusedPart,
    openapiPart,
  ],
  [budgetsPart],
];
const CHECK_PARTS = CHECK_STEPS.flat();

const projectRoot = new URL('..', import.meta.url).pathname;
const givenWords = process.argv.slice(2);
const givenNames = givenWords.filter((word) => !word.startsWith('-'));
const unknownNames = givenNames.filter((name) => !CHECK_PARTS.some((part) => part.name === name));
if (unknownNames.length > 0) {
  console.error(`Unknown: ${unknownNames.join(', ')}. Parts: ${CHECK_PARTS.map((part) => part.name).join(', ')}.`);
  process.exit(2);
}

let failedParts = 0;
for (const parts of CHECK_STEPS) await Promise.all(parts.filter(isWanted).map(lookAt));
console.log(failedParts === 0 ? 'All parts hold.' : `${failedParts} failed.`);
process.exit(failedParts === 0 ? 0 : 1);

/** True when it was named, or when none was. */
function isWanted({ name }: CheckPart): boolean {
  return givenNames.length === 0 || givenNames.includes(name);
}

/** Looks and prints what it found. */
async function lookAt(part: CheckPart): Promise<void> {
  const start = performance.now();
  const { faults, notes = [] }: CheckResult = await part
    .look({ root: projectRoot, write: givenWords.includes('--write') })
    .catch((error: unknown) => ({ faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }));
  if (faults.length > 0) failedParts++;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${part.name}: ${part.promise} (${seconds} s)`);
  for (const line of [...notes, ...faults]) console.log(line.replace(/^/gm, '     '));
}
