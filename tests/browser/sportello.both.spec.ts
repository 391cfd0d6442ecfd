/** The territorial desk, with scripts and without: found, written to, answered with a number. */
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, confirmEmail, fillFields, goToSummary, pdfFile, pressSend } from './flow.ts';

test('a guest finds a desk and writes to it; the draft is offered, and the confirmation leads to the chat', async ({
  page,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('anna');
  await page.goto('/documenti');
  await page.getByLabel('Di quale ente?').selectOption({ label: 'Comune di Borgosereno' });
  await page.getByRole('button', { name: 'Mostra gli sportelli' }).click();
  await expect(page.getByRole('heading', { name: 'Tributi e tassa rifiuti' })).toBeVisible();
  await accessible(page, 'gli sportelli');

  await page.getByRole('link', { name: /Scrivi allo sportello.*Tributi/ }).click();
  await acceptPrivacy(page);
  await expect(page.locator('#ente')).toHaveValue('borgosereno');
  await expect(page.locator('#servizio')).toHaveValue('tributi');

  await page.locator('#ente').selectOption({ label: 'Comune di Collelume' });
  if (!scripted) await page.getByRole('button', { name: 'Mostra i suoi sportelli' }).click();
  await page.locator('#servizio').selectOption({ label: 'Sportello al cittadino' });
  const written = { oggetto: 'Orari', testo: 'A che ora aprite?', nome: 'Anna', cognome: 'Bianchi', email };
  await fillFields(page, written);
  await attachFiles(page, pdfFile('domanda.pdf'), scripted);
  // Once it has arrived there is a field for its note, which moves what is below.
  await expect(page.getByLabel('Nota per domanda.pdf')).toBeVisible();
  await confirmEmail(page, { email, code, scripted });
  await accessible(page, 'i dati');

  await goToSummary(page);
  for (const text of ['Comune di Collelume', 'Sportello al cittadino', 'A che ora aprite?', /domanda\.pdf/]) {
    await expect(page.locator('dd').filter({ hasText: text })).toBeVisible();
  }
  await page.goto('/sportello-territoriale?passo=privacy&ente=portolieve&servizio=sosta');
  await expect(page.getByRole('heading', { name: 'Hai una richiesta iniziata' })).toBeVisible();
  await page.getByRole('button', { name: 'Riprendi' }).click();
  await expect(page).toHaveURL(/passo=riepilogo/);

  await pressSend(page, scripted);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Richiesta inviata');
  await expect(page.locator('[data-protocollo]')).toHaveText(/^\d{4}\/\d{6}$/);
  await accessible(page, 'la conferma');
  await page.getByRole('link', { name: 'Segui la richiesta' }).click();
  await expect(page).toHaveURL(/\/richiesta\/chat\//);
});
