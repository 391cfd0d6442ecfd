import { defineConfig } from '@playwright/test';
import { chromiumPath } from './tests/chromium.ts';

const executablePath = await chromiumPath();
// A wide page is painted as one tile: the twenty that Chromium makes of it take a tenth more of the processor.
const args = ['--no-sandbox', '--default-tile-width=1280', '--default-tile-height=1024'];
// What a service worker fetches no test can change on its way; tests of the worker itself let it in.
const use = {
  serviceWorkers: 'block' as const,
  launchOptions: { executablePath, args },
  locale: 'it-IT',
  timezoneId: 'Europe/Rome',
};

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
    { name: 'javascript', testIgnore: /\.nojs\.spec\.ts/ },
    {
      name: 'senza javascript',
      testMatch: /\.(nojs|both)\.spec\.ts/,
      use: { javaScriptEnabled: false, viewport: { width: 360, height: 800 } },
    },
  ],
});
