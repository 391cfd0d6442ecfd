/** A parking subscription, with scripts and without: priced, asked for by a guest, accepted, paid, its permit downloaded. */

import { expect, newEmail, test } from './fixtures.ts';
import { pdfFile } from './flow.ts';
import { acceptRichiesta, richiedente, sendFromSummary } from './richieste-flow.ts';
import { changeStore } from './store.ts';

const PARCHEGGI_PATH = '/servizio/abbonamento-parcheggi';

test('a subscription is priced before it is sent; plates are checked; acceptance makes the fee payable', async ({
  page,
  house,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('anna');
  // The days of one subscription are those of no other, however often this is run.
  const dal = `${2100 + Math.floor(Math.random() * 800)}-12-01`;
  await page.goto(PARCHEGGI_PATH);
  await page.getByLabel(/informativa sulla privacy/).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=dati/);

  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi la targa.' })).toBeVisible();
  await accessible(page, 'gli errori');

  await page.locator('#ente').selectOption({ label: 'Comune di Borgosereno' });
  if (!scripted) await page.getByRole('button', { name: 'Mostra le zone' }).click();
  await page.locator('#zona').selectOption({ label: 'Zona A, centro storico' });
  await page.locator('#tipo').selectOption({ label: 'Lavoratore nella zona' });
  await page.locator('#durata').selectOption({ label: 'Un anno' });
  await page.locator('#dal').fill(dal);
  if (!scripted) await page.getByRole('button', { name: 'Calcola il prezzo' }).click();
  const year = Number(dal.slice(0, 4));
  await expect(page.locator('#prezzo')).toContainText(`340,00 €, dal 01/12/${year} al 30/11/${year + 1}`);

  const written = { targhe_0: 'ab 123 c', targhe_1: 'zh 123456', ...richiedente(email) };
  for (const [name, value] of Object.entries(written)) await page.locator(`#${name}`).fill(value);
  await page.locator('#paese_1').selectOption({ label: 'Svizzera' });
  await page.locator('#file_documento_identita').setInputFiles(pdfFile('carta.pdf'));
  if (scripted) await expect(page.getByText('carta.pdf').first()).toBeVisible();
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.locator('#otp').fill(await code(email));
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#targhe_0-errore')).toContainText('Controlla la targa');
  await accessible(page, 'una targa sbagliata');
  await page.locator('#targhe_0').fill('ab 123 cd');
  await page.getByRole('button', { name: 'Avanti' }).click();

  await expect(page).toHaveURL(/passo=riepilogo/);
  for (const text of ['Comune di Borgosereno', 'AB123CD, ZH123456 (Svizzera)', '340,00 €']) {
    await expect(page.locator('dd').filter({ hasText: text }).first()).toBeVisible();
  }
  await accessible(page, 'il riepilogo');
  const pratica = await sendFromSummary(page, scripted);
  const [, id = ''] = /([^/]+)$/.exec(new URL(pratica).pathname) ?? [];
  await acceptRichiesta(house, pratica);
  await page.goto(pratica);
  await expect(page.getByText(/Paga 340,00\s€ entro il/)).toBeVisible();
  await accessible(page, 'la decisione');

  const permesso = `/api/v1/portale/abbonamento-parcheggi/${id}/permesso?email=${encodeURIComponent(email)}`;
  expect((await page.request.get(permesso)).status()).toBe(409);
  changeStore(house, "update avvisi set stato = 'pagato' where pratica = ?", id);
  await page.reload();
  const link = page.getByRole('link', { name: 'Scarica il permesso di sosta' });
  await expect(link).toBeVisible();
  const ready = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([ready.status(), ready.headers()['content-type']]).toEqual([200, 'application/pdf']);
});

test('a plate that has a subscription on those days is told on the form, and what was typed stays', async ({
  page,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const dal = `${2100 + Math.floor(Math.random() * 800)}-03-01`;
  for (const volta of [1, 2]) {
    const email = newEmail('anna');
    await page.goto(`${PARCHEGGI_PATH}?passo=privacy`);
    await page.getByLabel(/informativa sulla privacy/).check();
    await page.getByRole('button', { name: 'Avanti' }).click();
    await expect(page).toHaveURL(/passo=dati/);
    await page.locator('#ente').selectOption({ label: 'Comune di Collelume' });
    if (!scripted) await page.getByRole('button', { name: 'Mostra le zone' }).click();
    await page.locator('#zona').selectOption({ label: 'Zona unica' });
    await page.locator('#tipo').selectOption({ label: 'Residente' });
    await page.locator('#durata').selectOption({ label: 'Un anno' });
    for (const [name, value] of Object.entries({ dal, targhe_0: 'EF456GH', ...richiedente(email) }))
      await page.locator(`#${name}`).fill(value);
    await page.locator('#file_documento_identita').setInputFiles(pdfFile('carta.pdf'));
    if (scripted) await expect(page.getByText('carta.pdf').first()).toBeVisible();
    await page.getByRole('button', { name: 'Invia il codice' }).click();
    await page.locator('#otp').fill(await code(email));
    await page.getByRole('button', { name: 'Avanti' }).click();
    await expect(page).toHaveURL(/passo=riepilogo/);
    if (volta === 1) {
      await sendFromSummary(page, scripted);
      continue;
    }
    await page.getByRole('button', { name: 'Invia', exact: true }).click();
    if (scripted) await page.getByRole('button', { name: 'Conferma e invia' }).click();
    await expect(page.locator('#targhe_0-errore')).toContainText(
      'Per la targa EF456GH non si può chiedere un abbonamento',
    );
    await expect(page.locator('#targhe_0')).toHaveValue(/EF456GH/i);
    await accessible(page, 'la targa occupata');
  }
});
