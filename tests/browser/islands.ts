/** When the islands of a page are alive: before that each button is the plain post or link of the page without scripts. */
import { expect, type Page } from '@playwright/test';

/** Islands that come to life by themselves. */
const EAGER = 'astro-island:is([client="idle"], [client="load"])';

/** From now on each action, each key and each expectation on the page waits until all islands that come to life by themselves are alive. */
export async function waitForIslands(page: Page): Promise<void> {
  await page.addInitScript((eager) => {
    let alive = 0;
    const check = () => {
      // Before its end a page may have more islands than are there yet.
      const isWhole = document.readyState !== 'loading';
      if (isWhole && alive >= document.querySelectorAll(eager).length) document.documentElement.dataset.alive = '';
    };
    document.addEventListener('DOMContentLoaded', check);
    document.addEventListener('portale:mounted', () => {
      alive += 1;
      check();
    });
  }, EAGER);
  const alive = () => page.waitForFunction(() => document.documentElement.dataset.alive !== undefined);
  const { keyboard } = page;
  const [press, type] = [keyboard.press.bind(keyboard), keyboard.type.bind(keyboard)];
  keyboard.press = async (...key) => {
    await alive();
    await press(...key);
  };
  keyboard.type = async (...text) => {
    await alive();
    await type(...text);
  };
  // Playwright itself waits until the locator finds nothing any more. An island may be of no height, and then Playwright takes it as not there.
  await page.addLocatorHandler(page.locator(`html:not([data-alive]):has(${EAGER}) > body`), async () => {});
}

/** Turns to the islands that come to life only then, and waits for them. */
export async function touchIslands(page: Page): Promise<void> {
  const islands = page.locator('astro-island[client="touched"]');
  await expect(async () => {
    await islands.last().dispatchEvent('pointerover');
    await expect(islands.and(page.locator('[ssr]'))).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
}
