/** A portal of a province, once scripts run: enti are suggested while their name is typed, and those nearby. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { acceptPrivacy, fillFields } from './flow.ts';
import { addPaesi } from './paesi.ts';

// A portal of its own.
test.use({ settings: { MESSAGES_UNANSWERED: '5' } });

test.beforeAll(({ house }) => addPaesi(house));

const SUGGEST_API = '**/api/v1/generic/ente/suggeriti';
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Enti' }).getByRole('option');
const nameField = (page: Page) => page.getByLabel('Cerca l’ente per nome');
const nearbyButton = (page: Page) => page.getByRole('button', { name: 'Trova gli enti vicini a me' });

async function openReport(page: Page): Promise<void> {
  await page.goto('/segnalazione');
  await acceptPrivacy(page);
  await expect(nearbyButton(page)).toBeVisible();
}

test('a municipality is chosen with the keyboard while its name is typed, and nothing typed is lost', async ({
  page,
  accessible,
}) => {
  await openReport(page);
  await fillFields(page, { oggetto: 'Lampione spento' });
  await nameField(page).pressSequentially('paese 29');
  await expect(suggestions(page)).toHaveCount(8);
  await expect(page.getByText('I primi 8 enti: scegli con le frecce e Invio.')).toBeAttached();
  await expect(nameField(page)).toHaveRole('combobox');
  await accessible(page, 'suggestions');
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toHaveCount(0);
  await expect(nameField(page)).toHaveValue('paese 29');

  await page.keyboard.type('9');
  await expect(suggestions(page)).toHaveText(['Comune di Paese 299']);
  await page.keyboard.press('ArrowDown');
  await expect(nameField(page)).toHaveAttribute('aria-activedescendant', 'cerca_ente-elenco-0');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Un ente trovato.')).toBeVisible();
  await expect(page.getByLabel('Ente a cui scrivi')).toHaveValue('paese-299');
  await expect(nameField(page)).toHaveValue('Comune di Paese 299');
  await expect(page.locator('#oggetto')).toHaveValue('Lampione spento');
  // Its map came with the page.
  await expect(page.getByRole('application', { name: 'Mappa' })).toBeVisible();
});

test('the municipalities nearest to the device come first, and the position is sent once', async ({
  page,
  context,
  accessible,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 45.1001, longitude: 9 });
  await openReport(page);
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (`${request.url()} ${request.postData()}`.includes('45.1')) sent.push(new URL(request.url()).pathname);
  });
  await expect(page.getByText('arriva al portale una volta sola e non viene conservata')).toBeVisible();
  await nearbyButton(page).click();
  await expect(suggestions(page).first()).toHaveText('Comune di Paese 100, a 50 m');
  await expect(suggestions(page).nth(1)).toHaveText('Comune di Paese 101, a 100 m');
  await expect(nameField(page)).toBeFocused();
  await accessible(page, 'nearby');
  await suggestions(page).nth(1).click();
  await expect(page.getByLabel('Ente a cui scrivi')).toHaveValue('paese-101');
  expect(sent).toEqual(['/api/v1/generic/ente/suggeriti']);
});

test('a position that is refused, and one that nobody answers to, are said in words', async ({
  page,
  context,
  expected,
}) => {
  await openReport(page);
  await nearbyButton(page).click();
  await expect(page.getByText('Il browser non ha il permesso di usare la posizione: scrivi il nome')).toBeVisible();

  expected.errors.push(/Failed to load resource: net::ERR_FAILED/);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 45.1, longitude: 9 });
  await page.route(SUGGEST_API, (route) => route.abort());
  await nearbyButton(page).click();
  await expect(page.getByText('Cerchiamo la tua posizione…')).toHaveCount(0);
  await expect(page.getByText(/Riprova/).first()).toBeVisible();
  // The field is a text field, and the button searches.
  await nameField(page).pressSequentially('paese 77');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByText('Un ente trovato.')).toBeVisible();
});

test('pages of plain forms suggest municipalities, too', async ({ page, accessible }) => {
  await page.goto('/segui');
  await page.getByLabel('Numero della pratica').fill('2026/000001');
  await expect(nearbyButton(page)).toBeVisible();
  await nameField(page).pressSequentially('paese 77');
  await accessible(page, 'suggestions of a plain form');
  await suggestions(page).click();
  await expect(page.getByText('Un ente trovato.')).toBeVisible();
  await expect(page.getByLabel('Ente a cui hai scritto')).toHaveValue('paese-77');
  await expect(page.getByLabel('Numero della pratica')).toHaveValue('2026/000001');

  await page.goto('/servizio/istanza-contribuente/nessuno');
  await expect(nearbyButton(page)).toBeVisible();
  await nameField(page).pressSequentially('paese 299');
  await suggestions(page).click();
  await expect(page.getByLabel('Ente a cui scrivi')).toHaveValue('paese-299');
});
