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

test('a file chosen while the script comes to life is uploaded once', async ({ page, house, smtp }) => {
  await bozzaPronta(page, { house, smtp }, someone('subito'), 'dati');
  let caricati = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(CARICA)) caricati++;
  });
  // Its attribute falls when the island has been handed to React, which brings it to life only after that.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const island = document.querySelector('astro-island');
      const input = document.querySelector<HTMLInputElement>('#file');
      if (!island || !input) return;
      new MutationObserver((_, observer) => {
        if (island.hasAttribute('ssr')) return;
        observer.disconnect();
        const chosen = new DataTransfer();
        chosen.items.add(new File(['%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF\n'], 'subito.pdf', { type: 'application/pdf' }));
        input.files = chosen.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }).observe(island, { attributes: true });
    });
  });
  await page.reload();
  await viva(page);
  await expect(page.getByText(/File caricato: 1 in tutto/)).toBeAttached();
  await expect(page.getByRole('button', { name: 'Togli subito.pdf' })).toHaveCount(1);
  expect(caricati).toBe(1);
});
