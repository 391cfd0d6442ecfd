/** From the home page to the closed case, as a citizen and an operator do it; the same with and without JavaScript. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, chooseTipo, ENTE_MAILBOX, goToSummary } from './flow.ts';

/** A photo as a telephone takes it, with its place in it. */
async function photoFile() {
  const grey = { width: 640, height: 480, channels: 3 as const, background: '#808890' };
  const place = {
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 4/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 41/1 0/1' },
  };
  const buffer = await sharp({ create: grey }).withExif(place).jpeg().toBuffer();
  return { name: 'lampione.jpg', mimeType: 'image/jpeg', buffer };
}

test('a citizen reports a broken lamp, which an operator answers and closes', async ({
  page,
  otherBrowser,
  smtp,
  code,
  accessible,
  javaScriptEnabled,
}) => {
  const email = newEmail('anna');
  const scripted = javaScriptEnabled !== false;

  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Segnala un problema' }).click();
  await expect(page).toHaveURL('/servizi/segnalazione');
  await page.getByRole('link', { name: 'Inizia', exact: true }).first().click();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/segnalazione');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Segnalazione disservizio');
  await accessible(page, 'privacy');

  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(
    page.getByRole('heading', { name: 'C’è un problema' }).or(page.getByText("C'è un problema")),
  ).toBeVisible();
  await accessible(page, 'privacy con errori');
  await acceptPrivacy(page);
  await accessible(page, 'dati');

  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByText('Scrivi il tuo nome.').first()).toBeVisible();
  await accessible(page, 'dati con errori');

  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await chooseTipo(page, { label: 'Strade, parcheggi e mobilità' });
  await page.getByLabel('Indirizzo').fill('Via Garibaldi 4');
  await page.getByLabel('Titolo').fill('Lampione spento');
  await page.getByLabel('Dettagli').fill('Il lampione davanti al civico 4 è spento da una settimana.');
  await page.getByLabel('Nome', { exact: true }).or(page.getByLabel('Nome*')).first().fill('Anna');
  await page.getByLabel('Cognome').fill('Bianchi');
  await page.getByLabel('E-mail').fill(email);
  await attach(page, scripted);
  await expect(page.getByText('lampione.jpg').first()).toBeVisible();
  await expect(page.locator('img[src*=miniatura]')).toBeVisible();

  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.getByLabel('Codice ricevuto per e-mail').fill('000000');
  if (!scripted) await page.getByRole('button', { name: 'Verifica', exact: true }).click();
  await expect(page.getByText('Il codice non è valido o è scaduto.').first()).toBeVisible();
  await accessible(page, 'codice errato');
  await page.getByLabel('Codice ricevuto per e-mail').fill(await code(email));
  if (!scripted) await page.getByRole('button', { name: 'Verifica', exact: true }).click();
  await expect(page.getByText('Indirizzo confermato').first()).toBeVisible();

  await goToSummary(page);
  await expect(page.getByText('hanno valore di dichiarazione').first()).toBeVisible();
  await expect(page.getByText('Lampione spento', { exact: true })).toBeVisible();
  await accessible(page, 'riepilogo');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  if (scripted) {
    await accessible(page, 'termini e condizioni');
    await page.getByRole('button', { name: 'Conferma e invia' }).click();
  }

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Segnalazione inviata');
  const number = ((await page.locator('[data-protocollo]').textContent()) ?? '').trim();
  expect(number).toMatch(/^2\d{3}\/\d{6}$/);
  await accessible(page, 'conferma');
  await receipt(page);

  const received = await smtp.mailTo(email, /ricevuta/);
  expect(received.subject).toContain(number);
  const chat = link(received.text, /\/segnalazione\/chat\/[^\s]+/);
  const toOffice = await smtp.mailTo(ENTE_MAILBOX, new RegExp(number));
  const key = link(toOffice.text, /\/segnalazione\/chat\/operatore\/[^\s]+\?chiave=[^\s]+/);
  expect(received.text + received.html).not.toContain('chiave=');

  const office = await otherBrowser();
  await office.goto(key);
  const photo = await office.request.get(
    (await office.getByRole('link', { name: /^lampione\.jpg/ }).getAttribute('href')) ?? '',
  );
  expect((await sharp(await photo.body()).metadata()).exif).toBeUndefined();
  expect(office.url()).not.toContain('chiave');
  await expect(office.getByText('Anna Bianchi').first()).toBeVisible();
  await accessible(office, 'operatore');
  await page.goto(chat);
  await accessible(page, 'chat');

  const bar = office.getByRole('navigation', { name: 'Azioni sulla pratica' });
  await bar.getByRole('link', { name: 'Prendi in carico' }).click();
  await office.getByRole('textbox', { name: /^Messaggio/ }).fill('Mandiamo una squadra domani.');
  await office.getByRole('button', { name: 'Prendi in carico' }).click();
  await expect(office.getByText('Mandiamo una squadra domani.').first()).toBeVisible();
  if (!scripted) await page.reload();
  await expect(page.getByText('Mandiamo una squadra domani.').first()).toBeVisible({ timeout: 5_000 });
  const notice = await smtp.mailTo(email, /lavorazione/);
  expect(notice.text + notice.html).not.toContain('squadra');

  await page.getByRole('textbox', { name: /^Messaggio/ }).fill('Grazie, è pericoloso di notte.');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.getByText('Grazie, è pericoloso di notte.').first()).toBeVisible();
  if (!scripted) await office.reload();
  await expect(office.getByText('Grazie, è pericoloso di notte.').first()).toBeVisible({ timeout: 5_000 });

  await bar.getByRole('link', { name: 'Concludi…' }).click();
  await office.getByRole('textbox', { name: /^Com’è andata a finire/ }).fill('Lampada sostituita.');
  await office.getByRole('button', { name: 'Concludi la segnalazione' }).click();
  await expect(office.getByText('Lampada sostituita.').first()).toBeVisible();
  await accessible(office, 'operatore, pratica chiusa');
  await page.goto(chat);
  await expect(page.getByText(/non riceve più messaggi/).first()).toBeVisible();
  await accessible(page, 'chat chiusa');
  await smtp.mailTo(email, /è stata chiusa/);

  await page.getByRole('textbox', { name: /non è ancora risolto/ }).fill('La lampada lampeggia.');
  await page.getByRole('button', { name: 'Riapri la segnalazione' }).click();
  await expect(page.getByText('La lampada lampeggia.').first()).toBeVisible();
  await office.reload();
  await expect(office.getByText('La lampada lampeggia.').first()).toBeVisible();
});

async function attach(page: Page, scripted: boolean): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photoFile());
  if (!scripted) await page.getByRole('button', { name: /Aggiungi/ }).click();
}

/** The receipt is a PDF for the citizen who sent the report. */
async function receipt(page: Page): Promise<void> {
  const address = (await page.getByRole('link', { name: /ricevuta \(PDF\)/ }).getAttribute('href')) ?? '';
  const answer = await page.request.get(address);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  expect(answer.headers()['content-disposition']).toMatch(/^attachment/);
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
}

function link(text: string, shape: RegExp): string {
  const found = new RegExp(`https?://[^\\s]*${shape.source}`).exec(text)?.[0];
  if (!found) throw new Error(`Nessun collegamento ${shape} in: ${text}`);
  return found;
}
