/** A citizen's contacts, profile, earlier cases, and a report that already knows who writes it; with and without JavaScript. */
import type { Page } from '@playwright/test';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, chooseTipo, goToSummary, sendSegnalazione } from './flow.ts';
import { withStore } from './store.ts';

const PROFILO = '/area-riservata/profilo-utente';

/** Where the page sends what, from now on: with scripts the specification's calls, without them its own address. */
function postsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

test('a citizen’s new address is accepted with its code and shown in the profile, and the old address is told', async ({
  page,
  smtp,
  code,
  accessible,
  javaScriptEnabled,
}) => {
  const newAddress = newEmail('nuova');
  await logIn(page, 'luca', PROFILO);
  await accessible(page, 'profile');
  await page.getByRole('link', { name: 'Modifica I tuoi contatti' }).click();
  await expect(page).toHaveURL(/aggiorna-dati-ricontatto/);
  await accessible(page, 'contacts');
  const oldEmail = await page.getByLabel('E-mail').inputValue();

  await page.getByLabel('E-mail').fill(newAddress);
  await page.getByRole('button', { name: 'Salva i contatti' }).click();
  await expect(page.getByText(/^Conferma il nuovo indirizzo/).first()).toBeVisible();
  await accessible(page, 'refused contacts');
  await page.getByLabel('Telefono').fill('06 1234567');
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.getByLabel('Codice ricevuto per e-mail').fill(await code(newAddress));
  await expect(page.getByLabel('Telefono')).toHaveValue('06 1234567');
  const posts = postsOf(page);
  await page.getByRole('button', { name: 'Salva i contatti' }).click();

  await expect(page.getByText('Contatti aggiornati')).toBeVisible();
  expect(posts.at(-1)).toBe(javaScriptEnabled === false ? '/aggiorna-dati-ricontatto' : '/api/v1/user');
  await page.goto(PROFILO);
  await expect(page.getByText(newAddress)).toBeVisible();
  await expect(page.getByText('+39061234567')).toBeVisible();
  const told = await smtp.mailTo(oldEmail, /è cambiato il tuo indirizzo e-mail/);
  expect(told.text).not.toContain(newAddress);
});

test('a citizen’s residence is checked and kept, and their data come as a file', async ({
  page,
  javaScriptEnabled,
}) => {
  await logIn(page, 'giulia', PROFILO);
  const posts = postsOf(page);
  await page.getByLabel('Indirizzo').fill('Via Roma 1');
  await page.getByLabel('CAP').fill('12');
  await page.getByRole('button', { name: 'Salva la residenza' }).click();
  await expect(page.getByRole('link', { name: /Controlla il CAP/ })).toBeVisible();
  await expect(page.getByLabel('Indirizzo')).toHaveValue('Via Roma 1');
  await page.getByLabel('CAP').fill('00100');
  await page.getByRole('button', { name: 'Salva la residenza' }).click();
  await expect(page.getByText('Residenza salvata')).toBeVisible();
  const call = javaScriptEnabled === false ? PROFILO : '/api/v1/user/modifica_anagrafica';
  expect(posts).toEqual([call, call]);
  await expect(page.getByLabel('CAP')).toHaveValue('00100');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Scarica i miei dati/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^i-miei-dati-\d{4}-\d\d-\d\d\.json$/);
});

