/** A form that was begun is found again: when it is wanted, by whom it belongs to, at a step that may be opened. */
import { expect, newEmail, test, VISITOR_COOKIE } from './fixtures.ts';
import { attachFiles, expectAllWritten, fillData, openData, openReadyBozza, pdfFile } from './flow.ts';

test('a draft is offered, never reopened unasked; resumed it is complete, and thrown away it is gone', async ({
  page,
  javaScriptEnabled,
}) => {
  const email = newEmail('bozza');
  await openData(page);
  await fillData(page, email);
  await attachFiles(page, pdfFile('planimetria.pdf'), javaScriptEnabled !== false);
  await expect(page.getByText('planimetria.pdf').first()).toBeVisible();
  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.getByRole('button', { name: 'No, finché chiudo il browser' }).click();
  await expect(page.getByText('La ritrovi in questa pagina finché non chiudi il browser.')).toBeVisible();
  const kept = (await page.context().cookies()).find(({ name }) => name === VISITOR_COOKIE);
  expect(kept?.expires).toBe(-1);

  await page.goto('/segnalazione');
  await expect(page.getByRole('heading', { name: 'Hai una segnalazione iniziata' })).toBeVisible();
  await expect(page.getByText('con un file allegato')).toBeVisible();
  expect(await page.content()).not.toContain(email);
  await page.getByRole('button', { name: 'Riprendi' }).click();
  await expect(page).toHaveURL(/passo=dati/);
  await expectAllWritten(page, email);
  await expect(page.getByText('planimetria.pdf').first()).toBeVisible();

  await page.goto('/segnalazione');
  await page.getByRole('button', { name: 'Elimina' }).click();
  await expect(page.getByLabel(/informativa sulla privacy/)).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Riprendi' })).toHaveCount(0);
  await page.goto('/segnalazione?passo=dati');
  await expect(page).toHaveURL(/passo=privacy/);
});

test('a visitor who saves on their own device is known for seven days; other browsers see nothing', async ({
  page,
  otherBrowser,
  house,
  smtp,
}) => {
  const email = newEmail('salva');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.getByRole('button', { name: 'Sì, salva per 7 giorni' }).click();
  await expect(page.getByText('La ritrovi in questa pagina per 7 giorni su questo dispositivo.')).toBeVisible();
  const kept = (await page.context().cookies()).find(({ name }) => name === VISITOR_COOKIE);
  expect(kept?.httpOnly).toBe(true);
  const days = ((kept?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7.1);

  const other = await otherBrowser();
  await other.goto('/segnalazione');
  await expect(other.getByRole('button', { name: 'Riprendi' })).toHaveCount(0);
  await other.goto('/segnalazione?passo=riepilogo');
  await expect(other).toHaveURL(/passo=privacy/);
  expect(await other.content()).not.toContain(email);
});

test('a visitor cannot jump ahead of a step that is not done', async ({ page }) => {
  await page.goto('/segnalazione?passo=riepilogo');
  await expect(page).toHaveURL(/passo=privacy/);
  await openData(page);
  await page.goto('/segnalazione?passo=riepilogo');
  await expect(page).toHaveURL(/passo=dati/);
});

test('a visitor who goes back loses nothing', async ({ page, javaScriptEnabled }) => {
  const email = newEmail('indietro');
  await openData(page);
  await fillData(page, email);
  await page.getByRole('button', { name: 'Indietro' }).click();
  await expect(page).toHaveURL(/passo=privacy/);
  await expect(page.getByLabel(/informativa sulla privacy/)).toBeChecked();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=dati/);
  await expectAllWritten(page, email);
  if (javaScriptEnabled === false) return;

  await page.getByLabel('Telefono').fill('0123 456789');
  await page.goBack();
  await expect(page.getByLabel(/informativa sulla privacy/)).toBeChecked();
  await page.goForward();
  await expectAllWritten(page, email);
  await expect(page.getByLabel('Telefono')).toHaveValue('0123 456789');
});
