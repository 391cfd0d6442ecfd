/** Where a problem is: the own position and the map, which are there with scripts only. */
import type { Page } from '@playwright/test';
import { ONE_POINT_PNG } from '../files.ts';
import { expect, test } from './fixtures.ts';
import { openData } from './flow.ts';

const TASSELLI = /\/\d+\/\d+\/\d+\.png/;
const TILES_MISSING = 'Le immagini della mappa non arrivano';

async function openMap(page: Page): Promise<void> {
  await openData(page);
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await page.getByRole('button', { name: 'Indica il punto sulla mappa' }).click();
  await expect(page.getByRole('application', { name: 'Mappa' })).toBeFocused();
}

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