test('a citizen gives their calendar an address, changes it and takes it back', async ({
  page,
  playwright,
  accessible,
}) => {
  await logIn(page, 'mario', '/area-riservata?scheda=scadenze');
  await page.getByRole('link', { name: 'Oppure tienilo aggiornato da solo' }).click();
  const address = page.getByLabel('Indirizzo del tuo calendario');
  await page.getByRole('button', { name: 'Crea il tuo indirizzo' }).click();
  const first = await address.inputValue();
  await accessible(page, 'address of a calendar');
  await expect(page.getByRole('link', { name: 'Apri nel calendario' })).toHaveAttribute(
    'href',
    first.replace('http:', 'webcal:'),
  );
  // As a calendar asks: without a login.
  const calendar = await playwright.request.newContext();
  expect(await (await calendar.get(first)).text()).toMatch(/^BEGIN:VCALENDAR.*SUMMARY:Da pagare/s);
  await page.getByRole('button', { name: 'Cambia indirizzo' }).click();
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  expect([(await calendar.get(first)).status(), (await calendar.get(second)).status()]).toEqual([404, 200]);
  await page.getByRole('button', { name: 'Togli l’indirizzo' }).click();
  await expect(address).toHaveCount(0);
  expect((await calendar.get(second)).status()).toBe(404);
  await calendar.dispose();
});

test('a citizen chooses their reminders, gets one by mail, and stops them with one press', async ({
  page,
  house,
  smtp,
  otherBrowser,
  accessible,
}) => {
  await logIn(page, 'anna', PROFILO);
  const panel = page.locator('#promemoria');
  await panel.getByLabel('7 giorni prima').uncheck();
  await panel.getByRole('button', { name: 'Salva i promemoria' }).click();
  await expect(page.getByRole('link', { name: /Scegli quanti giorni prima/ })).toBeVisible();
  await expect(panel.getByLabel('7 giorni prima')).not.toBeChecked();
  await accessible(page, 'reminders without a day');
  await panel.getByLabel('14 giorni prima').check();
  await panel.getByLabel('Per e-mail', { exact: true }).check();
  await panel.getByRole('button', { name: 'Salva i promemoria' }).click();
  await expect(panel.getByText('Promemoria salvati')).toBeVisible();
  await expect(panel.getByLabel('14 giorni prima')).toBeChecked();
  await accessible(page, 'reminders saved');

  const { email, dati } = withStore(house, (db) => ({
    email: db.prepare("select email_comunicazione as email from utenti where nome = 'Anna'").get()?.email as string,
    dati: db
      .prepare(`select d.ente, d.numero_avviso, d.scadenza, u.id as utente from documenti d
        join rappresentanze r on r.posizione = d.posizione join utenti u on u.codice_fiscale = r.codice_fiscale
        where u.nome = 'Anna' and d.stato = 'da_pagare' and d.numero_avviso is not null
        and d.scadenza > date('now', '+1 day')`)
      .get(),
  }));
  expect(dati).toBeDefined();
  withStore(house, (db) =>
    db
      .prepare(`insert into posta_in_uscita (id, tipo, corsia, dati_json, creata, da_inviare, tentativi, presa_fino)
        values (?, 'cittadino.avviso-in-scadenza', 'receipts', ?, 0, 0, 0, 0)`)
      .run(`prova-${Math.random()}`, JSON.stringify(dati)),
  );
  const mail = await smtp.mailTo(email, /un avviso da pagare scade/);
  const header = mail.raw.replace(/\r\n[ \t]+/g, ' ');
  expect(header).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
  const [, address = ''] = /^List-Unsubscribe:\s*<(.*?)>/im.exec(header) ?? [];
  // Without a login, as from a mail.
  const stopPage = await otherBrowser();
  await stopPage.goto(new URL(address).pathname + new URL(address).search);
  await accessible(stopPage, 'stopping reminders');
  await stopPage.getByRole('button', { name: 'Non ricordarmelo più' }).click();
  await expect(stopPage.getByRole('status')).toContainText('Fatto.');
  await accessible(stopPage, 'reminders stopped');
  await page.goto(PROFILO);
  await expect(panel.getByLabel('Pagamenti in scadenza')).not.toBeChecked();
  await expect(panel.getByLabel('Appuntamenti, il giorno prima')).toBeChecked();
});

