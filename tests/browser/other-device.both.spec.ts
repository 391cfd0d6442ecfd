/** A draft goes on on another device, and two pages that write the same draft lose nothing of either. */
import type { Page } from '@playwright/test';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { attachFiles, expectAllWritten, fillData, openData, openReadyBozza, pdfFile } from './flow.ts';

type CodeOf = (email: string, nth?: number) => Promise<string>;

/** An address, and the code that was sent there. @param nth code to this address, from 0 */
async function confirmHere(page: Page, email: string, code: CodeOf, nth = 0): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.getByLabel('Codice ricevuto per e-mail').fill(await code(email, nth));
}

/** A guest saves the form and leaves it for an address. */
async function leave(page: Page, email: string, code: CodeOf): Promise<void> {
  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.getByRole('button', { name: 'Sì, salva per 7 giorni' }).click();
  await page.getByRole('link', { name: 'Continua su un altro dispositivo' }).click();
  // What the form has is filled in already.
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await confirmHere(page, email, code);
  await page.getByRole('button', { name: 'Conferma' }).click();
  await expect(page.getByText('Ora puoi continuare su un altro dispositivo')).toBeVisible();
}

async function takeUp(page: Page, email: string, code: CodeOf): Promise<void> {
  await page.goto('/segnalazione');
  await page.getByRole('link', { name: 'Riprendi qui' }).click();
  await confirmHere(page, ` ${email.replace('@esempio', '@Esempio')} `, () => code(email, 1));
  await page.getByRole('button', { name: 'Mostra le richieste' }).click();
  await expect(page.getByText('Richieste salvate con')).toBeVisible();
}

