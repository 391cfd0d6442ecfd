/** How a municipality writes to people in App IO, as its administrator sets it up and a phone shows it. */
import type { Portal } from '../portal.ts';
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { COMMENTO_API, expectStatus, openAsUfficio, sendSegnalazioneAs } from './flow.ts';
import { changeStore } from './store.ts';

const KEY = 'chiave-di-app-io-0123456789';

/** A message to Mario, as a case of his would have made it. */
const writeMessage = (house: Portal, id: string, stato: string) =>
  changeStore(
    house,
    `insert into messaggi_io (id, ente, utente, servizio, tipo, dati_json, stato, creato, aggiornato)
     select ?, 'borgosereno', id, '*', 'cittadino.ricevuta', '{}', ?, ?, ? from utenti where ruolo = 'operatore' limit 1`,
    id,
    stato,
    Date.now(),
    Date.now(),
  );

test.afterEach(({ house }) => {
  changeStore(house, 'delete from messaggi_io');
  changeStore(house, "delete from chiavi_io where servizio <> '*'");
});

test('an administrator writes a key that IO takes, sees what became of the messages, and takes the key away', async ({
  page,
  house,
  accessible,
}) => {
  await logIn(page, 'olga', '/gestione');
  writeMessage(house, 'uno', 'consegnato');
  writeMessage(house, 'due', 'non_noto');
  await page.getByRole('link', { name: 'App IO', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('App IO');
  await expect(page.getByText('Arrivati sul telefono: 1')).toBeVisible();
  await expect(page.getByText(/non si sa se sono arrivati, e non ripartono: 1/)).toBeVisible();
  await expect(page.getByText(/^Finisce con …0001/)).toBeVisible();
  await accessible(page, 'keys and figures');

  await page.getByLabel('Servizio').selectOption('SF510');
  await page.getByLabel('Chiave').fill(`sbagliata-${KEY}`);
  await page.getByRole('button', { name: 'Verifica e salva' }).click();
  await expect(page).toHaveTitle(/^Errore: /);
  await expect(page.getByRole('link', { name: /^IO non accetta questa chiave/ })).toBeVisible();
  await expect(page.getByLabel('Servizio')).toHaveValue('SF510');
  await expect(page.getByLabel('Chiave')).toHaveValue('');
  await accessible(page, 'refused key');

  await page.getByLabel('Chiave').fill(KEY);
  await page.getByRole('button', { name: 'Verifica e salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await expect(page.getByText(/^Finisce con …6789/)).toBeVisible();
  expect(await page.content()).not.toContain(KEY);

  await page.getByRole('button', { name: 'Togli la chiave per Illuminazione e lampade votive' }).click();
  await expect(page.getByText('Vuoi davvero togliere la chiave per «Illuminazione e lampade votive»?')).toBeVisible();
  await accessible(page, 'key to be taken away');
  await page.getByRole('button', { name: 'Sì, togli la chiave' }).click();
  await expect(page.getByText(/^Finisce con …6789/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Modifiche', exact: true }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'App IO: Illuminazione e lampade votive' }).first(),
  ).toContainText('6789');
});

test('the phones of the sandbox show what IO was given', async ({ page, house, accessible }) => {
  const ask = (path: string, body: object) =>
    fetch(`${house.base}/sandbox/io/api/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'ocp-apim-subscription-key': KEY, origin: house.base },
    });
  const fiscal_code = 'RSSMRA80A01Z999Y';
  expect(await (await ask('/profiles', { fiscal_code })).json()).toMatchObject({ sender_allowed: true });
  const content = {
    subject: 'Un avviso da pagare scade il 30 novembre',
    markdown: `Hai un avviso da pagare. <b>Non</b> è [il portale](${house.base}/area-riservata) che te lo chiede due volte, mai.`,
    due_date: '2026-11-29T23:00:00.000Z',
    payment_data: { amount: 1250, notice_number: '301000000000000123' },
  };
  expect((await ask('/messages', { fiscal_code, content })).status).toBe(201);
  await page.goto('/sandbox/io');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('App IO di prova');
  const message = page.getByRole('listitem').filter({ hasText: content.subject }).first();
  await expect(message).toContainText('A Mario Rossi');
  await expect(message).toContainText('Tasto «Paga 12,50 €», avviso 3010 0000 0000 0001 23');
  await expect(message).toContainText('<b>Non</b> è il portale');
  await accessible(page, 'messages on the phones');

  await page.getByRole('group', { name: 'Mario Rossi' }).getByLabel('Non ha l’app').check();
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('group', { name: 'Mario Rossi' }).getByLabel('Non ha l’app')).toBeChecked();
  expect((await ask('/profiles', { fiscal_code })).status).toBe(404);
  await page.getByRole('group', { name: 'Mario Rossi' }).getByLabel('Ha l’app e riceve').check();
  await page.getByRole('button', { name: 'Salva' }).click();
});

test('C.SE.1.2: what was sent, and that it is done, is told in the area and on two more channels: by mail and in App IO', async ({
  page,
  house,
  smtp,
}) => {
  // The receipt by mail is waited for where it is sent.
  const sent = await sendSegnalazioneAs({ house, smtp }, 'mario');
  const { email, id, protocollo } = sent;
  const phone = (subject: string) => page.getByRole('listitem').filter({ hasText: subject });
  const toldOnPhone = (subject: string) =>
    expect(async () => {
      await page.goto('/sandbox/io');
      await expect(phone(subject)).toHaveCount(1);
    }).toPass();
  await toldOnPhone(`Segnalazione ${protocollo}: l’abbiamo ricevuta`);
  await logIn(page, 'mario', '/area-riservata?scheda=pratiche');
  const row = page.getByRole('main').getByRole('row').filter({ hasText: protocollo });
  await expect(row).toContainText('Inviata');

  const office = await openAsUfficio(sent);
  const done = { email, id, vista: 'operatore', stato: 'conclusa', testo: 'Il lampione è riparato.' };
  expectStatus(await office.post(COMMENTO_API, done), 201);
  await smtp.mailTo(email, new RegExp(`${protocollo}: è stata chiusa`));
  await toldOnPhone(`Segnalazione ${protocollo}: è stata chiusa`);
  await page.goto('/area-riservata?scheda=pratiche');
  await expect(row).toContainText('Conclusa');
  await page.goto('/area-riservata?scheda=messaggi');
  await expect(page.getByRole('main')).toContainText(protocollo);
});
