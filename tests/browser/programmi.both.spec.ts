/** Programs that send reports: the administrator's page of their keys, and the page on which a citizen confirms; with and without JavaScript. */
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { ENTE } from './flow.ts';
import { sendByProgramma } from './programmi.ts';
import { changeStore } from './store.ts';

test('an administrator makes a key, which is shown once, and revokes it after a question', { tag: '@plain' }, async ({
  page,
  house,
  accessible,
}) => {
  const nome = `App ${crypto.randomUUID().slice(0, 8)}`;
  await logIn(page, 'sofia', '/gestione');
  await page.getByRole('link', { name: 'Programmi', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Programmi');
  await accessible(page, 'empty list');
  await page.getByRole('button', { name: 'Crea la chiave' }).click();
  for (const words of ['Scrivi il nome del programma.', 'Scrivi l’e-mail di chi gestisce il programma.'])
    await expect(page.getByRole('link', { name: words })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'refused key');

  await page.getByLabel('Nome del programma').fill(nome);
  await page.getByLabel('E-mail di chi lo gestisce').fill('app@esempio.it');
  await page.getByLabel('Garantisce gli indirizzi dei cittadini').check();
  await page.getByLabel('Leggere le pratiche').check();
  await page.getByText('Solo le pratiche di alcuni servizi').click();
  await page.getByLabel('Rateizzazione').check();
  await page.getByLabel('Solo da queste reti').fill('10.0.0.300');
  await page.getByLabel('Segnalazioni all’ora').fill('5');
  await page.getByRole('button', { name: 'Crea la chiave' }).click();
  await expect(page.getByRole('link', { name: /«10.0.0.300» non è un indirizzo né una rete/ })).toBeVisible();
  await expect(page.getByLabel('Solo da queste reti')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Leggere le pratiche')).toBeChecked();
  await expect(page.getByLabel('Rateizzazione')).toBeChecked();
  await accessible(page, 'refused network');
  await page.getByLabel('Solo da queste reti').fill('127.0.0.0/8 ::1');
  await page.getByRole('button', { name: 'Crea la chiave' }).click();
  await expect(page.getByText(`La chiave di «${nome}» è pronta`)).toBeVisible();
  const key = await page.locator('.chiave').innerText();
  expect(key).toMatch(/^[\w-]{24}$/);
  await accessible(page, 'new key');
  await page.getByRole('link', { name: 'Programmi', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: nome })).toContainText('mai usata');
  await expect(page.getByText(key)).toHaveCount(0);
  const asks = (bearer: string) =>
    page.request.get(`/api/v1/portale/operatore/pratiche/cambiamenti?ente=portolieve`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
  expect((await asks(key)).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: nome })).toContainText('usata l’ultima volta');

  await page.getByRole('button', { name: `Aggiungi un webhook per ${nome}` }).click();
  await expect(page.getByText(`Un webhook per «${nome}»`)).toBeVisible();
  await accessible(page, 'address of a webhook');
  await page.getByLabel('Indirizzo da chiamare').fill('programma');
  await page.getByRole('button', { name: 'Imposta il webhook' }).click();
  await expect(page.getByRole('link', { name: /Scrivi un indirizzo come/ })).toBeVisible();
  await expect(page.getByLabel('Indirizzo da chiamare')).toHaveValue('programma');
  await accessible(page, 'refused webhook');
  await page.getByLabel('Indirizzo da chiamare').fill('https://127.0.0.1:1/avvisi');
  await page.getByRole('button', { name: 'Imposta il webhook' }).click();
  await expect(page.locator('.chiave')).toHaveText(/^whsec_/);
  await accessible(page, 'new webhook');
  changeStore(house, "update programmi set servizi = '' where nome = ?", nome);
  await sendByProgramma(house, { email: newEmail('webhook') }, { ente: 'portolieve', vouches: true });
  await page.getByRole('link', { name: 'Programmi', exact: true }).click();
  const webhook = page.locator('details').filter({ hasText: 'https://127.0.0.1:1/avvisi' });
  await expect(async () => {
    await page.reload();
    await expect(webhook.getByText('Webhook: non risponde')).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(
    webhook.getByText('L’indirizzo porta a una rete che il portale non può raggiungere.').first(),
  ).toBeVisible();
  await accessible(page, 'webhook without an answer');
  await webhook.getByRole('button', { name: 'Riprova' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await webhook.getByText('Webhook:').click();
  await webhook.getByRole('button', { name: 'Ripeti da un giorno' }).click();
  await page.getByRole('button', { name: 'Ripeti gli avvisi' }).click();
  await expect(page.getByLabel('Dal giorno')).toHaveAttribute('aria-invalid', 'true');
  await accessible(page, 'webhook told again');
  await page.getByLabel('Dal giorno').fill('2026-01-01');
  await page.getByRole('button', { name: 'Ripeti gli avvisi' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  if (!(await webhook.getByRole('button', { name: 'Togli' }).isVisible())) await webhook.getByText('Webhook:').click();
  await webhook.getByRole('button', { name: 'Togli' }).click();
  await expect(page.getByText(`Vuoi davvero togliere il webhook di «${nome}»?`)).toBeVisible();
  await accessible(page, 'question before the end of a webhook');
  await page.getByRole('button', { name: 'Sì, togli il webhook' }).click();
  await expect(webhook).toHaveCount(0);

  await page.getByRole('button', { name: `Nuova chiave per ${nome}` }).click();
  await expect(page.getByText(`Vuoi una nuova chiave per «${nome}»?`)).toBeVisible();
  await accessible(page, 'question before the renewal');
  await page.getByLabel('La chiave di adesso finisce subito').check();
  await page.getByRole('button', { name: 'Sì, crea la nuova chiave' }).click();
  await expect(page.getByText(`La nuova chiave di «${nome}» è pronta`)).toBeVisible();
  const renewed = await page.locator('.chiave').innerText();
  expect([(await asks(key)).status(), (await asks(renewed)).status()]).toEqual([401, 200]);

  await page.getByRole('button', { name: `Revoca la chiave di ${nome}` }).click();
  await expect(page.getByText(`Vuoi davvero revocare la chiave di «${nome}»?`)).toBeVisible();
  await accessible(page, 'question before the revocation');
  await page.getByRole('link', { name: 'No, lasciala valida' }).click();
  await page.getByRole('button', { name: `Revoca la chiave di ${nome}` }).click();
  await page.getByRole('button', { name: 'Sì, revoca la chiave' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: nome })).toContainText('(revocata il');
  await expect(page.getByRole('button', { name: `Revoca la chiave di ${nome}` })).toHaveCount(0);
});

test('a citizen reads what a program has sent, confirms it, and is led to the case; to open the link confirms nothing', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const email = newEmail('programma');
  const { token } = await sendByProgramma(house, { email });
  const mail = await smtp.mailTo(email, /conferma la tua segnalazione/);
  const url = /http\S+\/segnalazione\/conferma\/\S+/.exec(mail.text)?.[0] ?? '';
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conferma la tua segnalazione');
  await expect(page.getByText('Il lampione è spento.').first()).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('lampione.png')).toBeVisible();
  await expect(page.getByText('palo (dal programma)')).toBeVisible();
  await accessible(page, 'to be confirmed');
  const answer = await page.request.get(`/open311/v2/tokens/${token}.json?jurisdiction_id=${ENTE}`);
  expect(await answer.json()).toEqual([{ token }]);

  await page.getByLabel('Non metterla nell’elenco pubblico').check();
  await page.getByRole('button', { name: 'Conferma e invia' }).click();
  await expect(page.getByRole('link', { name: /dichiara di aver letto l’informativa/ })).toBeVisible();
  await expect(page.getByLabel('Non metterla nell’elenco pubblico')).toBeChecked();
  await accessible(page, 'privacy notice not read');
  await page.getByLabel(/Ho letto e compreso/).check();
  await page.getByRole('button', { name: 'Conferma e invia' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La tua segnalazione');
  await expect(page.getByText('Inviata con il programma «App di prova».')).toBeVisible();
  await expect(page.getByText('lampione.png').first()).toBeAttached();

  expect((await page.goto(url))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Niente da confermare');
  await accessible(page, 'nothing to confirm');
});

test('an operator finds a report without name and e-mail by the number that it has in its program, and reads whom to tell', async ({
  page,
  house,
  accessible,
}) => {
  // Twelve digits: eleven may be the tax code of a firm, by which a search looks for people.
  const number = String(Math.floor((1 + Math.random() * 9) * 1e11));
  const names = { first_name: '', last_name: '', email: '' };
  await sendByProgramma(house, { ...names, 'attribute[fixmystreet_id]': number }, { vouches: true });
  await logIn(page, 'olga', `/operatore?q=${number}`);
  const row = page.getByRole('row').filter({ hasText: 'Il lampione è spento.' });
  await expect(row).toContainText('senza nome');
  await row.getByRole('link').first().click();
  await expect(page.getByText('Lo stato e la risposta pubblica tornano al programma «App di prova»')).toBeVisible();
  await expect(page.getByText('Numero nel programma')).toBeAttached();
  await expect(page.getByText('lampione.png').first()).toBeAttached();
  await accessible(page, 'a report without a name');
});
