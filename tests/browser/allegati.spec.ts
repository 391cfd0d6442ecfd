/** Files in a form whose script runs. */
import { Buffer } from 'node:buffer';
import { expect, newEmail, test } from './fixtures.ts';
import { attachFiles, openReadyBozza, pdfFile, UPLOAD_API, uploadFile } from './flow.ts';

test('a file on its way shows a progress bar', async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('avanza'), 'dati');
  const bar = page.getByRole('progressbar', { name: 'Carico lento.pdf' });
  await page.route(`**${UPLOAD_API}`, async (route) => {
    await expect(bar).toBeVisible();
    await route.continue();
  });
  await attachFiles(page, pdfFile('lento.pdf'), true);
  await expect(page.getByRole('button', { name: 'Togli lento.pdf' })).toBeVisible();
  await expect(bar).toBeHidden();
});

test.describe('before the script has come', () => {
  test.use({ onceAlive: false });

  test('a file that the citizen chooses is uploaded once the script comes', async ({ page, house, smtp }) => {
    await openReadyBozza(page, { house, smtp }, newEmail('presto'), 'dati');
    const held: (() => void)[] = [];
    let open = false;
    await page.route('**/_astro/*.js', async (route) => {
      if (!open) await new Promise<void>((release) => held.push(release));
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await attachFiles(page, pdfFile('presto.pdf'), true);
    open = true;
    for (const release of held) release();
    await expect(page.getByRole('button', { name: 'Togli presto.pdf' })).toBeVisible();
  });
});

test('a file chosen while the script comes to life is uploaded once', async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('subito'), 'dati');
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(UPLOAD_API)) uploads++;
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
  await expect(page.getByText(/File caricato: 1 in tutto/)).toBeAttached();
  await expect(page.getByRole('button', { name: 'Togli subito.pdf' })).toHaveCount(1);
  expect(uploads).toBe(1);
});

test('while a file is being uploaded its field keeps the focus, and another file may be chosen', async ({
  page,
  house,
  smtp,
}) => {
  await openReadyBozza(page, { house, smtp }, newEmail('fuoco'), 'dati');
  const field = page.locator('#file');
  const held: (() => void)[] = [];
  await page.route(`**${UPLOAD_API}`, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await field.focus();
  await attachFiles(page, pdfFile('primo.pdf'), true);
  await expect(page.getByRole('progressbar', { name: 'Carico primo.pdf' })).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toBeEnabled();
  await attachFiles(page, pdfFile('secondo.pdf'), true);
  for (const name of ['primo.pdf', 'secondo.pdf']) {
    await expect.poll(() => held.length).toBe(1);
    held.shift()?.();
    await expect(page.getByRole('button', { name: `Togli ${name}` })).toBeVisible();
  }
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Togli primo.pdf' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Togli primo.pdf' })).toBeHidden();
  await expect(field).toBeFocused();
});

test('a refused file is announced to a screen reader, beside one that was accepted and a second time too', async ({
  page,
  house,
  smtp,
}) => {
  await openReadyBozza(page, { house, smtp }, newEmail('detto'), 'dati');
  const said = page.getByRole('status').filter({ hasText: 'falso.pdf' });
  const fake = { ...pdfFile('falso.pdf'), buffer: Buffer.from('<!doctype html>') };
  await attachFiles(page, [pdfFile('buono.pdf'), fake], true);
  await expect(said).toHaveText(/^File caricato: 1 in tutto\. falso\.pdf: .*Accettiamo file PDF/);
  // The same words are said again: they go and come.
  const announced = page.evaluate(() => {
    const status = [...document.querySelectorAll('[role="status"]')].find((s) => s.textContent?.includes('falso.pdf'));
    return new Promise<string[]>((done) => {
      const parole: string[] = [];
      new MutationObserver(() => {
        parole.push(status?.textContent ?? '');
        if (status?.textContent) done(parole);
      }).observe(status as Element, { childList: true, characterData: true, subtree: true });
    });
  });
  await attachFiles(page, fake, true);
  expect(await announced).toEqual(['', expect.stringMatching(/^falso\.pdf: /)]);
});

test('after the last file that a form takes, the focus is on the words that say so', async ({ page, house, smtp }) => {
  const citizen = await openReadyBozza(page, { house, smtp }, newEmail('pieno'), 'dati');
  for (let n = 1; n <= 9; n++) await uploadFile(citizen, pdfFile(`n${n}.pdf`));
  await page.reload();
  await page.locator('#file').focus();
  await attachFiles(page, pdfFile('n10.pdf'), true);
  await expect(page.locator('#file')).toContainText('Hai allegato 10 file, il massimo');
  await expect(page.locator('#file')).toBeFocused();
});
