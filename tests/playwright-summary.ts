import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { summaryLine } from './summary-reporter.ts';
import { noteBrowserTest, TIMES_FILE } from './test-times.ts';

/**
 * Ends a Playwright run with the same line as a vitest run. A test that passed only at a second try does not count as passed. What a test
 * that failed attached as text is printed whole at the end: Playwright's own reporter prints its first lines, and CI keeps no files.
 */
export default class PlaywrightSummary implements Reporter {
  private tests: TestCase[] = [];
  private broken = 0;
  private readonly attached: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { status, attachments } = result;
    if (TIMES_FILE) noteBrowserTest(test, result);
    if (status === test.expectedStatus) return;
    for (const { name, contentType, body } of attachments)
      if (body && contentType === 'text/plain') this.attached.push(`\n${test.title}: ${name}\n${body}\n`);
  }

  onError(): void {
    this.broken++;
  }

  onExit(): Promise<void> {
    for (const text of this.attached) console.log(text);
    const failed = this.tests.filter((t) => t.outcome() === 'unexpected' || t.outcome() === 'flaky').length;
    const passed = this.tests.filter((t) => t.outcome() === 'expected').length;
    console.log(summaryLine(passed, failed + this.broken));
    return Promise.resolve();
  }

  printsToStdio(): boolean {
    return false;
  }
}
