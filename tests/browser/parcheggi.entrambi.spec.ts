/** A parking subscription, with scripts and without: priced, asked for by a guest, accepted, paid, its permit downloaded. */
import { cambia } from './archivio.ts';
import { expect, someone, test } from './fixtures.ts';
import { pdf } from './passi.ts';
import { accetta, conferma, richiedente } from './richieste.ts';

const PERCORSO = '/servizio/abbonamento-parcheggi';

test('a subscription is priced before it is sent; plates are checked; acceptance makes the fee payable', async ({
  page,
  house,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = someone('anna');
  // The days of one subscription are those of no other, however often this is run.
  const dal = `${2100 + Math.floor(Math.random() * 800)}-12-01`;
  await page.goto(PERCORSO);
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
  const anno = Number(dal.slice(0, 4));
  await expect(page.locator('#prezzo')).toContainText(`340,00 €, dal 01/12/${anno} al 30/11/${anno + 1}`);

  const scritti = { targhe_0: 'ab 123 c', targhe_1: 'zh 123456', ...richiedente(email) };
  for (const [name, value] of Object.entries(scritti)) await page.locator(`#${name}`).fill(value);
  await page.locator('#paese_1').selectOption({ label: 'Svizzera' });
  await page.locator('#file_documento_identita').setInputFiles(pdf('carta.pdf'));
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
  const pratica = await conferma(page, scripted);
  const [, id = ''] = /([^/]+)$/.exec(new URL(pratica).pathname) ?? [];
  await accetta(house, pratica);
  await page.goto(pratica);
  await expect(page.getByText(/Paga 340,00\s€ entro il/)).toBeVisible();
  await accessible(page, 'la decisione');

  const permesso = `/api/v1/portale/abbonamento-parcheggi/${id}/permesso?email=${encodeURIComponent(email)}`;
  expect((await page.request.get(permesso)).status()).toBe(409);
  cambia(house, "update avvisi set stato = 'pagato' where pratica = ?", id);
  await page.reload();
  const link = page.getByRole('link', { name: 'Scarica il permesso di sosta' });
  await expect(link).toBeVisible();
  const pronto = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([pronto.status(), pronto.headers()['content-type']]).toEqual([200, 'application/pdf']);
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
    const email = someone('anna');
    await page.goto(`${PERCORSO}?passo=privacy`);
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
    await page.locator('#file_documento_identita').setInputFiles(pdf('carta.pdf'));
    if (scripted) await expect(page.getByText('carta.pdf').first()).toBeVisible();
    await page.getByRole('button', { name: 'Invia il codice' }).click();
    await page.locator('#otp').fill(await code(email));
    await page.getByRole('button', { name: 'Avanti' }).click();
    await expect(page).toHaveURL(/passo=riepilogo/);
    if (volta === 1) {
      await conferma(page, scripted);
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
