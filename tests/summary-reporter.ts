import type { Reporter } from 'vitest/node';
import { noteUnitFile, TIMES_FILE } from './test-times.ts';

/** The line with which every run ends, whatever ran it. Tests that were skipped count as neither. */
export function summaryLine(passed: number, failed: number): string {
  return `${passed} passed, ${failed} failed`;
}

/** One line for what failed, which `npm test` repeats at its very end: CI keeps no more of the output. */
export const failureLine = (name: string, why: unknown): string =>
  `FAILED ${name}: ${String(why).replace(ANSI_COLORS, '').split('\n', 6).join(' | ')}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const ANSI_COLORS = /\x1b\[[0-9;]*m/g;

/** Prints what failed, and {@link summaryLine} as the last line of a vitest run. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandledErrors) => {
    let passed = 0;
    let failed = 0;
    const fail = (name: string, message: string | undefined) => {
      failed++;
      console.log(failureLine(name, message));
    };
    // A file that could not be loaded has no tests, what fails before the tests of a part is none, an error between tests belongs to none.
    for (const { message } of unhandledErrors) fail('between tests', message);
    for (const module of modules) {
      if (TIMES_FILE) noteUnitFile(module);
      for (const { message } of module.errors()) fail(module.relativeModuleId, message);
      for (const suite of module.children.allSuites())
        for (const { message } of suite.errors()) fail(suite.fullName, message);
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === 'passed') passed++;
        if (state === 'failed') fail(test.fullName, errors[0]?.message);
      }
    }
    console.log(summaryLine(passed, failed));
  };
}
