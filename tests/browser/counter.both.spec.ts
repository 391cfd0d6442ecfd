/** What operators do for people outside the office: who calls, how urgent a case is, and the firm that does the work; with and without JavaScript. */
import { Buffer } from 'node:buffer';
import { ONE_POINT_PNG } from '../files.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, goToSummary, pressSend, sendSegnalazione } from './flow.ts';

test('an operator knows who calls by their e-mail address, and goes on to file a report for them', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const oggetto = `Panchina ${crypto.randomUUID().slice(0, 8)}`;
  const email = newEmail('chiama');
  await sendSegnalazione({ house, smtp }, email, { oggetto });
  await logIn(page, 'olga', '/operatore');
  await page.getByRole('link', { name: /^Chi chiama o viene allo sportello/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chi chiama o viene allo sportello');
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect(page.getByRole('link', { name: /^Scrivi il telefono, il codice fiscale o l’e-mail/ })).toBeVisible();
  await accessible(page, 'nothing asked');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect(page.getByText('Le sue ultime pratiche')).toBeVisible();
  await expect(page.getByRole('link', { name: oggetto })).toBeVisible();
  await accessible(page, 'somebody known');
  await page.getByRole('button', { name: 'Registra una segnalazione per questa persona' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nuova segnalazione per un cittadino');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByLabel('Cognome')).not.toHaveValue('');
});

test('an operator fills in a request for a person at the counter who has no e-mail, and prints the receipt', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, 'olga', '/operatore');
  await page.getByRole('link', { name: 'Compila una richiesta per chi è allo sportello' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Richiesta per chi è allo sportello');
  await page.getByLabel('Nome', { exact: false }).first().fill('Ada');
  await page.getByRole('button', { name: 'Scegli il servizio' }).click();
  await expect(page.getByRole('link', { name: 'Scegli il documento che hai controllato.' })).toBeVisible();
  await accessible(page, 'nobody checked');
  await page.getByLabel('Cognome').fill('Neri');
  await page.getByLabel('Codice fiscale').fill('NREDAA80A41H501Q');
  await page.getByLabel('Documento controllato').selectOption({ label: 'Passaporto' });
  await page.getByLabel(/^Ho controllato il documento/).check();
  await page.getByRole('button', { name: 'Scegli il servizio' }).click();
  await expect(page).toHaveURL('/servizi');
  const counter = page.getByRole('region', { name: 'Allo sportello' });
  await expect(counter).toContainText('Ada Neri');

  await page.goto('/servizio/istanza-contribuente/nessuno');
  await page.locator('#sistema').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Continua' }).click();
  await acceptPrivacy(page);
  await expect(page.locator('#cognome')).toHaveValue('Neri');
  await expect(page.locator('#cognome')).not.toBeEditable();
  await page.locator('#oggetto').fill('Rimborso');
  await page.locator('#testo').fill('Ha pagato due volte.');
  await page.getByLabel('Telefono').fill('06 1234567');
  await accessible(page, 'a form at the counter');
  await goToSummary(page);
  await pressSend(page, javaScriptEnabled !== false);
  await expect(page.getByText('La richiesta è registrata.')).toBeVisible();
  await accessible(page, 'a request that was registered');
  const receipt = await page.getByRole('link', { name: /^Scarica la ricevuta/ }).getAttribute('href');
  expect((await page.request.get(receipt ?? '')).headers()['content-type']).toBe('application/pdf');
  await page.getByRole('link', { name: 'Apri la richiesta' }).click();
  await expect(page.getByText(/^Registrata dall’ufficio .*: passaporto\.$/)).toBeVisible();
  await counter.getByRole('button', { name: 'Ho finito con questa persona' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chi chiama o viene allo sportello');
  await expect(counter).toHaveCount(0);
});

test('an operator marks a case as urgent and gives it a tag, and finds it in the list by both', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const oggetto = `Semaforo ${crypto.randomUUID().slice(0, 8)}`;
  const tag = `prova ${crypto.randomUUID().slice(0, 4)}`;
  const { operatorUrl } = await sendSegnalazione({ house, smtp }, newEmail('semaforo'), { oggetto });
  await logIn(page, 'olga', new URL(operatorUrl).pathname);
  const office = page.getByRole('region', { name: 'Solo per l’ufficio' });
  await office.getByText('Priorità normale, nessuna etichetta').click();
  await office.getByLabel('Priorità').selectOption('alta');
  await office.getByLabel('Etichette').fill('uno, due, tre, quattro, cinque, sei');
  await office.getByRole('button', { name: 'Salva priorità ed etichette' }).click();
  await expect(page.locator('#etichette-errore')).toContainText('Una pratica ha al massimo 5 etichette.');
  await expect(office.getByLabel('Priorità')).toHaveValue('alta');
  await accessible(page, 'too many tags');
  await office.getByLabel('Etichette').fill(tag);
  await office.getByRole('button', { name: 'Salva priorità ed etichette' }).click();
  await expect(office.getByText('Priorità ed etichette salvate.')).toBeVisible();
  await expect(office.getByText(`Priorità alta, etichette: ${tag}`)).toBeVisible();

  await page.goto('/operatore');
  await page.getByText('Altri filtri').click();
  await page.getByLabel('Priorità').selectOption('alta');
  await page.getByLabel('Etichetta').selectOption(tag);
  await page.getByRole('button', { name: 'Cerca' }).click();
  const row = page.getByRole('row').filter({ hasText: oggetto });
  await expect(row).toContainText('Priorità alta');
  await expect(row).toContainText(tag);
  await accessible(page, 'urgent cases');
});

test('the map of a list says how many of its cases have no point, and leads to them', async ({ page }) => {
  await logIn(page, 'olga', '/operatore/mappa');
  await page.getByRole('link', { name: 'Vedi quelle senza punto nell’elenco' }).click();
  await expect(page).toHaveURL(/[?&]senza_punto=1(&|$)/);
  await expect(page.getByLabel('Solo senza un punto sulla mappa')).toBeChecked();
});

test('a firm gets a case by a link, writes to the office with a photo, and finds the link closed once the office ends it', async ({
  page,
  house,
  smtp,
  otherBrowser,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const firm = newEmail('ditta');
  const oggetto = `Lampione ${crypto.randomUUID().slice(0, 8)}`;
  const { operatorUrl } = await sendSegnalazione({ house, smtp }, newEmail('lampione'), { oggetto });
  const casePath = new URL(operatorUrl).pathname;
  await logIn(page, 'olga', casePath);
  const office = page.getByRole('region', { name: 'Solo per l’ufficio' });
  await office.getByText('Affida il lavoro a una ditta').click();
  await office.getByLabel('Nome della ditta').fill('Lampioni Srl');
  await office.getByRole('button', { name: 'Manda il collegamento' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi l’indirizzo e-mail della ditta.' })).toBeVisible();
  await expect(office.getByLabel('Nome della ditta')).toHaveValue('Lampioni Srl');
  await expect(office.getByLabel('Le foto')).toBeChecked();
  await accessible(page, 'a firm without an address');
  await office.getByLabel('E-mail della ditta').fill(firm);
  await office.getByLabel('Che cosa deve fare').fill('Cambiare la lampada.');
  await office.getByRole('button', { name: 'Manda il collegamento' }).click();
  await expect(office.getByText('La ditta riceve il collegamento per e-mail.')).toBeVisible();

  const mail = await smtp.mailTo(firm, /un lavoro per la tua ditta/);
  const link = /https?:\/\/\S+\/ditta\/\S+/.exec(mail.text)?.[0] ?? '';
  const linkPath = new URL(link).pathname;
  const work = await otherBrowser();
  const opened = await work.goto(linkPath);
  expect(opened?.headers()['x-robots-tag']).toBe('noindex');
  expect(opened?.headers()['referrer-policy']).toBe('same-origin');
  await expect(work.getByText('Cambiare la lampada.')).toBeVisible();
  await expect(work.getByText(oggetto)).toBeVisible();
  await accessible(work, 'work of a firm');
  await work.getByRole('button', { name: 'Invia all’ufficio' }).click();
  await expect(work.getByRole('link', { name: /^Scrivi qualcosa, aggiungi una foto/ })).toBeVisible();
  await accessible(work, 'a firm that wrote nothing');
  await work.getByLabel('Messaggio').fill('Lampada cambiata.');
  await attachFiles(work, { name: 'dopo.png', mimeType: 'image/png', buffer: Buffer.from(ONE_POINT_PNG) }, scripted);
  await expect(work.getByRole('button', { name: 'Togli dopo.png' })).toBeVisible();
  await expect(work.getByLabel('Messaggio')).toHaveValue('Lampada cambiata.');
  await work.getByLabel('Il lavoro è fatto').check();
  await work.getByRole('button', { name: 'Invia all’ufficio' }).click();
  await expect(work.getByText('Inviato all’ufficio')).toBeVisible();
  await expect(work.getByText('Lampada cambiata.')).toBeVisible();
  await accessible(work, 'work that is done');

  await page.goto(casePath);
  await expect(office.getByText(/Lavoro fatto, dice la ditta/)).toBeVisible();
  await expect(office.getByText('Lampada cambiata.')).toHaveCount(2);
  await expect(office.getByRole('img', { name: 'Ingrandisci dopo.png' })).toBeVisible();
  await accessible(page, 'a case with a firm');
  await office.getByRole('button', { name: 'Chiudi il collegamento di Lampioni Srl' }).click();
  await expect(office.getByText('il collegamento è chiuso.')).toBeVisible();

  expect((await work.goto(linkPath))?.status()).toBe(410);
  await expect(work.getByRole('heading', { level: 1 })).toHaveText('Collegamento chiuso');
  await accessible(work, 'a link that is over');
});
