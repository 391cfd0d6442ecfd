/** Files in a form: what may not come in is refused beside the field, and nothing else is lost. */
import { Buffer } from 'node:buffer';
import { expect, newEmail, test } from './fixtures.ts';
import { attachFiles, type ChosenFile, goToSummary, openReadyBozza, pdfFile, uploadFile } from './flow.ts';

const file = (name: string, mimeType: string, content: string | Buffer): ChosenFile => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});
const html = '<!doctype html><script>alert(1)</script>';
const REFUSED: [string, ChosenFile, RegExp][] = [
  ['of 10.1 MB', file('grande.pdf', 'application/pdf', Buffer.alloc(10.1 * 1024 * 1024, '%PDF-1.7\n')), /10 MB/],
  ['that is a renamed program', file('foto.jpg', 'image/jpeg', `MZ${'\0'.repeat(600)}`), /Accettiamo file PDF/],
  ['that is a program', file('foto.exe', 'image/jpeg', `MZ${'\0'.repeat(600)}`), /Accettiamo file PDF/],
  ['that is a page called a PDF', file('modulo.pdf', 'application/pdf', html), /Accettiamo file PDF/],
  ['that is a PDF with commands', pdfFile('comandi.pdf', '3 0 obj<</S/Launch/F(cmd.exe)>>endobj'), /contiene comandi/],
];

test('a file that is not accepted is refused in words beside its field, and the rest of the form stays', async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await openReadyBozza(page, { house, smtp }, newEmail('rifiutati'), 'dati');
  await attachFiles(page, pdfFile('buono.pdf'), scripted);
  const list = page.getByRole('list', { name: 'File allegati' });
  await expect(list.getByRole('button', { name: 'Togli buono.pdf' })).toBeVisible();
  await page.getByLabel('Titolo').fill('Scritto dopo');

  for (const [what, refused, words] of REFUSED) {
    await test.step(`a file ${what}`, async () => {
      await attachFiles(page, refused, scripted);
      await expect(page.locator('#file-errore')).toContainText(words);
      if (scripted) await expect(page.locator('#file-errore')).toContainText(refused.name);
      await expect(page.locator('#file')).toHaveAttribute('aria-describedby', /file-errore/);
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(page.getByLabel('Titolo')).toHaveValue('Scritto dopo');
    });
  }
});

test('the eleventh file of a form is refused in words', async ({ page, house, smtp, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  const citizen = await openReadyBozza(page, { house, smtp }, newEmail('undici'), 'dati');
  for (let n = 1; n <= 9; n++) await uploadFile(citizen, pdfFile(`n${n}.pdf`));
  await page.reload();
  const list = page.getByRole('list', { name: 'File allegati' });
  await expect(list.getByRole('listitem')).toHaveCount(9);
  // Without JavaScript, the tenth came from another tab.
  if (!scripted) await uploadFile(citizen, pdfFile('n10.pdf'));
  await attachFiles(page, scripted ? [pdfFile('n10.pdf'), pdfFile('n11.pdf')] : pdfFile('n11.pdf'), scripted);
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(page.locator('#file-errore')).toContainText(/al massimo 10 file/);
  await expect(list.getByText('n11.pdf')).toHaveCount(0);

  await page.getByRole('button', { name: 'Togli n10.pdf' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(9);
  await expect(page.locator('input#file')).toBeVisible();
});

test('a note goes with its own file, and a removed file is gone', async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
  accessible,
}) => {
  const scripted = javaScriptEnabled !== false;
  await openReadyBozza(page, { house, smtp }, newEmail('nota'), 'dati');
  for (const name of ['palo.pdf', 'buca.pdf']) {
    await attachFiles(page, pdfFile(name), scripted);
    await expect(page.getByRole('button', { name: `Togli ${name}` })).toBeVisible();
  }
  await page.getByLabel('Nota per palo.pdf').fill('Il palo visto dalla strada');
  await page.getByLabel('Nota per buca.pdf').fill('La buca di sera');
  await accessible(page, 'due file con la loro nota');
  await page.getByRole('button', { name: 'Togli palo.pdf' }).click();
  await expect(page.getByText('palo.pdf', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('palo.pdf', { exact: true })).toHaveCount(0);
  await expect(page.getByLabel('Nota per buca.pdf')).toHaveValue('La buca di sera');
  await page.getByLabel('Nota per buca.pdf').fill('La buca di giorno');
  await goToSummary(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'buca.pdf' })).toContainText('La buca di giorno');
});
