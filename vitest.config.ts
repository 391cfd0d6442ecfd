import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest begins with the largest files; those of whole portals take longest whatever their size. One that is last runs alone. */
class WholePortalsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWhole = ({ moduleId }: TestSpecification) => moduleId.startsWith(`${import.meta.dirname}/tests/`);
    const sorted = await super.sort(files);
    return [...sorted.filter(isWhole), ...sorted.filter((file) => !isWhole(file))];
  }
}

/** They give the process what a browser has, and take modules' places. */
const BROWSER_CODE = ['src/**/*.browser.test.ts', 'src/**/*.store.test.ts'];

/** Files in an order of chance, too: a sequencer of ours would keep its own. */
const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    reporters: ['default', './tests/summary-reporter.ts'],
    setupFiles: ['tests/noted.ts'],
    // One more than the two cores: a test that waits for a host leaves its core to another.
    maxWorkers: 3,
    sequence: isShuffled ? {} : { sequencer: WholePortalsFirst },
    // Ends what hangs: on a busy machine a test that starts several processes, one after the other, takes longer than is usual.
    testTimeout: 60_000,
    // On a busy machine what is waited for comes later than the second that Vitest would give it.
    expect: { poll: { timeout: 15_000 } },
    // The first portal of a file may wait for PostgreSQL to copy its database.
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'portal',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...BROWSER_CODE],
          globalSetup: ['tests/stores.ts'],
          // A worker reads the portal once and has one store of each engine, for all its files.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'browser code', include: BROWSER_CODE } },
    ],
  },
});
