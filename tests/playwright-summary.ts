import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { summaryLine } from './summary-reporter.ts';

/** Ends a Playwright run with the same line as a vitest run. What passed only at a second try is told. */
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
    const of = (outcome: string) => this.tests.filter((t) => t.outcome() === outcome).length;
    const failed = of('unexpected');
    const passed = of('expected') + of('flaky');
    if (of('flaky') > 0) console.log(`${of('flaky')} only at the second try`);
    console.log(summaryLine(passed, failed + this.broken));
    return Promise.resolve();
  }

  printsToStdio(): boolean {
    return false;
  }
}
