/** How long each test takes, noted when TIMES_FILE names a file: `npm run test:times` sums it up. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestCase as BrowserTest, TestResult } from '@playwright/test/reporter';
import type { TestModule } from 'vitest/node';

const root = new URL('..', import.meta.url).pathname;

/** The file with the notes, where there is to be one. */
export const TIMES_FILE = process.env.TIMES_FILE ?? '';

/**
 * One test, or (without a title) what its file took beside its tests.
 * @property engine of the store, where the test says one
 * @property ms as a clock on the wall counts
 * @property processor milliseconds of the processor in the processes of its worker; not in PostgreSQL
 */
export type TestTime = {
  suite: 'unit' | 'browser';
  file: string;
  title?: string;
  engine?: 'sqlite' | 'postgres' | undefined;
  project?: string;
  ms: number;
  processor?: number | undefined;
};

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the file, in ms */
    processor?: number;
  }
}

/** The annotation with the processor time of a test in a browser. */
export const PROCESSOR_NOTE = 'processor';

export function noteUnitFile(module: TestModule): void {
  const file = relative(root, module.moduleId);
  const tests = [...module.children.allTests()].map((test): TestTime => {
    const [, engine] = /(?:\(|, on )(sqlite|postgres)\b/.exec(test.fullName) ?? [];
    return {
      suite: 'unit',
      file,
      title: test.fullName,
      engine: engine as TestTime['engine'],
      ms: test.diagnostic()?.duration ?? 0,
    };
  });
  const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } = module.diagnostic();
  const inTests = tests.reduce((sum, { ms }) => sum + ms, 0);
  const whole = duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration;
  note([...tests, { suite: 'unit', file, ms: Math.max(0, whole - inTests), processor: module.meta().processor }]);
}

export function noteBrowserTest(test: BrowserTest, { duration, annotations }: TestResult): void {
  const file = relative(root, test.location.file);
  const [, project = '', , ...titles] = test.titlePath();
  const processor = Number(annotations.find(({ type }) => type === PROCESSOR_NOTE)?.description ?? 0);
  note([{ suite: 'browser', file, title: titles.join(' > '), project, ms: duration, processor }]);
}

function note(times: readonly TestTime[]): void {
  appendFileSync(TIMES_FILE, times.map((time) => `${JSON.stringify(time)}\n`).join(''));
}
