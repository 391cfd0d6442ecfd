/** What a citizen does not have to wait for, and what waits for them: uploads, the send, the page of another municipality. */
import { expect, newEmail, test } from './fixtures.ts';
import {
  attachFiles,
  chooseTipo,
  fillData,
  goToSummary,
  openData,
  openReadyBozza,
  pdfFile,
  SEND_API,
  sendSegnalazione,
  UPLOAD_API,
} from './flow.ts';

const WAITING_TEXT = 'Aspettiamo che finisca il caricamento…';

for (const button of ['Avanti', 'Indietro', 'Salva richiesta']) {
  test(`«${button}» waits for a file that is on its way`, async ({ page, house, smtp }) => {
    await openReadyBozza(page, { house, smtp }, newEmail('attende'), 'dati');
    await page.route(`**${UPLOAD_API}`, async (route) => {
      await expect(page.getByText(WAITING_TEXT)).toBeVisible();
      await route.continue();
    });
    await attachFiles(page, pdfFile('lento.pdf'), true);
    await page.getByRole('button', { name: button }).click();
    if (button === 'Salva richiesta') {
      await page.getByRole('button', { name: 'Sì, salva per 7 giorni' }).click();
      await expect(page.getByText('Richiesta salvata con successo')).toBeVisible();
    } else {
      await expect(page).toHaveURL(button === 'Avanti' ? /passo=riepilogo/ : /passo=privacy/);
      await page.goto('/segnalazione?passo=dati');
    }
    await expect(page.getByRole('button', { name: 'Togli lento.pdf' })).toBeVisible();
  });
}

test('a file that fails on its way keeps the citizen on the step, in words', async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('fallisce'), 'dati');
  await page.route(`**${UPLOAD_API}`, async (route) => {
    await expect(page.getByText(WAITING_TEXT)).toBeVisible();
    await route.fulfill({ status: 415, json: { code: 'wrong_type', message: 'Accettiamo file PDF.' } });
  });
  await attachFiles(page, pdfFile('rotto.pdf'), true);
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#file-errore')).toContainText('rotto.pdf: Accettiamo file PDF.');
  await expect(page.locator('#errori')).toBeFocused();
  await expect(page).toHaveURL(/passo=dati/);
  await goToSummary(page);
});

test('a message waits until its file is uploaded', async ({ page, house, smtp }) => {
  const { chatUrl } = await sendSegnalazione({ house, smtp }, newEmail('messaggio'));
  await page.goto(chatUrl);
  const form = page.locator('#scrivi form').first();
  await page.route(`**${UPLOAD_API}`, async (route) => {
    await expect(form.getByText(WAITING_TEXT)).toBeVisible();
    await route.continue();
  });
  await form.getByRole('textbox', { name: /^Messaggio/ }).fill('Ecco la foto.');
  await form.locator('input[type=file]').setInputFiles(pdfFile('prova.pdf'));
  await form.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.getByText('Ecco la foto.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /prova\.pdf/ }).first()).toBeVisible();
});

test('the question before the send stays until the answer, and closes when that is an error', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(/Failed to load resource/);
  await openReadyBozza(page, { house, smtp }, newEmail('resta'));
  const dialog = page.getByRole('dialog', { name: 'Termini e condizioni' });
  let sent = 0;
  await page.route(`**${SEND_API}`, async (route) => {
    sent++;
    await expect(dialog.getByText('Invio in corso…')).toBeVisible();
    await dialog.getByRole('button', { name: 'Annulla' }).click();
    await expect(dialog).toBeVisible();
    await route.fulfill({ status: 503, json: { message: 'Il servizio non è disponibile.', code: 'unavailable' } });
  });
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await dialog.getByRole('button', { name: 'Conferma e invia' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.locator('#errori')).toBeFocused();
  await expect(page).toHaveURL(/passo=riepilogo/);
  expect(sent).toBe(1);
});

test('the summary is a page of the municipality that was chosen', async ({ page, code }) => {
  const email = newEmail('ente');
  await openData(page);
  await fillData(page, email);
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  const digits = await code(email);
  const forward = page.getByRole('button', { name: 'Avanti' });
  const field = page.getByLabel('Codice ricevuto per e-mail');
  // The mail may be here before the page knows that it was sent.
  await expect(field).toBeFocused();
  const before = await forward.boundingBox();
  // As it is pasted from a mail.
  await field.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  // The code and its button go, and what is below stays under the finger.
  await expect(page.locator('[data-confermata]')).toBeVisible();
  expect(await forward.boundingBox()).toEqual(before);
  await goToSummary(page);
  await expect(page.getByRole('banner')).toContainText('Comune di Borgosereno');
  await expect(page).toHaveTitle('Riepilogo - Segnalazione disservizio - Comune di Borgosereno');
  await expect(page.locator('#passo')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.locator('#oggetto')).toHaveValue('Lampione spento');
  await goToSummary(page);
});

test('a type that the chosen municipality does not take stays, and the citizen is told', async ({
  page,
  house,
  smtp,
}) => {
  await openReadyBozza(page, { house, smtp }, newEmail('tipo'), 'dati');
  await chooseTipo(page, 'SF420');
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Collelume' });
  await expect(page.getByLabel('Tipo di disservizio')).toHaveValue('SF420');
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#codice-errore')).toContainText('non riceve online questo tipo di pratica');
  await expect(page).toHaveURL(/passo=dati/);
});

test.describe('with the position of the citizen’s device', () => {
  test.use({ ownBrowser: true, geolocation: { latitude: 42.5, longitude: 12.1234567 }, permissions: ['geolocation'] });

  test('the place is corrected, and written as everywhere else', async ({ page, house, smtp }) => {
    await openReadyBozza(page, { house, smtp }, newEmail('posizione'), 'dati');
    await page.getByLabel('Indirizzo').fill('');
    await page.getByRole('button', { name: 'Avanti' }).click();
    await expect(page.locator('#indirizzo-errore')).toContainText('Indica il luogo');
    await page.getByRole('button', { name: 'Usa la mia posizione' }).click();
    await expect(page.getByText('Posizione indicata: 42.5, 12.123457')).toBeVisible();
    await expect(page.locator('#indirizzo-errore')).toHaveCount(0);
  });
});

test('a file that fails after the citizen went back is told at the next button', async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('dietro'), 'dati');
  await goToSummary(page);
  await page.getByRole('link', { name: 'Modifica Luogo' }).click();
  const { promise: back, resolve: fail } = Promise.withResolvers<void>();
  await page.route(`**${UPLOAD_API}`, async (route) => {
    await back;
    await route.fulfill({ status: 415, json: { code: 'wrong_type', message: 'Accettiamo file PDF.' } });
  });
  await attachFiles(page, pdfFile('rotto.pdf'), true);
  await page.goBack();
  await expect(page).toHaveURL(/passo=riepilogo/);
  const answered = page.waitForResponse(`**${UPLOAD_API}`);
  fail();
  await answered;
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.locator('#file-errore')).toContainText('rotto.pdf: Accettiamo file PDF.');
});
