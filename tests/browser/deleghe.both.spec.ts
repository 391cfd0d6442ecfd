/** A citizen lets another one act on a position; the other accepts, acts and is refused once it is revoked; with and without JavaScript. */
import type { Page } from '@playwright/test';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, goToSummary, pdfFile, pressSend } from './flow.ts';
import { sendFromSummary } from './richieste-flow.ts';

const DELEGHE = '/area-riservata/deleghe';
const LUCA = 'VRDLCU72P15Z999A';

test('a citizen gives a delegation, the other accepts it and acts for them, and it ends at once', async ({
  page,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, 'anna', DELEGHE);
  await accessible(page, 'no delegation yet');
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'an empty form');

  await page.getByLabel('Codice fiscale della persona').fill(LUCA);
  await page.getByRole('checkbox', { name: /CL-400404/ }).check();
  await expect(page.getByText('Quali richieste')).toBeHidden();
  await page.getByLabel('Presentare richieste').check();
  await expect(page.getByLabel('Contestazione di un avviso')).toBeHidden();
  await page.getByLabel('Solo queste:').check();
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page.getByText(/Scegli almeno una richiesta/).first()).toBeVisible();
  await page.getByLabel('Contestazione di un avviso').check();
  await accessible(page, 'single services');
  await page.getByLabel('Fino a quando').fill('2020-01-01');
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page.getByText(/Questo giorno è passato/).first()).toBeVisible();
  // What was typed is still there.
  await expect(page.getByLabel('Codice fiscale della persona')).toHaveValue(LUCA);
  await expect(page.getByRole('checkbox', { name: /CL-400404/ })).toBeChecked();
  await expect(page.getByLabel('Contestazione di un avviso')).toBeChecked();
  await page.getByLabel('Fino a quando').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page.getByText(/Delega data: vale/)).toBeVisible();
  await expect(page.getByText('da accettare', { exact: true })).toBeVisible();
  await expect(page.getByText(/Può vedere, pagare e inviare solo: Contestazione di un avviso/)).toBeVisible();
  await accessible(page, 'given');
  expect((await smtp.mailTo('anna.bianchi@posta.example', /Hai dato una delega/)).text).toContain(DELEGHE);

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'luca', DELEGHE);
  await expect(page.getByRole('heading', { name: 'Ti chiedono di agire per loro' })).toBeVisible();
  await accessible(page, 'to accept');
  await page.getByRole('button', { name: /^Accetta/ }).click();
  await expect(page.getByText(/Delega accettata/)).toBeVisible();
  await page.getByRole('link', { name: 'Vai alle loro posizioni' }).click();
  await page.getByLabel('Cerca per nome').fill('bianchi');
  await page.getByRole('button', { name: 'Cerca' }).click();
  await accessible(page, 'for whom one acts');
  await page
    .getByRole('row')
    .filter({ hasText: 'CL-400404' })
    .getByRole('link', { name: /^Documenti/ })
    .click();
  await expect(page.getByText(/Agisci per Anna Bianchi/)).toBeVisible();
  await page.getByText('Fai una richiesta per più documenti').click();
  await expect(page.getByRole('link', { name: 'Contesta un avviso' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Chiedi una nuova scadenza' })).toBeHidden();
  await accessible(page, 'acting for another');
  await page.goto(DELEGHE);
  await page.getByRole('link', { name: /^Che cosa hai fatto/ }).click();
  await expect(page.getByText('Niente, finora.')).toBeVisible();
  await accessible(page, 'what was done');

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'anna', DELEGHE);
  await page.getByRole('link', { name: /^Revoca/ }).click();
  await accessible(page, 'asked before it ends');
  await page.getByRole('button', { name: 'Sì, revoca la delega' }).click();
  await expect(page.getByText(/La delega non vale più, da adesso/)).toBeVisible();

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'luca', `${DELEGHE}/posizioni`);
  await expect(page.getByText(/Non agisci per nessuno/)).toBeVisible();
  await accessible(page, 'for nobody');
});

/** Gives Luca everything on all that one has today. */
async function letLucaAct(page: Page): Promise<void> {
  await page.goto(DELEGHE);
  await page.getByLabel('Codice fiscale della persona').fill(LUCA);
  await page.getByLabel(/^Tutte quelle che ho oggi/).check();
  await page.getByLabel('Presentare richieste').check();
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page.getByText(/Delega data: vale/)).toBeVisible();
}

async function acceptAsLuca(page: Page): Promise<void> {
  await page.goto(DELEGHE);
  await page.getByRole('button', { name: /^Accetta/ }).click();
  await expect(page.getByText(/Delega accettata/)).toBeVisible();
}

test('a delegation that ends while a form is open refuses the send in words, and keeps what was typed and the files', async ({
  page,
  otherBrowser,
  expected,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const mario = await otherBrowser();
  await logIn(mario, 'mario', DELEGHE);
  await letLucaAct(mario);
  await expect(mario.getByText(/BS-100101/).first()).toBeVisible();
  await logIn(page, 'luca', DELEGHE);
  await acceptAsLuca(page);
  const form = '/servizio/riesame/CRC/PL-300303-01';
  await page.goto(form);
  await acceptPrivacy(page);
  await expect(page.getByText(/Agisci per Mario Rossi/)).toBeVisible();
  await page.locator('#motivo').selectOption('gia_pagato');
  await page.locator('#fatti').fill('Lo ha pagato il 3 marzo.');
  await attachFiles(page, pdfFile('quietanza.pdf'), scripted);
  await expect(page.getByText('quietanza.pdf').first()).toBeVisible();
  await goToSummary(page);

  await mario.getByRole('link', { name: /^Revoca/ }).click();
  await mario.getByRole('button', { name: 'Sì, revoca la delega' }).click();
  await expect(mario.getByText(/La delega non vale più, da adesso/)).toBeVisible();
  expected.errors.push(/status of 403/);
  await pressSend(page, scripted);
  await expect(page.getByText(/non vale più: non puoi inviare per suo conto/).first()).toBeVisible();
  await accessible(page, 'refused after the end');

  await letLucaAct(mario);
  await acceptAsLuca(page);
  await page.goto(`${form}?passo=dati`);
  await expect(page.locator('#fatti')).toHaveValue('Lo ha pagato il 3 marzo.');
  await expect(page.locator('#motivo')).toHaveValue('gia_pagato');
  await expect(page.getByText('quietanza.pdf').first()).toBeVisible();
  await goToSummary(page);
  await sendFromSummary(page, scripted);
  await expect(page.getByText('Agisci per Mario Rossi')).toBeVisible();
  await accessible(page, 'sent for another');

  await page.goto(`${DELEGHE}/posizioni`);
  await page
    .getByRole('row')
    .filter({ hasText: 'BS-100101' })
    .getByRole('link', { name: /^Documenti/ })
    .click();
  await page.getByRole('link', { name: /^Paga/ }).first().click();
  await expect(page.getByText('Agisci per Mario Rossi')).toBeVisible();
  await expect(page.getByText('Per conto di')).toBeVisible();
  await accessible(page, 'paying for another');
});
