/** When the islands of a page are alive: before that each button is the plain post or link of the page without scripts. */
import { expect, type Page } from '@playwright/test';

/** Islands that come to life by themselves. */
const EAGER = 'astro-island:is([client="idle"], [client="load"])';

/**
 * From now on each action and each expectation on the page waits until all islands that come to life by themselves are alive. Keys that
 * go to no locator do not wait: they follow an expectation.
 */
export async function waitForIslands(page: Page): Promise<void> {
  await page.addInitScript((eager) => {
    let alive = 0;
    document.addEventListener('portale:mounted', () => {
      alive += 1;
      if (alive >= document.querySelectorAll(eager).length) document.documentElement.dataset.alive = '';
    });
  }, EAGER);
  // Playwright itself waits until the locator finds nothing any more.
  await page.addLocatorHandler(page.locator(`html:not([data-alive]) ${EAGER}`).first(), async () => {});
}

/** Turns to the islands that come to life only then, and waits for them. */
export async function touchIslands(page: Page): Promise<void> {
  const islands = page.locator('astro-island[client="touched"]');
  await expect(async () => {
    await islands.last().dispatchEvent('pointerover');
    await expect(islands.and(page.locator('[ssr]'))).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
}
