/** Finding a place by its address: suggestions while typing, and the street of a point. Without scripts the field is a text field. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openData } from './flow.ts';

const SEARCH_API = '**/api/v1/generic/segnalazione/luogo/cerca';
const suggestions = (page: Page, which: { name?: string; selected?: boolean } = {}) =>
  page.getByRole('listbox', { name: 'Indirizzi' }).getByRole('option', which);
const addressField = (page: Page) => page.locator('#indirizzo');

async function typeAddress(page: Page, text: string): Promise<void> {
  await openData(page);
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await addressField(page).pressSequentially(text);
}

test('a citizen finds an address with the keyboard; a street alone asks for the number, which sets the point', async ({
  page,
  accessible,
}) => {
  await typeAddress(page, 'via d');
  const field = page.getByRole('combobox', { name: 'Indirizzo' });
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('indirizzi trovati: scegli con le frecce e Invio.')).toBeAttached();
  const options = suggestions(page);
  expect(await options.count()).toBeGreaterThan(1);
  await accessible(page, 'suggestions');
  for (const option of await options.all()) expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(suggestions(page, { selected: true })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  const first = (await options.first().textContent()) ?? '';
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(first);
  await expect(field).toBeFocused();
  await expect(options).toHaveCount(0);
  await expect(page.getByText(`«${first}» può essere lunga: aggiungi il numero civico`)).toBeVisible();
  await expect(page.locator('input[name=lat]')).toHaveValue('');

  await page.keyboard.type(' 3');
  await suggestions(page, { name: `${first} 3` }).click();
  await expect(page.getByText(`Abbiamo aggiunto il punto di ${first} 3.`)).toBeVisible();
  await expect(page.locator('input[name=lat]')).toHaveValue(/^42\.\d+$/);
  await expect(page.getByText(`Vicino a ${first} 3`)).toBeVisible();

  await page.keyboard.type('bis');
  await expect(page.locator('input[name=lat]')).toHaveValue(/^42\.\d+$/);
  await field.fill('Piazza senza nome');
  await expect(page.locator('input[name=lat]')).toHaveValue('');

  await field.fill('');
  await field.pressSequentially('via roma 12');
  await suggestions(page, { name: 'Via Roma 12' }).click();
  await expect(page.getByText('Vicino a Via Roma 12')).toBeVisible();
  await page.getByRole('application', { name: 'Mappa' }).click({ position: { x: 60, y: 200 } });
  await expect(field).not.toHaveValue('Via Roma 12');
});

test('Escape closes the suggestions and keeps what was typed; a press chooses one', async ({ page }) => {
  await typeAddress(page, 'via roma 12');
  await expect(suggestions(page, { name: 'Via Roma 12' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toHaveCount(0);
  await expect(addressField(page)).toHaveValue('via roma 12');
  await addressField(page).pressSequentially('0');
  await page.keyboard.press('Backspace');
  await suggestions(page, { name: 'Via Roma 12' }).click();
  await expect(addressField(page)).toHaveValue('Via Roma 12');
});

test('while the address book is away the field is a text field', async ({ page, expected }) => {
  expected.errors.push(/Failed to load resource: net::ERR_FAILED/);
  await page.route(SEARCH_API, (route) => route.abort());
  const asked = page.waitForRequest(SEARCH_API);
  await typeAddress(page, 'via roma 12');
  await asked;
  await expect(suggestions(page)).toHaveCount(0);
  await expect(addressField(page)).toHaveValue('via roma 12');
});

test('a point picked on the map says its street and fills in an empty address, but leaves a typed one', async ({
  page,
}) => {
  await typeAddress(page, '');
  const map = page.getByRole('application', { name: 'Mappa' });
  await expect(page.getByRole('button', { name: 'Ingrandisci' })).toBeVisible();
  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
  await map.click({ position: { x: width / 2 + 120, y: height / 2 } });
  await expect(page.getByText(/Vicino a (Via|Corso|Piazza) .+ \d/)).toBeVisible();
  await expect(addressField(page)).toHaveValue(/^(Via|Corso|Piazza) .+ \d/);

  const first = await addressField(page).inputValue();
  await map.click({ position: { x: width / 2 - 150, y: height / 2 } });
  await expect(addressField(page)).not.toHaveValue(first);
  await addressField(page).fill('Davanti al bar');
  await map.click({ position: { x: width / 2 + 150, y: height / 2 + 100 } });
  await expect(page.getByText(/Vicino a /)).toBeVisible();
  await expect(addressField(page)).toHaveValue('Davanti al bar');
});

test('a position far from the municipality is said at once, and asked before the next step', async ({
  page,
  context,
  accessible,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 45.4642, longitude: 9.19 });
  await typeAddress(page, 'Via Roma 12');
  await page.getByRole('button', { name: 'Usa la mia posizione' }).click();
  await expect(page.getByText(/fuori dal territorio del Comune di Borgosereno \(a 4\d\d km\)/)).toBeVisible();
  // It was typed, so it stays.
  await expect(addressField(page)).toHaveValue('Via Roma 12');
  const box = page.getByLabel('Confermo che il posto è questo');
  await expect(box).not.toBeChecked();
  await accessible(page, 'outside');

  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: /fuori dal territorio/ })).toHaveAttribute('href', '#fuori_confine');
  await accessible(page, 'outside, refused');
  await box.check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: /fuori dal territorio/ })).toHaveCount(0);

  // The tick was for that point.
  await page.getByRole('button', { name: 'Usa questo punto' }).click();
  await page.getByRole('button', { name: 'Togli la posizione' }).click();
  await expect(box).toHaveCount(0);
});

test('a street that was typed without a number is asked about when its field is left', async ({ page }) => {
  await typeAddress(page, 'Via Roma');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByText('«Via Roma» può essere lunga: aggiungi il numero civico')).toBeVisible();
  await addressField(page).fill('Via Roma 12');
  await page.keyboard.press('Tab');
  await expect(page.getByText('può essere lunga')).toHaveCount(0);
});
