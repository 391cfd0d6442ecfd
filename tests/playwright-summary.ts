import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { allStates, STATE_NOTE } from './browser/states.ts';
import { failureLine, summaryLine } from './summary-reporter.ts';
import { noteBrowserTest, TIMES_FILE } from './test-times.ts';

/**
 * Ends a Playwright run with the same line as a vitest run. A test that passed only at a second try does not count as passed. What a test
 * that failed attached as text is printed whole at the end: Playwright's own reporter prints its first lines, and CI keeps no files.
 * In a whole run (WHOLE_RUN) each state that no test has reached is a failure.
 */
export default class PlaywrightSummary implements Reporter {
  private tests: TestCase[] = [];
  private broken = 0;
  private readonly attached: string[] = [];
  private readonly failures: string[] = [];
  private readonly judged = new Set<string>();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const { status, attachments } = result;
    if (TIMES_FILE) noteBrowserTest(test, result);
    for (const { type, description = '' } of result.annotations) if (type === STATE_NOTE) this.judged.add(description);
    if (status === test.expectedStatus) return;
    this.failures.push(failureLine(test.titlePath().join(' › '), result.error?.message));
    for (const { name, contentType, body } of attachments)
      if (body && contentType === 'text/plain') this.attached.push(`\n${test.title}: ${name}\n${body}\n`);
  }

  onError({ message }: TestError): void {
    this.broken++;
    this.failures.push(failureLine('between tests', message));
  }

  onExit(): Promise<void> {
    for (const text of [...this.attached, ...this.failures]) console.log(text);
    const unseen = process.env.WHOLE_RUN ? allStates().filter((state) => !this.judged.has(state)) : [];
    for (const state of unseen) console.log(failureLine('No test has reached', state));
    const failed = this.tests.filter((t) => t.outcome() === 'unexpected' || t.outcome() === 'flaky').length;
    const passed = this.tests.filter((t) => t.outcome() === 'expected').length;
    console.log(summaryLine(passed, failed + this.broken + unseen.length));
    return Promise.resolve();
  }

  printsToStdio(): boolean {
    return false;
  }
}
