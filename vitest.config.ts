import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/stores.ts'],
    reporters: ['default', './tests/summary-reporter.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    // On a busy machine what is waited for comes later than the second that Vitest would give it.
    expect: { poll: { timeout: 15_000 } },
    // The first portal of a file may wait for PostgreSQL to copy its database.
    hookTimeout: 60_000,
  },
});
