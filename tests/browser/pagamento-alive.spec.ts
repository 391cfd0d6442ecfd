/** The form to pay while its scripts are still on their way. */
import { expect, test } from './fixtures.ts';

test.use({ onceAlive: false });

for (const width of [360, 1280])
  test(`at ${width} px the button that is about to be pressed stays where it is when the scripts come`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const held: (() => void)[] = [];
    let open = false;
    await page.route('**/_astro/*.js', async (route) => {
      if (!open) await new Promise<void>((release) => held.push(release));
      await route.continue();
    });
    await page.goto('/servizio/paga-online', { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: 'Controlla l’avviso' });
    await expect(button).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leggi il codice QR' })).toBeHidden();
    await page.evaluate(() => document.fonts.ready);
    const before = await button.boundingBox();
    open = true;
    for (const release of held) release();
    await expect(page.getByRole('button', { name: 'Leggi il codice QR' })).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
  });
