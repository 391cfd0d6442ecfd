/** Files in a form whose script runs. */
import { expect, someone, test } from './fixtures.ts';
import { allega, bozzaPronta, CARICA, pdf, viva } from './passi.ts';

test('a file on its way shows a progress bar', async ({ page, house, smtp }) => {
  await bozzaPronta(page, { house, smtp }, someone('avanza'), 'dati');
  const bar = page.getByRole('progressbar', { name: 'Carico lento.pdf' });
  await page.route(`**${CARICA}`, async (route) => {
    await expect(bar).toBeVisible();
    await route.continue();
  });
  await allega(page, pdf('lento.pdf'), true);
  await expect(page.getByRole('button', { name: 'Togli lento.pdf' })).toBeVisible();
  await expect(bar).toBeHidden();
});

test('a file chosen before the script came is uploaded when it comes', async ({ page, house, smtp }) => {
  await bozzaPronta(page, { house, smtp }, someone('presto'), 'dati');
  const held: (() => void)[] = [];
  let open = false;
  await page.route('**/_astro/*.js', async (route) => {
    if (!open) await new Promise<void>((come) => held.push(come));
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await allega(page, pdf('presto.pdf'), true);
  open = true;
  for (const come of held) come();
  await viva(page);
  await expect(page.getByRole('button', { name: 'Togli presto.pdf' })).toBeVisible();
});
