/** A report becomes public: what everybody sees before and after an operator releases it, and once it is taken off; with and without JavaScript. */
import sharp from 'sharp';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { sendSegnalazione } from './flow.ts';
import { pressFirstReport } from './map-flow.ts';

test('a report is on the public list with its type alone until an operator releases it, and is gone when it is taken off', async ({
  page,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const name = `Panchina ${crypto.randomUUID().slice(0, 8)}`;
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a7' } })
    .jpeg()
    .toBuffer();
  const { operatorUrl } = await sendSegnalazione(
    { house, smtp },
    newEmail('pubblica'),
    { codice: 'SF310', oggetto: name, descrizione: 'Chiamate Mario Bianchi al 333 1234567.' },
    [{ name: 'panchina.jpg', mimeType: 'image/jpeg', buffer: picture }],
  );

  await page.goto('/segnalazioni?ente=borgosereno');
  await expect(page.getByText(/^Negli ultimi 12 mesi sono state risolte \d+ segnalazioni$/)).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ricevuta' }).first()).toContainText(
    'Strade, parcheggi e mobilità',
  );
  await accessible(page, 'public list');

  await logIn(page, 'olga', new URL(operatorUrl).pathname);
  await page.getByRole('link', { name: 'Elenco pubblico', exact: true }).click();
  await accessible(page, 'release');
  await page.getByRole('button', { name: 'Vedi come apparirà' }).click();
  await expect(page.getByText('«Mario Bianchi» sembra il nome di una persona')).toBeVisible();
  await expect(page.getByText('«333 1234567» sembra un numero di telefono')).toBeVisible();
  await page.getByRole('textbox', { name: 'Testo' }).fill('Manca lo schienale.');
  await page.getByRole('checkbox', { name: 'Pubblica panchina.jpg' }).check();
  if (scripted) {
    await page.getByRole('button', { name: 'Sfoca una parte' }).click();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('Una parte sarà sfocata.')).toBeVisible();
    // A press adds a box on the photo itself, and takes it away again.
    const shown = page.getByRole('img', { name: 'Foto panchina.jpg' });
    await shown.click({ position: { x: 10, y: 10 } });
    const second = page.getByRole('button', { name: /^Parte sfocata 2/ });
    const [box, frame] = [await second.boundingBox(), await shown.boundingBox()];
    expect(
      box && frame && box.x >= frame.x - 1 && box.y >= frame.y - 1 && box.y + box.height < frame.y + frame.height,
    ).toBe(true);
    await second.click();
    await expect(page.getByText('Una parte sarà sfocata.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Vedi come apparirà' }).click();
  await expect(page.getByRole('heading', { name: 'Così la leggeranno tutti' })).toBeVisible();
  await expect(page.getByText('Manca lo schienale.').first()).toBeVisible();
  await expect(page.getByText('sembra il nome')).toHaveCount(0);
  await accessible(page, 'preview');
  await page.getByRole('button', { name: 'Pubblica', exact: true }).click();
  await expect(page.getByText('Pubblicata', { exact: true })).toBeVisible();
  const publicPath = await page.getByRole('link', { name: 'nella sua pagina' }).getAttribute('href');
  await logOut(page, javaScriptEnabled);

  // Among many of one day it may be on another page of the list.
  await page.goto(publicPath ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Manca lo schienale.')).toBeVisible();
  await expect(page.getByText(/Mario|333/)).toHaveCount(0);
  const photo = page.getByRole('img', { name: 'Foto della segnalazione' });
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400);
  await accessible(page, 'public report');

  await logIn(page, 'olga', new URL(operatorUrl).pathname);
  await page.getByRole('link', { name: 'Elenco pubblico', exact: true }).click();
  await page.getByText('Togli dall’elenco pubblico').click();
  await page.getByRole('button', { name: 'Sì, togli' }).click();
  await expect(page.getByText('Tolta dall’elenco', { exact: true })).toBeVisible();
  const gone = await page.request.get(publicPath ?? '');
  expect(gone.status()).toBe(404);
});

