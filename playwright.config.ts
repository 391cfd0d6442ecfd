import { defineConfig } from '@playwright/test';
import { chromiumPath } from './tests/chromium.ts';

const executablePath = await chromiumPath();
// The pages of one browser have one process, see tests/browser/shared-browser.ts. A wide page is painted as one tile: the twenty that Chromium
// makes of it take a tenth more of the processor.
const args = ['--no-sandbox', '--process-per-site', '--default-tile-width=1280', '--default-tile-height=1024'];
// What a service worker fetches no test can change on its way; tests of the worker itself let it in.
const use = {
  serviceWorkers: 'block' as const,
  launchOptions: { executablePath, args },
  locale: 'it-IT',
  timezoneId: 'Europe/Rome',
};

/**
 * Of the journeys that are walked with scripts and without, those tagged `@plain` are over pages without a script of their own, and those
 * tagged `@scripts` ask for nothing that another one does not ask without scripts. A whole run walks them once; a run of named files and an
 * audit walk all both ways.
 */
const walkedOnce = (tag: RegExp) => (process.env.WHOLE_RUN ? tag : []);

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  globalSetup: './tests/sandbox-model.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // One more than the two cores: a test that waits for an answer leaves its core to another.
  workers: 3,
  // An audit looks at each state for some seconds.
  timeout: process.env.AUDIT_FOLDER ? 300_000 : 120_000,
  // Longer than the portal lets anybody wait: a busy machine is no fault of the page.
  expect: { timeout: 15_000, toHaveScreenshot: { pathTemplate: 'tests/browser/pictures/{arg}{ext}' } },
  snapshotPathTemplate: 'tests/browser/trees/{arg}{ext}',
  reporter: [['list'], ['./tests/playwright-summary.ts']],
  use: { ...use, viewport: { width: 1280, height: 900 } },
  projects: [
    { name: 'javascript', testIgnore: /\.nojs\.spec\.ts/, grepInvert: walkedOnce(/@plain/) },
    {
      name: 'senza javascript',
      testMatch: /\.(nojs|both)\.spec\.ts/,
      grepInvert: walkedOnce(/@scripts/),
      use: { javaScriptEnabled: false, viewport: { width: 360, height: 800 } },
    },
  ],
});
