import type { Reporter } from 'vitest/node';
import { noteUnitFile, TIMES_FILE } from './test-times.ts';

/** The line with which every run ends, whatever ran it. Tests that were skipped count as neither. */
export function summaryLine(passed: number, failed: number): string {
  return `${passed} passed, ${failed} failed`;
}

/** Prints {@link summaryLine} as the last line of a vitest run. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandledErrors) => {
    let passed = 0;
    // A file that could not be loaded has no tests, and an error between tests belongs to none.
    let failed = unhandledErrors.length + modules.reduce((sum, module) => sum + module.errors().length, 0);
    for (const module of modules) {
      if (TIMES_FILE) noteUnitFile(module);
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') passed++;
        if (test.result().state === 'failed') failed++;
      }
    }
    console.log(summaryLine(passed, failed));
  };
}
