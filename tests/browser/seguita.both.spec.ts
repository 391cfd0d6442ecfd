/** A public report is followed by mail: the form, the mails, "non è risolto" and the way out; and a citizen hears that it was reported; with and without JavaScript. */
import { houseAt, INVENTED_TOWNS } from '../../src/sandbox/town/town.ts';
import { Citizen } from '../citizen.ts';
import { loginAs } from '../login.ts';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { COMMENTO_API, expectStatus, openReadyBozza, type SentPratica, sendSegnalazione } from './flow.ts';

/** Released as an operator would, by a program. @returns the operator, and the path of the public page */
async function releaseAsOlga(
  sent: SentPratica,
  titolo: string,
  luogo = 'Via dei Tigli',
): Promise<{ olga: Citizen; path: string }> {
  const olga = new Citizen(sent.citizen.base);
  await loginAs(olga, 'olga');
  await olga.arrive();
  const call = `/api/v1/portale/operatore/pratiche/${ufficioOf(sent)}/pubblica`;
  const { versione } = expectStatus(await olga.get(call), 200).data as { versione: string };
  const released = { titolo, luogo, descrizione: 'Manca lo schienale.', con_punto: true, versione };
  const { pagina } = expectStatus(await olga.post(call, released), 200).data as { pagina: string };
  return { olga, path: pagina };
}

const ufficioOf = ({ operatorUrl }: SentPratica) => new URL(operatorUrl).pathname.split('/').at(-1) ?? '';

const POINT = { lat: 42.49998, lon: 12.4972 };

