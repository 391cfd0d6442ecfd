/** A portal of a province: the ente is searched by its name, with and without JavaScript, and no page prints them all. */
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, fillData, fillFields, pdfFile, UPLOAD_API, writtenValues } from './flow.ts';
import { addPaesi } from './paesi.ts';

const nearbyButton = (page: Page) => page.getByRole('button', { name: 'Trova gli enti vicini a me' });

/** Types the beginning of a name. Suggestions, which stand over the button, are closed. */
async function typeEnte(page: Page, text: string, scripted: boolean): Promise<void> {
  const field = page.getByLabel('Cerca l’ente per nome');
  await field.fill(text);
  if (!scripted) return;
  await expect(page.getByRole('listbox', { name: 'Enti' })).toBeVisible();
  await field.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Enti' })).toBeHidden();
}

// A portal of its own.
test.use({ settings: { MESSAGES_UNANSWERED: '4' } });

test.beforeAll(({ house }) => addPaesi(house));

test('a report goes to an ente that was searched by the beginning of its name, and nothing typed is lost', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  const answer = await page.goto('/segnalazione');
  expect((await answer?.text())?.length).toBeLessThan(60_000);
  await acceptPrivacy(page);
  await expect(page.getByText('Qui compaiono gli enti che hai cercato.')).toBeVisible();
  await fillFields(page, { oggetto: 'Lampione spento' });
  const scripted = javaScriptEnabled !== false;
  await typeEnte(page, 'paes 29', scripted);
  if (scripted) {
    // The file is on its way while the search is asked for.
    await page.route(`**${UPLOAD_API}`, async (route) => {
      await expect(page.getByText('Aspettiamo che finisca il caricamento…').first()).toBeVisible();
      await route.continue();
    });
    await attachFiles(page, pdfFile('foto.pdf'), true);
  } else await page.locator('#file').setInputFiles(pdfFile('foto.pdf'));
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByText('11 enti trovati.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Togli foto.pdf' })).toBeVisible();
  await accessible(page, 'enti found');
  await expect(page.locator('#oggetto')).toHaveValue('Lampione spento');
  await page.getByLabel('Cerca l’ente per nome').fill('nessun paese');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByText('Nessun ente qui si chiama «nessun paese».')).toBeVisible();

  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: /Scegli l’ente/ })).toBeVisible();
  await accessible(page, 'no ente chosen');
  await typeEnte(page, 'borgo', scripted);
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByText('Un ente trovato.')).toBeVisible();
  const email = newEmail('provincia');
  await fillData(page, email);
  for (const [name, value] of Object.entries(writtenValues(email)))
    await expect(page.locator(`#${name}`)).toHaveValue(value);
});

test('a case is followed, and a petition begun, at an ente that was searched', async ({ page, accessible }) => {
  await page.goto('/segui');
  await page.getByLabel('Numero della pratica').fill('2026/000001');
  await page.getByLabel('Cerca l’ente per nome').fill('paese 7');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await page.getByLabel('Ente a cui hai scritto').selectOption({ label: 'Comune di Paese 77' });
  await expect(page.getByLabel('Numero della pratica')).toHaveValue('2026/000001');
  await accessible(page, 'followed');

  await page.goto('/servizio/istanza-contribuente/nessuno');
  await page.getByLabel('Cerca l’ente per nome').fill('paese 299');
  await page.getByLabel('Cerca l’ente per nome').press('Enter');
  await accessible(page, 'no documents');
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Paese 299' });
  await page.getByLabel('A che cosa si riferisce').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Continua' }).click();
  await expect(page).toHaveURL(/nessuno/);
  await acceptPrivacy(page);
  await expect(page.getByLabel('Ente a cui scrivi')).toHaveValue('paese-299');
});

test('without scripts nothing speaks of a position, and a municipality is searched with the button', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/servizio/istanza-contribuente/nessuno');
  if (javaScriptEnabled !== false) await expect(nearbyButton(page)).toBeVisible();
  else {
    await expect(nearbyButton(page)).toHaveCount(0);
    await expect(page.getByText('La tua posizione serve')).toHaveCount(0);
  }
  await page.getByLabel('Cerca l’ente per nome').fill('paese 77');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByText('Un ente trovato.')).toBeVisible();
});
