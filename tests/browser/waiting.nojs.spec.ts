/** A chosen file comes along with whatever button is pressed; a draft can be saved at any step. */
import { expect, newEmail, test } from './fixtures.ts';
import { type ChosenFile, chooseTipo, openReadyBozza, pdfFile } from './flow.ts';

const BUTTONS = ['Avanti', 'Indietro', 'Salva', 'Invia il codice', 'Verifica'];
const brokenFile: ChosenFile = {
  name: 'foto.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(`MZ${'\0'.repeat(600)}`),
};

for (const button of BUTTONS) {
  test(`a file chosen before «${button}» is not lost, nor is its refusal`, async ({ page, house, smtp }) => {
    await openReadyBozza(page, { house, smtp }, newEmail('scelto'), 'dati');
    const press = () => page.getByRole('button', { name: new RegExp(`^${button}`) }).click();
    if (button === 'Invia il codice' || button === 'Verifica') await page.locator('#email').fill(newEmail('altra'));
    if (button === 'Invia il codice' || button === 'Verifica') {
      await page.getByRole('button', { name: 'Avanti' }).click();
    }
    if (button === 'Verifica') {
      await page.getByRole('button', { name: 'Invia il codice' }).click();
      await page.locator('#otp').fill('000 000');
    }
    await page.locator('#file').setInputFiles(brokenFile);
    await press();
    await expect(page.locator('#file-errore')).toContainText('Accettiamo file PDF');
    await expect(page).toHaveURL(/passo=dati/);
    await expect(page.getByRole('button', { name: /^Togli / })).toHaveCount(0);

    await page.locator('#file').setInputFiles(pdfFile('scelto.pdf'));
    await press();
    await page.goto('/segnalazione?passo=dati');
    await expect(page.getByRole('button', { name: 'Togli scelto.pdf' })).toBeVisible();
  });
}

test('a visitor can save on the first step, too', async ({ page }) => {
  await page.goto('/segnalazione');
  await expect(page.getByText('simbolo asterisco')).toBeVisible();
  await page.getByRole('button', { name: 'Salva' }).click();
  await page.getByRole('button', { name: 'Sì, salva per 7 giorni' }).click();
  await expect(page.getByText('Richiesta salvata con successo')).toBeVisible();
  await expect(page).toHaveURL(/passo=privacy/);
});

test('a visitor is told before the summary of a type that the municipality does not take, and it stays chosen', async ({
  page,
  house,
  smtp,
}) => {
  await openReadyBozza(page, { house, smtp }, newEmail('tipo'), 'dati');
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Collelume' });
  await chooseTipo(page, 'SF420');
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#codice-errore')).toContainText('Il Comune di Collelume non riceve online');
  await expect(page.getByLabel('Tipo di disservizio')).toHaveValue('SF420');
});