test('a follower confirms an address, is told that the report was closed, says that it is not solved, and stops', async ({
  page,
  house,
  smtp,
  code,
  accessible,
  javaScriptEnabled,
}) => {
  const title = `Panchina ${crypto.randomUUID().slice(0, 8)}`;
  const sent = await sendSegnalazione({ house, smtp }, newEmail('autore'), { codice: 'SF310', ...POINT });
  const { olga, path } = await releaseAsOlga(sent, title);
  const email = newEmail('segue');

  await page.goto(path);
  const panel = page.getByRole('region', { name: 'Segui questa segnalazione' });
  await panel.getByLabel('E-mail').fill('non un indirizzo');
  await panel.getByRole('button', { name: 'Invia il codice' }).click();
  await expect(page.locator('#errori')).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await expect(panel.getByLabel('E-mail')).toHaveValue('non un indirizzo');
  await accessible(page, 'wrong address');
  await panel.getByLabel('E-mail').fill(email);
  await panel.getByRole('button', { name: 'Invia il codice' }).click();
  await expect(page.getByText(`Abbiamo mandato un codice a ${email}`)).toBeVisible();
  await panel.getByLabel('Codice ricevuto per e-mail').fill('000');
  await panel.getByRole('button', { name: 'Conferma e segui' }).click();
  await expect(page.locator('#otp-errore')).toBeVisible();
  await accessible(page, 'wrong code');
  await panel.getByLabel('Codice ricevuto per e-mail').fill(await code(email));
  await panel.getByRole('button', { name: 'Conferma e segui' }).click();
  await expect(page.getByText('Da ora la segui')).toBeVisible();
  await expect(page.getByText('1 persona la segue.')).toBeVisible();
  await accessible(page, 'followed');

  const close = { id: ufficioOf(sent), email: sent.email, vista: 'operatore', stato: 'conclusa', testo: 'Riparata.' };
  expectStatus(await olga.post(COMMENTO_API, close), 201);
  const mail = await smtp.mailTo(email, /è conclusa/);
  // A long header may begin on the next line.
  expect(mail.raw).toMatch(/^List-Unsubscribe:\s+<https?:\/\/\S+\/segnalazioni\/smetti\?chiave=\S+>\r?$/m);
  expect(mail.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  expect(mail.text).not.toContain('Riparata.');
  const linkTo = (what: string) => new RegExp(`https?://\\S+${what}\\S*`).exec(mail.text)?.[0] ?? '';

  // Scanners of mails follow links: neither page does anything by itself.
  const pageOfMail = new URL(linkTo(path));
  const stopOfMail = new URL(linkTo('/segnalazioni/smetti'));
  for (const { pathname, search } of [pageOfMail, stopOfMail])
    expect((await page.request.get(pathname + search)).status()).toBe(200);
  await page.goto(pageOfMail.pathname + pageOfMail.search);
  await accessible(page, 'closed, for its follower');
  await page.getByRole('button', { name: 'C’è ancora' }).click();
  await expect(page.getByText('Grazie, l’ufficio lo legge')).toBeVisible();
  await expect(page.getByRole('button', { name: 'C’è ancora' })).toHaveCount(0);
  // Anybody else may say so, too, and nobody reads there that somebody has.
  await page.goto(path);
  await expect(page.getByText(/risolto/)).toHaveCount(0);
  const closed = page.getByRole('region', { name: 'Il problema c’è ancora?' });
  const other = newEmail('passa');
  await closed.getByLabel('E-mail').fill(other);
  await closed.getByRole('button', { name: 'Invia il codice' }).click();
  await closed.getByLabel('Codice ricevuto per e-mail').fill(await code(other));
  await accessible(page, 'closed, for anybody');
  await closed.getByRole('button', { name: 'Conferma che c’è ancora' }).click();
  await expect(page.getByText('Grazie, l’ufficio lo legge')).toBeVisible();

  await logIn(page, 'olga', new URL(sent.operatorUrl).pathname);
  await expect(page.getByText('2 persone la seguono. 2 persone dicono che non è risolto.')).toBeVisible();
  await page.getByRole('link', { name: 'Elenco pubblico', exact: true }).click();
  await expect(page.getByText('2 persone la seguono. 2 persone dicono che non è risolto.')).toBeVisible();
  await logOut(page, javaScriptEnabled);

  await page.goto(pageOfMail.pathname + pageOfMail.search);
  await page.getByRole('link', { name: 'Smetti di seguirla' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Smetti di seguire una segnalazione');
  await accessible(page, 'stop');
  for (const _ of ['once', 'again']) {
    await page.goto(stopOfMail.pathname + stopOfMail.search);
    await page.getByRole('button', { name: 'Smetti di seguirla' }).click();
    await expect(page.getByText('Non ti scriviamo più di questa segnalazione.')).toBeVisible();
  }
  await page.goto(path);
  await expect(page.getByText('1 persona la segue.')).toBeVisible();
});

test('a mail program stops the mails by a POST without a cookie or a token, of either kind; words of no mail stop nothing', {
  tag: '@plain',
}, async ({ house, smtp }) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('autore'), { codice: 'SF310' });
  const { olga, path } = await releaseAsOlga(sent, `Buca ${crypto.randomUUID().slice(0, 8)}`);
  const count = async () =>
    ((await olga.get(`/api/v1/portale/segnalazioni/${path.split('/').at(-1)}`)).data as { seguita_da: number })
      .seguita_da;
  const user = new Citizen(house.base);
  await loginAs(user, 'anna');
  await user.arrive();
  const { Email_Comunicazione__c: email } = expectStatus(await user.get('/api/v1/user'), 200).data as Record<
    string,
    string
  >;
  const follow = async () =>
    expectStatus(await user.post(`/api/v1/portale/segnalazioni/${path.split('/').at(-1)}/segui`, { email }), 200);
  await follow();
  const close = { id: ufficioOf(sent), email: sent.email, vista: 'operatore', stato: 'in_elaborazione', testo: 'Sì.' };
  expectStatus(await olga.post(COMMENTO_API, close), 201);
  const { text } = await smtp.mailTo(email ?? '', /è in lavorazione/);
  const { pathname, search } = new URL(/https?:\/\/\S+\/segnalazioni\/smetti\S+/.exec(text)?.[0] ?? '');
  const stop = (body: URLSearchParams | FormData, query = search) =>
    fetch(house.base + pathname + query, { method: 'POST', body, headers: { origin: 'https://mail.example' } });

  const fields = { 'List-Unsubscribe': 'One-Click' };
  expect((await stop(new URLSearchParams(fields), '?chiave=a.b')).status).toBe(404);
  expect((await fetch(`${house.base}${pathname}?chiave=a.b`)).status).toBe(404);
  expect(await count()).toBe(1);
  expect((await stop(new URLSearchParams(fields))).status).toBe(200);
  expect(await count()).toBe(0);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await stop(form)).status).toBe(200);
});

