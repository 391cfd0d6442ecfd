import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest begins with the largest files; those of whole portals take longest whatever their size. One that is last runs alone. */
class WholePortalsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWhole = ({ moduleId }: TestSpecification) => moduleId.startsWith(`${import.meta.dirname}/tests/`);
    const sorted = await super.sort(files);
    return [...sorted.filter(isWhole), ...sorted.filter((file) => !isWhole(file))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/stores.ts'],
    reporters: ['default', './tests/summary-reporter.ts'],
    // One more than the two cores: a test that waits for a host leaves its core to another.
    maxWorkers: 3,
    sequence: { sequencer: WholePortalsFirst },
    // Ends what hangs: on a busy machine a test that starts several processes, one after the other, takes longer than is usual.
    testTimeout: 60_000,
    // On a busy machine what is waited for comes later than the second that Vitest would give it.
    expect: { poll: { timeout: 15_000 } },
    // The first portal of a file may wait for PostgreSQL to copy its database.
    hookTimeout: 60_000,
  },
});
