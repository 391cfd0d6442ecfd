/** Files in a form whose script runs. */
import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { expect, newEmail, test } from './fixtures.ts';
import { attachFiles, type ChosenFile, openReadyBozza, pdfFile, UPLOAD_API, uploadFile } from './flow.ts';

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

for (const [pointer, device] of [
  ['with a mouse', {}],
  ['on a telephone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
] as const)
  test.describe(`before the script has come, ${pointer}`, () => {
    test.use({ onceAlive: false, ...device });

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
    new MutationObserver((_, observer) => {
      const island = document.querySelector('astro-island');
      const input = document.querySelector<HTMLInputElement>('#file');
      if (!island || !input || island.hasAttribute('ssr')) return;
      observer.disconnect();
      const chosen = new DataTransfer();
      chosen.items.add(new File(['%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF\n'], 'subito.pdf', { type: 'application/pdf' }));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      // Watched from the start: with a warm cache the island may be handed over before the document is whole.
    }).observe(document, { subtree: true, childList: true, attributes: true });
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

/** A photo as a phone held upright takes it: its pixels lie on their side. */
async function phonePhoto(name: string, width: number, height: number): Promise<ChosenFile> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const picture = sharp({ create: { width, height, channels: 3, background: '#085', noise } });
  return { name, mimeType: 'image/jpeg', buffer: await picture.withMetadata({ orientation: 6 }).jpeg().toBuffer() };
}

test('of several files chosen together a large photo arrives smaller and upright, a small one as it is, and a refused one holds up none', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  await openReadyBozza(page, { house, smtp }, newEmail('insieme'), 'dati');
  const large = await phonePhoto('grande.jpg', 4000, 3000);
  const small = await phonePhoto('piccola.jpg', 400, 300);
  const fake = { ...pdfFile('falso.pdf'), buffer: Buffer.from('<!doctype html>') };
  // A photo that this browser cannot decode goes as it is, and the portal says what is wrong with it.
  const broken = { name: 'rotta.heic', mimeType: 'image/heic', buffer: Buffer.from('not a picture') };
  await attachFiles(page, [large, fake, small, broken], true);
  const list = page.getByRole('list', { name: 'File allegati: Foto e documenti' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('#file-errore')).toHaveText(/falso\.pdf: .*\n\s*rotta\.heic: /);
  await accessible(page, 'due foto, e due file rifiutati');

  const stored = async (name: string) => {
    const address = await page.getByRole('link', { name: `Ingrandisci ${name}` }).getAttribute('href');
    const bytes = await (await page.request.get(address ?? '')).body();
    return { bytes, ...(await sharp(bytes).metadata()) };
  };
  const shrunk = await stored('grande.jpg');
  expect([shrunk.width, shrunk.height]).toEqual([1920, 2560]);
  expect(shrunk.orientation ?? 1).toBe(1);
  expect(shrunk.bytes.length).toBeLessThan(large.buffer.length);
  expect(await stored('piccola.jpg')).toMatchObject({ width: 400, height: 300 });
});

test('a large photo arrives smaller from a browser that draws in the page alone', async ({ page, house, smtp }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas'));
  await openReadyBozza(page, { house, smtp }, newEmail('safari'), 'dati');
  await attachFiles(page, [await phonePhoto('grande.jpg', 4000, 3000)], true);
  const address = await page.getByRole('link', { name: 'Ingrandisci grande.jpg' }).getAttribute('href');
  const { width, height } = await sharp(await (await page.request.get(address ?? '')).body()).metadata();
  expect([width, height]).toEqual([1920, 2560]);
});

test('a preview opens large by keyboard, and the focus comes back to it', async ({ page, house, smtp, accessible }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('grande'), 'dati');
  await attachFiles(page, await phonePhoto('palo.jpg', 1200, 900), true);
  const preview = page.getByRole('link', { name: 'Ingrandisci palo.jpg' });
  const previewWidth = (await preview.getByRole('img').boundingBox())?.width ?? Number.NaN;
  for (const close of ['Enter', 'Escape']) {
    await preview.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'palo.jpg' });
    await expect(dialog.getByRole('button', { name: 'Chiudi' })).toBeFocused();
    const picture = dialog.getByRole('img', { name: 'palo.jpg' });
    await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(4 * previewWidth);
    if (close === 'Enter') await accessible(page, 'la foto in grande');
    await page.keyboard.press(close);
    await expect(dialog).toHaveCount(0);
    await expect(preview).toBeFocused();
  }
});

test('Enter in a note saves it and does not send the form', async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('invio'), 'dati');
  await attachFiles(page, pdfFile('palo.pdf'), true);
  await page.getByLabel('Nota per palo.pdf').fill('Il palo');
  await page.getByLabel('Nota per palo.pdf').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Nota di palo.pdf salvata.' })).toBeAttached();
  await expect(page).toHaveURL(/passo=dati/);
  await page.reload();
  await expect(page.getByLabel('Nota per palo.pdf')).toHaveValue('Il palo');
});

test('files are dropped on the field', async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('trascina'), 'dati');
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['uno.pdf', 'due.pdf'])
      data.items.add(new File(['%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF\n'], name, { type: 'application/pdf' }));
    return data;
  });
  await page.getByText('Carica file o trascinali qui').dispatchEvent('drop', { dataTransfer: dropped });
  for (const name of ['uno.pdf', 'due.pdf'])
    await expect(page.getByRole('button', { name: `Togli ${name}` })).toBeVisible();
});

test.describe('on a telephone', () => {
  test.use({ ownBrowser: true, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a photo is taken by a button of its own', async ({ page, house, smtp, accessible }) => {
    await openReadyBozza(page, { house, smtp }, newEmail('scatta'), 'dati');
    const camera = page.getByLabel('Scatta una foto');
    await expect(camera).toHaveAttribute('capture', 'environment');
    await camera.setInputFiles(await phonePhoto('scattata.jpg', 400, 300));
    await expect(page.getByRole('button', { name: 'Togli scattata.jpg' })).toBeVisible();
    await accessible(page, 'una foto scattata');
  });
});
