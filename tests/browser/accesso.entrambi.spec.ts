/** Logging in and out, as people do. */
import { entra, esce } from './accesso.ts';
import { expect, test } from './fixtures.ts';

test('a citizen logs in from the page they wanted, is greeted by name, and logs out', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await page.goto('/area-riservata');
  await expect(page).toHaveURL(/\/login\?da=%2Farea-riservata$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accedi');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('SPID');
  await accessible(page, 'login');
  await page.getByRole('button', { name: 'Entra con CIE' }).click();
  await expect(page.getByText('Ambiente di prova.')).toBeVisible();
  await accessible(page, 'people');
  await page.getByRole('button', { name: 'Entra come Mario' }).click();
  await expect(page).toHaveURL(/\/area-riservata$/);
  await expect(page.getByRole('banner').getByText('Mario')).toBeVisible();
  await esce(page, javaScriptEnabled);
  await expect(page.getByText('Sei uscito')).toBeVisible();
  await accessible(page, 'logged out');
  await page.goto('/area-riservata');
  await expect(page).toHaveURL(/\/login\?/);
});

test('who changes their mind at the provider is back where they were', async ({ page, accessible }) => {
  await page.goto('/segnalazione');
  await page.getByRole('banner').getByRole('link', { name: 'Accedi' }).click();
  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Annulla' }).click();
  await expect(page).toHaveTitle(/^Errore: Accesso annullato/);
  await accessible(page, 'cancelled');
  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Entra come Anna' }).click();
  await expect(page).toHaveURL(/\/segnalazione(\?passo=privacy)?$/);
});

test('the back button shows nothing after a logout, and one person follows another on one device', async ({
  page,
  expected,
  javaScriptEnabled,
}) => {
  // The page of the other role; the choice at the provider, which is over.
  expected.errors.push(/40[03]/);
  await entra(page, 'mario', '/area-riservata/profilo-utente');
  await expect(page.getByRole('main')).toContainText('RSSMRA80A01Z999Y');
  await esce(page, javaScriptEnabled);
  // The provider's page lies between, or is left out of the history: one of the steps is the page that was left.
  for (let steps = 0; steps < 3; steps++) {
    await page.goBack();
    await expect(page.locator('body')).not.toContainText('RSSMRA80A01Z999Y');
  }
  await entra(page, 'anna');
  await esce(page, javaScriptEnabled);
  await entra(page, 'olga');
  await expect(page.getByRole('banner').getByText('Olga')).toBeVisible();
  await page.goto('/area-riservata');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questa pagina non è per il tuo accesso');
});
