/** A municipality's own host name is kept: through login and logout, payment, receipt and mails. */
import type { Page } from '@playwright/test';
import { payAddress } from '../../src/features/services/paga-online/fornitori.ts';
import { AVVISI, numeroAvvisoOf } from '../../src/sandbox/demo/avvisi.ts';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import { logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, expectPaymentOutcome } from './flow.ts';

const TOWN = 'Comune di Borgosereno';
const BORGOSERENO = ENTI.find(({ nome }) => nome === TOWN);
const townUrl = (base: string) => base.replace('127.0.0.1', BORGOSERENO?.host ?? '');

/** The page is the municipality's: its host, its name, its colour. */
async function expectTown(page: Page, base: string): Promise<void> {
  expect(new URL(page.url()).origin).toBe(townUrl(base));
  await expect(page.getByRole('banner')).toContainText(TOWN);
  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--colore'));
  expect(colour).toBe(BORGOSERENO?.colore);
}

test('a login begun on a municipality’s host ends there, with the draft, and so does the logout', async ({
  page,
  house,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto(`${townUrl(house.base)}/servizio/allacciamento-lampade-votive`);
  await expectTown(page, house.base);
  await acceptPrivacy(page);
  await page.locator('#defunto_nome').fill('Ugo');
  await page.getByRole('button', { name: /^Salva/ }).click();
  await page.getByRole('button', { name: 'No, finché chiudo il browser' }).click();
  await expect(page.getByText('La ritrovi in questa pagina finché non chiudi il browser.')).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Accedi' }).click();
  await expectTown(page, house.base);
  // The official blue, not the colour of the municipality.
  const spid = page.getByRole('button', { name: 'Entra con SPID' });
  await expect(spid).toHaveCSS('background-color', 'rgb(0, 102, 204)');
  await spid.click();
  await page.getByRole('button', { name: 'Entra come Giulia' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Esci' })).toBeVisible();
  await expectTown(page, house.base);
  await expect(page.locator('#defunto_nome')).toHaveValue('Ugo');

  await logOut(page, scripted);
  await expect(page.getByText('Il tuo accesso è terminato.')).toBeVisible();
  await expectTown(page, house.base);
});

test('a payment begun on a municipality’s host ends there with its receipt, and its mail leads there', {
  tag: '@scripts',
}, async ({ page, house, smtp, javaScriptEnabled }) => {
  const avviso = AVVISI.find(({ ente, stato }) => ente === BORGOSERENO?.id && stato === 'da_pagare');
  if (!avviso) throw new Error('no notice to pay');
  const email = newEmail('ospite');
  await page.goto(townUrl(house.base) + payAddress(numeroAvvisoOf(avviso), BORGOSERENO?.codice_fiscale ?? ''));
  await page.getByLabel('E-mail per la ricevuta').fill(email);
  await page.getByRole('button', { name: /^Paga.* con pagoPA$/ }).click();
  await page.getByRole('button', { name: 'Paga', exact: true }).click();
  await expectPaymentOutcome(page, 'Pagamento effettuato', javaScriptEnabled !== false);
  await expectTown(page, house.base);
  await expect(page.locator('#esito')).toContainText(`La ricevuta è in arrivo per e-mail a ${email}`);

  const { text } = await smtp.mailTo(email, /agamento/);
  const links = [...text.matchAll(/http:\/\/\S+/g)].map(([link]) => new URL(link).origin);
  expect(links.length).toBeGreaterThan(0);
  expect(new Set(links)).toEqual(new Set([townUrl(house.base)]));
});
