/** Where a problem is: the own position and the map, which are there with scripts only. */
import type { Page } from '@playwright/test';
import { ONE_POINT_PNG } from '../files.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { openData, openReadyBozza } from './flow.ts';

const TASSELLI = /\/\d+\/\d+\/\d+\.png/;
/** Leaflet, and what the form does with it. */
const MAP_CODE = /place-map\.browser/;
const TILES_MISSING = 'Le immagini della mappa non arrivano';

const PHONE = { width: 360, height: 740 };

async function chooseEnte(page: Page, label = 'Comune di Borgosereno'): Promise<void> {
  await openData(page);
  await page.getByLabel('Ente a cui scrivi').selectOption({ label });
}

/** On a phone, where a citizen asks for it. */
async function openMap(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await chooseEnte(page);
  await page.getByRole('button', { name: 'Indica il punto sulla mappa' }).click();
  await expect(page.getByRole('application', { name: 'Mappa' })).toBeFocused();
}

test.describe('on a desk', () => {
  test('the map of the chosen ente is open by itself, takes no focus, and shows a town', async ({
    page,
    accessible,
  }) => {
    const tile = page.waitForResponse(/\/sandbox\/mappa\/16\/\d+\/\d+\.png/);
    await chooseEnte(page);
    const map = page.getByRole('application', { name: 'Mappa' });
    await expect(map).toBeVisible();
    await expect(map).not.toBeFocused();
    const answer = await tile;
    expect(answer.status()).toBe(200);
    expect(answer.headers()['cache-control']).toContain('immutable');
    await expect(page.getByRole('alert').filter({ hasText: TILES_MISSING })).toBeHidden();
    await accessible(page, 'open map');

    const other = page.waitForRequest(TASSELLI);
    await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Città di Portolieve' });
    await other;
  });

  test('the map has its place before its code comes: what stands below does not move under a press', async ({
    page,
  }) => {
    const { promise: line, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(MAP_CODE, async (route) => {
      await line;
      await route.continue();
    });
    await chooseEnte(page);
    const below = page.getByRole('radio', { name: 'Altro' });
    const before = await below.boundingBox();
    await expect(page.getByText('Carichiamo la mappa…')).toBeVisible();
    arrive();
    await expect(page.getByRole('button', { name: 'Ingrandisci' })).toBeVisible();
    expect(await below.boundingBox()).toEqual(before);
  });

  test('a map that a draft opens has its place in the page itself', async ({ page, house, smtp, expected }) => {
    expected.errors.push(/net::ERR_FAILED/, /Failed to fetch dynamically imported module/);
    await openReadyBozza(page, { house, smtp }, newEmail('fermo'), 'dati');
    const top = () => page.evaluate(() => document.querySelector('[value=altro]')?.getBoundingClientRect().y ?? 0);
    await expect(page.getByRole('button', { name: 'Ingrandisci' })).toBeVisible();
    const alive = await top();
    await page.route(/\.js$/, (route) => route.abort());
    await page.reload();
    // But for a line of its hint, which says more once the scripts are there.
    expect(Math.abs((await top()) - alive)).toBeLessThan(25);
  });

  test('a press on the map picks that place, and closing the map leaves a large button', async ({ page }) => {
    await chooseEnte(page);
    const map = page.getByRole('application', { name: 'Mappa' });
    await expect(page.getByRole('button', { name: 'Ingrandisci' })).toBeVisible();
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width / 2 + 100, y: height / 2 - 50 } });
    await expect(page.getByText('Punto scelto sulla mappa.')).toBeVisible();
    await expect(page.locator('input[name=lat]')).not.toHaveValue(/^(42\.5)?$/);
    await page.getByRole('button', { name: 'Chiudi la mappa' }).click();
    const button = page.getByRole('button', { name: 'Indica il punto sulla mappa' });
    await expect(button).toBeFocused();
    expect((await button.boundingBox())?.height).toBeGreaterThan(120);
  });
});

test('on a phone the code of the map is fetched when it is asked for', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.setViewportSize(PHONE);
  await chooseEnte(page);
  await expect(page.getByRole('button', { name: 'Indica il punto sulla mappa' })).toBeVisible();
  expect(asked.filter((url) => MAP_CODE.test(url) || TASSELLI.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'Indica il punto sulla mappa' }).click();
  await expect(page.getByRole('button', { name: 'Ingrandisci' })).toBeVisible();
  expect(asked.filter((url) => MAP_CODE.test(url))).not.toEqual([]);
});

test('the citizen’s own position moves an open map, and the point under its mark stays their position', async ({
  page,
  context,
  accessible,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 45.4642, longitude: 9.19 });
  await page.route(TASSELLI, (route) => route.fulfill({ contentType: 'image/png', body: ONE_POINT_PNG }));
  await openMap(page);
  await expect(page.getByRole('button', { name: 'Ingrandisci' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Riduci' })).toBeVisible();
  await expect(page.getByRole('button', { name: /zoom/i })).toHaveCount(0);
  await accessible(page, 'map');

  const milanTile = page.waitForRequest(/\/17\/\d+\/\d+\.png/);
  await page.getByRole('button', { name: 'Usa la mia posizione' }).click();
  await expect(page.getByText('Posizione indicata: 45.4642, 9.19')).toBeVisible();
  await milanTile;
  await page.getByRole('button', { name: 'Usa questo punto' }).click();
  await expect(page.getByText('Punto scelto sulla mappa.')).toBeVisible();
  await expect(page.getByText('Posizione indicata: 45.4642, 9.19')).toBeVisible();
});

test('a map whose tiles do not arrive says so until they arrive', async ({ page, expected }) => {
  expected.errors.push(/Failed to load resource: net::ERR_FAILED/);
  await page.route(TASSELLI, (route) => route.abort());
  await openMap(page);
  const alert = page.getByRole('alert').filter({ hasText: TILES_MISSING });
  await expect(alert).toBeVisible();

  await page.unroute(TASSELLI);
  await page.route(TASSELLI, (route) => route.fulfill({ contentType: 'image/png', body: ONE_POINT_PNG }));
  await page.getByRole('button', { name: 'Ingrandisci' }).click();
  await expect(alert).toBeHidden();
});

test('a map whose code does not arrive says so, and is closed again', async ({ page, expected }) => {
  expected.errors.push(/Failed to load resource: net::ERR_FAILED/);
  await page.route(MAP_CODE, (route) => route.abort());
  await openMap(page);
  await expect(page.getByRole('alert').filter({ hasText: TILES_MISSING })).toBeVisible();
  await expect(page.getByText('Carichiamo la mappa…')).toHaveCount(0);
  await page.getByRole('button', { name: 'Chiudi la mappa' }).click();
  await expect(page.getByRole('button', { name: 'Indica il punto sulla mappa' })).toBeFocused();
});
