/** Logging in and out, as people do. */
import type { Page } from '@playwright/test';
import { logInByPages, logOut } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';

const H1 = { level: 1 } as const;

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
  await logOut(page, javaScriptEnabled);
  await expect(page.getByText('Sei uscito')).toBeVisible();
  await accessible(page, 'logged out');
  await page.goto('/area-riservata');
  await expect(page).toHaveURL(/\/login\?/);
});

test('a citizen who cancels at the provider is back on the page they came from', async ({ page, accessible }) => {
  await page.goto('/segnalazione');
  await page.getByRole('banner').getByRole('link', { name: 'Accedi' }).click();
  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Annulla' }).click();
  await expect(page).toHaveTitle(/^Errore: Accesso annullato/);
  await accessible(page, 'when the citizen cancels at the provider');
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
  await logInByPages(page, 'mario', '/area-riservata/profilo-utente');
  await expect(page.getByRole('main')).toContainText('RSSMRA80A01Z999Y');
  await logOut(page, javaScriptEnabled);
  // The provider's page lies between, or is left out of the history: one of the steps is the page that was left.
  for (let steps = 0; steps < 3; steps++) {
    await page.goBack();
    await expect(page.locator('body')).not.toContainText('RSSMRA80A01Z999Y');
  }
  await logInByPages(page, 'anna');
  await logOut(page, javaScriptEnabled);
  await logInByPages(page, 'olga');
  await expect(page.getByRole('banner').getByText('Olga')).toBeVisible();
  await page.goto('/area-riservata');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questa pagina non è per il tuo accesso');
});

test('a citizen who asked for a tab of the area, or was in a form, is there after the login', {
  tag: '@scripts',
}, async ({ page }) => {
  await page.goto('/area-riservata?scheda=documenti&stato=scaduto');
  await page.getByRole('button', { name: 'Entra con SPID' }).click();
  await page.getByRole('button', { name: 'Entra come Mario' }).click();
  await expect(page).toHaveURL(/\/area-riservata\?scheda=documenti&stato=scaduto$/);

  await page.context().clearCookies();
  await page.goto('/segnalazione');
  await page.getByRole('main').getByRole('link', { name: 'Accedi' }).click();
  await page.getByRole('button', { name: 'Entra con CIE' }).click();
  await page.getByRole('button', { name: 'Entra come Mario' }).click();
  await expect(page).toHaveURL(/\/segnalazione(\?passo=privacy)?$/);
  await expect(page.getByRole('heading', H1)).toHaveText('Segnalazione disservizio');
});

test('an operator logs in by the operators’ button; citizen and operator are each told which pages are not theirs, and how to change', {
  tag: '@scripts',
}, async ({ page, accessible, expected, javaScriptEnabled }) => {
  expected.errors.push(/403/);
  await page.goto('/operatore');
  await expect(page).toHaveURL(/\/login\?da=%2Foperatore$/);
  await page.getByRole('button', { name: 'Accedi come dipendente' }).click();
  await expect(page.getByRole('heading', H1)).toHaveText('Con quale dipendente vuoi entrare?');
  await accessible(page, 'operators of the sandbox');
  await page.getByRole('button', { name: 'Entra come Sofia' }).click();
  await expect(page).toHaveURL(/\/operatore$/);
  await expect(page.getByRole('banner').getByText('Sofia')).toBeVisible();

  await expectForbidden(page, '/area-riservata');
  await accessible(page, 'operator at the citizens’ door');
  await page.getByRole('main').getByRole('link', { name: "Vai all'area operatori" }).click();
  await expect(page).toHaveURL(/\/operatore$/);
  await logOut(page, javaScriptEnabled);

  await logInByPages(page, 'giulia');
  await expectForbidden(page, '/operatore');
  await accessible(page, 'citizen at the operators’ door');
  await page.getByRole('main').getByRole('link', { name: 'Vai alla tua area riservata' }).click();
  await expect(page).toHaveURL(/\/area-riservata$/);
});

/** The page answers 403, in words. */
async function expectForbidden(page: Page, path: string): Promise<void> {
  expect((await page.goto(path))?.status()).toBe(403);
  await expect(page.getByRole('heading', H1)).toHaveText('Questa pagina non è per il tuo accesso');
}

test('the login says which page waits behind it, shows the marks of SPID, CIE and eIDAS, and the way of employees first where one works', async ({
  page,
  accessible,
}) => {
  const ways = page.getByRole('main').getByRole('button');
  await page.goto('/area-riservata');
  await expect(page.getByText('Per aprire la pagina «Area riservata» devi accedere.')).toBeVisible();
  await expect(ways).toHaveText(['Entra con SPID', 'Entra con CIE', 'Login with eIDAS', 'Accedi come dipendente']);
  for (const name of ['Entra con SPID', 'Entra con CIE', 'Login with eIDAS']) {
    const mark = page.getByRole('button', { name, exact: true }).locator('img');
    await expect.poll(() => mark.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
  await page.goto('/login?da=/segnalazione');
  await expect(page.getByText('Dopo l’accesso torni alla pagina «Segnalazione disservizio».')).toBeVisible();
  await page.goto('/operatore');
  await expect(page.getByText('Per aprire la pagina «Area operatori» devi accedere.')).toBeVisible();
  await expect(ways).toHaveText(['Accedi come dipendente', 'Entra con SPID', 'Entra con CIE', 'Login with eIDAS']);
  await accessible(page, 'login of an employee');
});