/** For as long as the browser is open. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.getByRole('button', { name: 'No, finché chiudo il browser' }).click();
}

const question = (page: Page) => page.getByText('Che cosa vuoi tenere?');

test('a guest leaves a draft on one device and takes it up on another, with its files', async ({
  page,
  otherBrowser,
  code,
  accessible,
  javaScriptEnabled,
}) => {
  const email = newEmail('altrove');
  await openData(page);
  await fillData(page, email);
  await attachFiles(page, pdfFile('planimetria.pdf'), javaScriptEnabled !== false);
  await expect(page.getByText('planimetria.pdf').first()).toBeVisible();
  await leave(page, email, code);
  await accessible(page, 'left');

  const laptop = await otherBrowser();
  await laptop.goto('/login');
  await laptop.getByRole('link', { name: 'Riprendila qui' }).click();
  await expect(laptop).toHaveURL(/altro-dispositivo/);
  await accessible(laptop, 'address');
  await laptop.getByLabel('E-mail').fill('anna@');
  await laptop.getByRole('button', { name: 'Invia il codice' }).click();
  await expect(laptop.getByText("C'è un problema")).toBeVisible();
  await accessible(laptop, 'wrong address');
  await takeUp(laptop, email, code);
  await accessible(laptop, 'drafts');
  await expect(laptop.getByText('con un file allegato')).toBeVisible();
  await laptop.getByRole('button', { name: /^Riprendi/ }).click();
  await expect(laptop).toHaveURL(/passo=dati/);
  await expectAllWritten(laptop, email);
  await expect(laptop.getByText('planimetria.pdf').first()).toBeVisible();

  // It is in one place.
  await page.goto('/segnalazione');
  await expect(page.getByRole('button', { name: 'Riprendi' })).toHaveCount(0);
});

test('somebody who only knows the address reads the same as for any other, and a wrong code opens nothing', {
  tag: '@scripts',
}, async ({ page, otherBrowser, house, smtp, code, accessible }) => {
  const email = newEmail('vittima');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await page.goto('/altro-dispositivo?modulo=%2Fsegnalazione');
  // The form has confirmed it already.
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await expect(page.getByText('Ora puoi continuare')).toBeVisible();

  const stranger = await otherBrowser();
  const read: string[] = [];
  for (const address of [email, newEmail('nessuno')]) {
    await stranger.goto('/altro-dispositivo');
    await stranger.getByLabel('E-mail').fill(address);
    await stranger.getByRole('button', { name: 'Invia il codice' }).click();
    await stranger.getByLabel('Codice ricevuto per e-mail').fill('12345x');
    await stranger.getByRole('button', { name: 'Mostra le richieste' }).click();
    await expect(stranger.getByText("C'è un problema")).toBeVisible();
    read.push((await stranger.locator('main').innerText()).replaceAll(address, ''));
  }
  expect(read[0]).toBe(read[1]);
  await accessible(stranger, 'wrong code');
  const none = newEmail('vuota');
  await stranger.goto('/altro-dispositivo');
  await confirmHere(stranger, none, code);
  await stranger.getByRole('button', { name: 'Mostra le richieste' }).click();
  await expect(stranger.getByText("non c'è nessuna richiesta da riprendere")).toBeVisible();
});

test('a draft that would replace one which is here already asks first', async ({
  page,
  otherBrowser,
  code,
  accessible,
}) => {
  const email = newEmail('due');
  await openData(page);
  await fillData(page, email);
  await leave(page, email, code);
  const laptop = await otherBrowser();
  await openData(laptop);
  await laptop.getByLabel('Titolo').fill('Buca');
  await laptop.getByRole('button', { name: 'Indietro' }).click();
  await laptop.getByRole('link', { name: 'Riprendi qui' }).click();
  await confirmHere(laptop, email, code, 1);
  await laptop.getByRole('button', { name: 'Mostra le richieste' }).click();
  await laptop.getByRole('button', { name: /^Riprendi/ }).click();
  await expect(laptop.getByText('hai già iniziato una richiesta').first()).toBeVisible();
  await accessible(laptop, 'replaces another');
  await laptop.getByRole('button', { name: 'Cancella quella di qui e riprendi questa' }).click();
  await expectAllWritten(laptop, email);
});

test('the first device, on which somebody types on, is asked what to keep, and brings the draft back', async ({
  page,
  otherBrowser,
  code,
  accessible,
}) => {
  const email = newEmail('indietro');
  await openData(page);
  await fillData(page, email);
  const [form, leaving] = [page, await page.context().newPage()];
  await form.getByRole('button', { name: /^Salva/ }).click();
  await form.getByRole('button', { name: 'Sì, salva per 7 giorni' }).click();
  await expect(form.getByText('La ritrovi in questa pagina per 7 giorni')).toBeVisible();
  await leaving.goto('/altro-dispositivo?modulo=%2Fsegnalazione');
  await confirmHere(leaving, email, code);
  await leaving.getByRole('button', { name: 'Conferma' }).click();
  const laptop = await otherBrowser();
  await takeUp(laptop, email, code);
  await laptop.getByRole('button', { name: /^Riprendi/ }).click();
  await laptop.getByLabel('Titolo').fill('Scritto sul portatile');
  await laptop.getByRole('button', { name: 'Indietro' }).click();
  await expect(laptop).toHaveURL(/passo=privacy/);

  await form.getByLabel('Titolo').fill('Scritto sul telefono');
  await form.getByRole('button', { name: 'Indietro' }).click();
  await expect(form.getByText(/è stata ripresa su un altro dispositivo alle \d\d:\d\d/).first()).toBeVisible();
  await expect(form.getByLabel('Titolo')).toHaveValue('Scritto sul telefono');
  await accessible(form, 'taken up elsewhere');
  await form.getByRole('button', { name: 'Prendi quello salvato sull’altro dispositivo' }).click();
  await expect(form.getByLabel('Titolo')).toHaveValue('Scritto sul portatile');

  // Now the laptop has it no longer, and keeps what stands there by one press.
  await laptop.getByRole('button', { name: 'Avanti' }).click();
  await expect(question(laptop)).toBeVisible();
  await laptop.getByRole('button', { name: 'Tieni quello che c’è qui' }).click();
  await laptop.goto('/segnalazione?passo=dati');
  await expect(laptop.getByLabel('Titolo')).toHaveValue('Scritto sul portatile');
});

test('two tabs that write the same draft: the later one is asked, and nothing of either is lost before', async ({
  page,
  accessible,
}) => {
  await openData(page);
  await page.getByLabel('Dettagli').fill('Da una settimana.');
  await save(page);
  const saved = (on: Page) => on.getByText('Richiesta salvata con successo');
  await expect(saved(page)).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto('/segnalazione?passo=dati');
  await tab.getByLabel('Titolo').fill('Dalla seconda scheda');
  await save(tab);
  await expect(saved(tab)).toBeVisible();

  await page.getByLabel('Titolo').fill('Dalla prima scheda');
  await page.getByRole('button', { name: 'Indietro' }).click();
  await expect(page.getByText(/è stata modificata in un’altra scheda di questo browser alle/).first()).toBeVisible();
  await expect(page.getByLabel('Titolo')).toHaveValue('Dalla prima scheda');
  await accessible(page, 'changed elsewhere');
  const third = await page.context().newPage();
  await third.goto('/segnalazione?passo=dati');
  await expect(third.getByLabel('Titolo')).toHaveValue('Dalla seconda scheda');
  await third.close();
  await page.getByRole('button', { name: 'Tieni quello che c’è qui' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByLabel('Titolo')).toHaveValue('Dalla prima scheda');
  await expect(page.getByLabel('Dettagli')).toHaveValue('Da una settimana.');

  // The second tab has not seen that.
  await tab.getByLabel('Titolo').fill('Ancora dalla seconda');
  await tab.getByRole('button', { name: 'Indietro' }).click();
  await expect(question(tab)).toBeVisible();
  await expect(tab.getByLabel('Titolo')).toHaveValue('Ancora dalla seconda');
  await tab.getByRole('button', { name: 'Prendi quello salvato nell’altra scheda' }).click();
  await expect(tab.getByLabel('Titolo')).toHaveValue('Dalla prima scheda');
});

test('a request that was sent from one tab is not sent again from the other', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const email = newEmail('spedita');
  await openReadyBozza(page, { house, smtp }, email);
  const tab = await page.context().newPage();
  await tab.goto('/segnalazione?passo=dati');
  await tab.getByLabel('Titolo').fill('Dalla seconda scheda');
  await page.getByRole('button', { name: 'Invia' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Invia' });
  const sent = page.getByRole('heading', { name: 'Segnalazione inviata' });
  await expect(confirm.or(sent).first()).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(sent).toBeVisible();

  await tab.getByRole('button', { name: 'Avanti' }).click();
  await expect(tab.getByText('Richiesta già inviata')).toBeVisible();
  await expect(tab.getByLabel('Titolo')).toHaveValue('Dalla seconda scheda');
  await accessible(tab, 'sent meanwhile');
});

test('a citizen’s draft is on every browser where they log in, and the later one is asked', {
  tag: '@scripts',
}, async ({ page, otherBrowser }) => {
  await logIn(page, 'mario', '/segnalazione');
  await page.getByLabel(/informativa sulla privacy/).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await page.getByLabel('Titolo').fill('Dal telefono');
  await page.getByRole('button', { name: /^Salva/ }).click();
  await expect(page.getByText('La ritrovi in questa pagina per 12 mesi.')).toBeVisible();
  const laptop = await otherBrowser();
  await logIn(laptop, 'mario', '/segnalazione');
  await laptop.getByRole('button', { name: 'Riprendi' }).click();
  await expect(laptop.getByLabel('Titolo')).toHaveValue('Dal telefono');
  await laptop.getByLabel('Titolo').fill('Dal portatile');
  await laptop.getByRole('button', { name: 'Indietro' }).click();
  await expect(laptop).toHaveURL(/passo=privacy/);
  await page.getByLabel('Titolo').fill('Di nuovo dal telefono');
  await page.getByRole('button', { name: 'Indietro' }).click();
  await expect(page.getByText(/modificata su un altro dispositivo o in un’altra scheda alle/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Prendi quello salvato sull’altro dispositivo' }).click();
  await expect(page.getByLabel('Titolo')).toHaveValue('Dal portatile');
});