test('a citizen who is logged in follows with one button, and finds the way out on the same page', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('autore'), { codice: 'SF310' });
  const { path } = await releaseAsOlga(sent, `Aiuola ${crypto.randomUUID().slice(0, 8)}`);
  await logIn(page, 'anna', path);
  await page.goto(path);
  await page.getByRole('button', { name: 'Segui questa segnalazione' }).click();
  await expect(page.getByText('1 persona la segue.')).toBeVisible();
  await accessible(page, 'followed by login');
  await page.getByRole('link', { name: 'Smetti di seguirla' }).click();
  await page.getByRole('button', { name: 'Smetti di seguirla' }).click();
  await expect(page.getByText('Non ti scriviamo più di questa segnalazione.')).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Segui questa segnalazione' })).toBeVisible();
});

test('a citizen who names the street alone hears of what was reported anywhere in it', { tag: '@scripts' }, async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  const title = `Gradino ${crypto.randomUUID().slice(0, 8)}`;
  const street = `Via della Prova ${crypto.randomUUID().replace(/\d|-/g, '').slice(0, 5)}`;
  const sent = await sendSegnalazione({ house, smtp }, newEmail('autore'), { codice: 'SF310' });
  await releaseAsOlga(sent, title, `${street} 7`);
  const step = javaScriptEnabled === false ? 'riepilogo' : 'dati';
  await openReadyBozza(page, { house, smtp }, newEmail('anche'), step, { codice: 'SF310', indirizzo: street });
  await expect(page.getByText(/^Qui vicino è già segnalato/)).toBeVisible();
  await expect(page.getByRole('link', { name: `Segui questa segnalazione «${title}»` })).toBeVisible();
});

test('a citizen who is about to report what was reported hears so, follows it, and finds the draft that is not needed any more', async ({
  page,
  house,
  smtp,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const title = `Gradino ${crypto.randomUUID().slice(0, 8)}`;
  // Apart from those of the other tests.
  const place = { lat: 42.50121 + Math.random() / 100, lon: 12.4991 };
  const sent = await sendSegnalazione({ house, smtp }, newEmail('autore'), { codice: 'SF310', ...place });
  const { path } = await releaseAsOlga(sent, title);
  const step = javaScriptEnabled === false ? 'riepilogo' : 'dati';
  const point = { lat: String(place.lat), lon: String(place.lon), codice: 'SF310' };
  await openReadyBozza(page, { house, smtp }, newEmail('anche'), step, point);
  await expect(page.getByText(/^Qui vicino (è già segnalato|ci sono già)/)).toBeVisible();
  await accessible(page, 'already reported');
  await page.getByRole('link', { name: `Segui questa segnalazione «${title}»` }).click();
  await expect(page).toHaveURL(house.base + path);

  const email = newEmail('segue');
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.locator('#otp').fill(await code(email));
  await page.getByRole('button', { name: 'Conferma e segui' }).click();
  await expect(page.getByText('Da ora la segui')).toBeVisible();
  await accessible(page, 'followed, with a draft of their own');
  // What they had begun is neither lost nor left behind.
  await page.getByRole('link', { name: 'Riprendila o eliminala' }).click();
  await page.getByRole('button', { name: 'Elimina' }).click();
  await page.goto(`${path}?fatto=seguita`);
  await expect(page.getByText('Da ora la segui')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Riprendila o eliminala' })).toHaveCount(0);
});

test('a citizen who writes an address by hand, without its point, hears what was reported there', async ({
  page,
  house,
  smtp,
  javaScriptEnabled,
}) => {
  const title = `Tombino ${crypto.randomUUID().slice(0, 8)}`;
  const street = INVENTED_TOWNS[0]?.streets.find(({ name }) => name === 'Via Galilei');
  const [lat, lon] = (street && houseAt(street, 4)) ?? [];
  const sent = await sendSegnalazione({ house, smtp }, newEmail('autore'), { codice: 'SF310', lat, lon });
  const { path } = await releaseAsOlga(sent, title);
  const scripted = javaScriptEnabled !== false;
  const step = scripted ? 'dati' : 'riepilogo';
  const typed = { indirizzo: scripted ? '' : 'Via Galilei 4', codice: 'SF310' };
  await openReadyBozza(page, { house, smtp }, newEmail('scrive'), step, typed);
  if (scripted) {
    await page.getByLabel('Indirizzo').fill('Via Galilei 4');
    await page.keyboard.press('Tab');
  }
  const link = page.getByRole('link', { name: `Segui questa segnalazione «${title}»` });
  await expect(link).toHaveAttribute('href', path);
});
