/** Names and words as long as people have them, and text of twice the size, make no page wider than the screen. */
import type { Page } from '@playwright/test';
import { screensInTurn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { DEMO_SCREENS } from './screens.ts';

const WORD = 'Precipitevolissimevolmente'.repeat(3).slice(0, 60);
const PERSON = 'Mariantonietta Giuseppina Alessandra de’ Quattrocchi Montecuccoli della Duchessa';
const TOWN = 'Unione dei Comuni della Valle del Torrente Grandefiumeazzurro e delle Terre di Mezzo';

async function expectNoWider(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const shown = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(shown, `${name} at ${width}`).toBeLessThanOrEqual(width);
}

test('no page scrolls sideways for a word of 60 letters, a name of 80, or a town with a long name', async ({
  page,
}) => {
  test.slow();
  for await (const { name, path } of screensInTurn(page, DEMO_SCREENS)) {
    await page.goto(path);
    await page.evaluate(
      ([word, person, town]) => {
        // What people have typed stands in a `bdi`.
        for (const typed of document.querySelectorAll('bdi:not(:has(*))')) typed.textContent = word;
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const text = texts.currentNode as Text;
          text.data = text.data.replaceAll(/Mario Rossi|Olga Neri/g, person).replaceAll('Comune di Borgosereno', town);
        }
      },
      [WORD, PERSON, TOWN] as const,
    );
    await expectNoWider(page, name, 320);
    await expectNoWider(page, name, 1280);
  }
});

test('no page of a wide screen scrolls sideways with text of twice the size', async ({ page }) => {
  test.slow();
  for await (const { name, path } of screensInTurn(page, DEMO_SCREENS)) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectNoWider(page, name, 1280);
  }
});