test('the map of the reports shows them by state and by number, leads to a report, and says in words where there is no script', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await page.goto('/segnalazioni?ente=borgosereno');
  await page.getByRole('link', { name: 'Mappa', exact: true }).click();
  if (javaScriptEnabled === false) {
    await page.getByRole('link', { name: 'Centro', exact: true }).click();
    await expect(page.getByLabel('Zona')).toHaveValue('centro');
    return;
  }
  await expect(page.getByText(/^\d+ segnalazioni in questa parte della mappa\.$/)).toBeVisible();
  await accessible(page, 'public map');
  await pressFirstReport(page, /, (ricevuta|in lavorazione|conclusa)$/);
  await expect(page).toHaveURL(/\/segnalazioni\/demo-borgosereno-\d+$/);

  // What there is fills the map when it opens, beside the list where there is room.
  await page.goto('/segnalazioni?ente=borgosereno&vista=mappa');
  await expect(page.locator('.segno[role=button]')).not.toHaveCount(0);
  expect(await page.locator('.segno[role=button]').count()).toBeGreaterThan(8);
  // Whichever is the newest: other tests report, too.
  const list = page.locator('ul.elenco').getByRole('link').first();
  await expect(list).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mappa delle segnalazioni' })).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(list).toBeHidden();
});

test('a public report shows where it is on a picture of the map, and is sent on in one press', async ({
  page,
  context,
  accessible,
  javaScriptEnabled,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/segnalazioni/demo-borgosereno-1');
  const picture = page.getByRole('img', { name: 'Mappa con il punto indicato' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
  const share = page.getByRole('region', { name: 'Condividi' });
  await expect(share.getByRole('link', { name: 'E-mail' })).toHaveAttribute(
    'href',
    /^mailto:\?subject=.+demo-borgosereno-1$/,
  );
  await expect(share.getByRole('button')).toHaveCount(javaScriptEnabled === false ? 0 : 1);
  await accessible(page, 'public report with its place');
  const onScreenOnly = [share, page.getByRole('region', { name: /^Segui/ })];
  for (const part of onScreenOnly) await expect(part).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const part of onScreenOnly) await expect(part).toBeHidden();
  await expect(picture).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  if (javaScriptEnabled === false) return;
  await share.getByRole('button', { name: 'Copia l’indirizzo' }).click();
  await expect(share.getByRole('status')).toHaveText('Indirizzo copiato.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/segnalazioni\/demo-borgosereno-1$/);
});

for (const { path, button } of [
  { path: '/segnalazioni', button: 'Mostra le segnalazioni' },
  { path: '/trasparenza', button: 'Mostra le cifre' },
])
  test(`${path} says that a municipality has to be chosen, when none was`, { tag: '@plain' }, async ({
    page,
    accessible,
  }) => {
    await page.goto(path);
    await page.getByRole('button', { name: button }).click();
    await expect(page).toHaveTitle(/^Errore: /);
    await expect(page.getByRole('group', { name: "C'è un problema" })).toBeFocused();
    await page.getByRole('link', { name: 'Scegli il Comune.' }).click();
    await expect(page.getByLabel('Di quale Comune?')).toBeFocused();
    await expect(page.getByLabel('Di quale Comune?')).toHaveAccessibleDescription('Errore: Scegli il Comune.');
    await accessible(page, 'no municipality');
    await page.getByLabel('Di quale Comune?').selectOption({ label: 'Comune di Borgosereno' });
    await page.getByRole('button', { name: button }).click();
    await expect(page).toHaveTitle(/^(?!Errore)/);
    await expect(page.getByRole('group', { name: "C'è un problema" })).toHaveCount(0);
  });

test('the figures fit a phone: no table is wider than its frame, and the hidden columns stand under the others', {
  tag: '@plain',
}, async ({ page, accessible }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/trasparenza?ente=borgosereno');
  const tables = page.locator('main table');
  await expect(tables.first()).toBeVisible();
  await accessible(page, 'figures');
  for (const table of await tables.all()) {
    const { wider, columns, cells } = await table.evaluate((element: HTMLTableElement) => {
      const frame = element.closest('section') ?? element;
      const shown = (nodes: Iterable<Element>) => [...nodes].filter((node) => node.checkVisibility());
      return {
        wider: frame.scrollWidth - frame.clientWidth,
        columns: shown(element.tHead?.rows[0]?.cells ?? []).map(({ textContent }) => textContent),
        cells: shown(element.tBodies[0]?.rows[0]?.cells ?? []).length,
      };
    });
    expect([wider, cells]).toEqual([0, columns.length]);
    expect(new Set(columns).size).toBe(columns.length);
  }
});
