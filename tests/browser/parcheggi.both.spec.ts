/** A parking subscription, with scripts and without: priced, asked for by a guest, accepted, paid, its permit downloaded. */

import { todayInRome } from '../../src/platform/atoms/date.ts';
import { figuresOf } from '../pdf-text.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, expectPaymentOutcome, fillFields, goToSummary, pressSend, typeEmailCode } from './flow.ts';
import { acceptRichiesta, attachIdentity, followRichiesta, richiedente, sendFromSummary } from './richieste-flow.ts';

const PARCHEGGI_PATH = '/servizio/abbonamento-parcheggi';

test('a guest sees the price of a parking subscription before sending it; plates are checked; acceptance makes the fee payable', async ({
  page,
  house,
  smtp,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('anna');
  // The days of one subscription are those of no other, however often this is run.
  const dal = `${2100 + Math.floor(Math.random() * 800)}-12-01`;
  await page.goto(PARCHEGGI_PATH);
  await acceptPrivacy(page);

  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi la targa.' })).toBeVisible();
  await accessible(page, 'gli errori');

  await page.locator('#ente').selectOption({ label: 'Comune di Borgosereno' });
  if (!scripted) await page.getByRole('button', { name: 'Mostra le zone' }).click();
  await page.locator('#zona').selectOption({ label: 'Zona A, centro storico' });
  await page.locator('#tipo').selectOption({ label: 'Lavoratore nella zona' });
  await page.locator('#durata').selectOption({ label: 'Un anno' });
  await expect(page.locator('#dal')).toHaveValue(todayInRome(Date.now()));
  await page.locator('#dal').fill(dal);
  if (!scripted) await page.getByRole('button', { name: 'Calcola il prezzo' }).click();
  const year = Number(dal.slice(0, 4));
  await expect(page.locator('#prezzo')).toContainText(`340,00 €, dal 01/12/${year} al 30/11/${year + 1}`);

  const written = { targhe_0: 'ab 123 c', targhe_1: 'zh 123456', ...richiedente(email) };
  await expect(page.locator('#paese_1')).toBeHidden();
  await page.getByText('Aggiungi la targa 2').click();
  await fillFields(page, written);
  await page.locator('#paese_1').selectOption({ label: 'Svizzera' });
  await attachIdentity(page, scripted);
  await typeEmailCode(page, { email, code });
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#targhe_0-errore')).toContainText('Controlla la targa');
  await accessible(page, 'una targa sbagliata');
  await page.locator('#targhe_0').fill('ab 123 cd');
  await goToSummary(page);
  for (const text of ['Comune di Borgosereno', 'AB123CD, ZH123456 (Svizzera)', '340,00 €']) {
    await expect(page.locator('dd').filter({ hasText: text }).first()).toBeVisible();
  }
  await accessible(page, 'il riepilogo');
  const { chat, protocollo } = await sendFromSummary(page, scripted);
  // What comes after the answer is said before it, and the number can be taken along.
  await expect(page.locator('.cmp-timeline li > p.fw-semibold')).toHaveText([
    'Richiesta inviata',
    'Presa in carico',
    'Risposta',
    'Paghi',
    'Scarichi il permesso',
  ]);
  await expect(page.getByText(/^\s*Avrai risposta entro il/)).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copia il numero' });
  if (scripted) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    await expect(page.getByText('Copiato.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(protocollo);
  } else await expect(copy).toBeHidden();
  await accessible(page, 'la conferma');
  await followRichiesta(page);
  const [, id = ''] = /([^/]+)$/.exec(new URL(chat).pathname) ?? [];
  await acceptRichiesta(house, chat);
  await page.goto(chat);
  await expect(page.getByText(/Paga 340,00\s€ entro il/)).toBeVisible();
  await accessible(page, 'la decisione');

  const permesso = `/api/v1/portale/abbonamento-parcheggi/${id}/permesso?email=${encodeURIComponent(email)}`;
  expect((await page.request.get(permesso)).status()).toBe(409);

  // The outcome of the payment leads on to what it was made for.
  await page.getByRole('link', { name: /^Paga / }).click();
  await page.getByLabel('E-mail per la ricevuta').fill(email);
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await page.getByRole('button', { name: 'Paga', exact: true }).click();
  await expectPaymentOutcome(page, 'Pagamento effettuato', scripted);
  await expect(page.getByRole('heading', { name: /^Hai pagato 340,00/ })).toBeVisible();
  await expect(page.locator('#esito')).toContainText(`La ricevuta è in arrivo per e-mail a ${email}`);
  await accessible(page, 'il pagamento fatto');
  const numero = await page.locator('.numero').textContent();
  expect((await smtp.mailTo(email, /la conferma del tuo pagamento/)).text).toContain(`Numero del pagamento: ${numero}`);
  await expect(page.getByRole('link', { name: /^Vai alla pratica \d{4}\/\d{6}$/ })).toHaveAttribute(
    'href',
    new URL(chat).pathname,
  );
  const link = page.getByRole('link', { name: 'Scarica il permesso di sosta' });
  const ready = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([ready.status(), ready.headers()['content-type']]).toEqual([200, 'application/pdf']);

  // The QR code on the paper leads to a page that anybody may read, and that does not say whose permit it is.
  const [figure = ''] = figuresOf(await ready.body());
  const [verifica = ''] = /http\S+$/.exec(figure) ?? [];
  await page.context().clearCookies();
  const answer = await page.goto(new URL(verifica).pathname);
  expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([200, 'noindex']);
  await expect(page.locator('.permesso')).toContainText(/Non ancora valido\s*Vale dal 1º dicembre/);
  for (const words of ['AB123CD', 'ZH123456 (Svizzera)', 'Zona A, centro storico', `30 novembre ${year + 1}`])
    await expect(page.locator('.permesso')).toContainText(words);
  const { nome, cognome, codice_fiscale } = richiedente(email);
  for (const own of [email, `${nome} ${cognome}`, codice_fiscale]) expect(await page.content()).not.toContain(own);
  await accessible(page, 'la verifica del permesso');
});

test('the code of a permit that does not exist is answered in plain words, with the status of a missing page', {
  tag: '@plain',
}, async ({ page, accessible }) => {
  const answer = await page.goto('/verifica/permesso/ABCD-EFGH-2345-6789');
  expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([404, 'noindex']);
  await expect(page.getByText('Questo permesso non c’è')).toBeVisible();
  await expect(page.getByText(/controlla lettere e numeri/)).toBeVisible();
  await accessible(page, 'un codice sbagliato');
});

test('a guest whose plate has a subscription on those days is told so on the form, and what they typed stays', {
  tag: '@scripts',
}, async ({ page, accessible, code, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  const dal = `${2100 + Math.floor(Math.random() * 800)}-03-01`;
  for (const volta of [1, 2]) {
    const email = newEmail('anna');
    await page.goto(`${PARCHEGGI_PATH}?passo=privacy`);
    await acceptPrivacy(page);
    await page.locator('#ente').selectOption({ label: 'Comune di Collelume' });
    if (!scripted) await page.getByRole('button', { name: 'Mostra le zone' }).click();
    await page.locator('#zona').selectOption({ label: 'Zona unica' });
    await page.locator('#tipo').selectOption({ label: 'Residente' });
    await page.locator('#durata').selectOption({ label: 'Un anno' });
    await fillFields(page, { dal, targhe_0: 'EF456GH', ...richiedente(email) });
    await attachIdentity(page, scripted);
    await typeEmailCode(page, { email, code });
    await goToSummary(page);
    if (volta === 1) {
      await sendFromSummary(page, scripted);
      await followRichiesta(page);
      continue;
    }
    await pressSend(page, scripted);
    await expect(page.locator('#targhe_0-errore')).toContainText(
      'Per la targa EF456GH non si può chiedere un abbonamento',
    );
    await expect(page.locator('#targhe_0')).toHaveValue(/EF456GH/i);
    await accessible(page, 'la targa occupata');
  }
});
