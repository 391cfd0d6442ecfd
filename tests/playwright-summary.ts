import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { summaryLine } from './summary-reporter.ts';

/** Ends a Playwright run with the same line as a vitest run. A test that passed only at a second try does not count as passed. */
export default class PlaywrightSummary implements Reporter {
  private tests: TestCase[] = [];
  private broken = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onError(): void {
    this.broken++;
  }

  onExit(): Promise<void> {
    const failed = this.tests.filter((t) => t.outcome() === 'unexpected' || t.outcome() === 'flaky').length;
    const passed = this.tests.filter((t) => t.outcome() === 'expected').length;
    console.log(summaryLine(passed, failed + this.broken));
    return Promise.resolve();
  }

  printsToStdio(): boolean {
    return false;
  }
}