test('a citizen takes a report they sent as a guest, by its number and the code mailed to its address', async ({
  page,
  house,
  smtp,
  code,
  accessible,
}) => {
  const email = newEmail('ospite');
  const { protocollo, chatUrl } = await sendSegnalazione({ house, smtp }, email);
  await logIn(page, 'anna', new URL(chatUrl).pathname);
  await page.getByRole('link', { name: /nella tua area riservata/ }).click();
  await page.getByText('Ne hai inviata una senza codice fiscale?').click();
  const card = page.locator('#da-prendere');
  await card.getByLabel('E-mail con cui').fill(email);
  await card.getByRole('button', { name: 'Continua' }).click();
  await expect(card.getByRole('link', { name: /Scegli l’ente/ })).toBeVisible();
  await expect(card.getByRole('link', { name: /Scrivi il numero/ })).toBeVisible();
  await card.getByLabel('Ente').selectOption({ label: 'Comune di Borgosereno' });
  await card.getByLabel('Numero della pratica').fill(protocollo);
  await card.getByLabel('E-mail con cui').fill(email);
  await card.getByRole('button', { name: 'Continua' }).click();
  await card.getByLabel('Codice ricevuto per e-mail').fill('12');
  await card.getByRole('button', { name: 'Porta nella mia area riservata', exact: true }).click();
  await expect(card.getByRole('link', { name: /Controlla il codice/ })).toBeVisible();
  await accessible(page, 'wrong code');
  await card.getByLabel('Codice ricevuto per e-mail').fill(await code(email, 1));
  await card.getByRole('button', { name: 'Porta nella mia area riservata', exact: true }).click();

  await expect(page.getByText('La pratica è nella tua area riservata')).toBeVisible();
  await smtp.mailTo(email, /portata in un’area riservata/);
  await page.goto(new URL(chatUrl).pathname);
  await expect(page.getByText('Presa nell’area riservata di chi l’ha inviata')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Area riservata' })).toBeVisible();
});

test('a citizen who logs in from the report finds name, tax code and address there, and needs no code', {
  tag: '@scripts',
}, async ({ page, accessible, javaScriptEnabled }) => {
  await page.goto('/segnalazione');
  await expect(page.getByRole('main').getByRole('link', { name: 'Accedi' })).toHaveAttribute(
    'href',
    '/login?da=%2Fsegnalazione',
  );
  await logIn(page, 'mario', '/segnalazione');
  await expect(page.getByRole('main').getByRole('link', { name: 'Accedi' })).toHaveCount(0);
  await acceptPrivacy(page);
  await accessible(page, 'data of who is logged in');
  for (const [name, value] of [
    ['nome', 'Mario'],
    ['cognome', 'Rossi'],
    ['codice_fiscale', 'RSSMRA80A01Z999Y'],
  ] as const) {
    await expect(page.locator(`#${name}`)).toHaveValue(value);
    await expect(page.locator(`#${name}`)).not.toBeEditable();
  }
  await expect(page.getByLabel('E-mail')).toHaveValue('mario.rossi@posta.example');
  await expect(page.getByText('Indirizzo confermato').first()).toBeVisible();
  await page.getByRole('button', { name: /^Salva/ }).click();
  await expect(page.getByText('La ritrovi in questa pagina per 12 mesi.')).toBeVisible();
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await chooseTipo(page, { label: 'Strade, parcheggi e mobilità' });
  await page.getByLabel('Indirizzo', { exact: false }).first().fill('Via Garibaldi 4');
  await page.getByLabel('Titolo').fill('Buca');
  await page.getByLabel('Dettagli').fill('Una buca profonda.');
  await goToSummary(page);
  await page.getByRole('button', { name: 'Invia' }).click();
  if (javaScriptEnabled !== false) await page.getByRole('button', { name: 'Conferma e invia' }).click();
  await expect(page.getByText('Grazie, abbiamo ricevuto la tua segnalazione')).toBeVisible();
  await page.getByRole('link', { name: 'Segui la segnalazione' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Percorso' }).getByRole('link', { name: 'Area riservata' }),
  ).toBeVisible();
});
