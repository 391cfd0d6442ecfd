/** Where the system's own colours replace those of the portal, what is current or chosen can still be told. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';

test('with forced colours the current tab and filter are told from the others, and a badge has an edge', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await logIn(page, 'mario', '/area-riservata?scheda=documenti');
  const main = page.getByRole('main');
  const styleOf = (name: RegExp, property: string) =>
    main
      .getByRole('link', { name })
      .first()
      .evaluate((link, wanted) => getComputedStyle(link).getPropertyValue(wanted), property);
  expect(await styleOf(/^Documenti/, 'background-color')).not.toBe(await styleOf(/^Pratiche/, 'background-color'));
  expect(await styleOf(/^Tutti/, 'background-color')).not.toBe(await styleOf(/^Da pagare/, 'background-color'));
  // The bar under a tab that is not the current one has the colour of the page.
  const ground = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'Canvas';
    return getComputedStyle(probe).color;
  });
  expect(await styleOf(/^Pratiche/, 'border-bottom-color')).toBe(ground);
  await expect(main.locator('.badge').first()).toHaveCSS('border-top-style', 'solid');
});
