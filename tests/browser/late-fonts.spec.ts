/** Text that is shown before the fonts arrive stays where it is when they do. */
import type { Page } from '@playwright/test';
import { screensInTurn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { DEMO_SCREENS } from './screens.ts';

/** Up to 0.1 is good; at 0.02 nobody sees anything move. */
const MAX_SHIFT = 0.02;

test.use({ ownBrowser: true, viewport: { width: 360, height: 740 } });

test('on a slow line no page moves when its fonts arrive', async ({ page }) => {
  const shifts: string[] = [];
  let late = 0;
  let shown = Promise.withResolvers<void>();
  // A page with a route has no cache: each asks for its fonts again.
  await page.route('**/*.woff2', async (route) => {
    late++;
    await shown.promise;
    await route.continue();
  });
  for await (const screen of screensInTurn(page, DEMO_SCREENS)) {
    shown = Promise.withResolvers();
    await page.goto(screen.path, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    shown.resolve();
    const shift = await layoutShift(page);
    if (shift > MAX_SHIFT) shifts.push(`${screen.name} ${shift.toFixed(3)}`);
  }
  expect(shifts).toEqual([]);
  expect(late).toBeGreaterThanOrEqual(DEMO_SCREENS.length);
});

/** How far what was shown has moved once the fonts are there. */
const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await document.fonts.ready;
    await painted();
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    await painted();
    return sum;
  });
