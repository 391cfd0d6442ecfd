/** How a municipality registers what arrives, as its administrator sets it up and both sides see it. */
import type { Page } from '@playwright/test';
import type { Portal } from '../portal.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { sendSegnalazione } from './flow.ts';
import { changeStore } from './store.ts';

const KEY = 'chiave-del-protocollo-0123456789';
const PAGE = '/gestione/protocollo';

/** How the test protocol answers from now on. */
const setProtocol = async (house: Portal, fault: string) => {
  const answer = await fetch(`${house.base}/sandbox/protocollo`, {
    method: 'POST',
    body: new URLSearchParams({ guasto: fault }),
    headers: { origin: house.base },
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
};

/** Loads the page anew until it says so. */
const expectSoon = (page: Page, look: () => Promise<void>) =>
  expect(async () => {
    await page.goto(PAGE);
    await look();
  }).toPass({ timeout: 20_000 });

test.afterEach(({ house }) => {
  changeStore(house, 'delete from protocolli');
  changeStore(house, 'delete from sistemi_protocollo');
});

test('an administrator has cases registered by a system: what waits and why, the number on both sides, and a second number', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  await logIn(page, 'olga', '/gestione');
  await page.getByRole('link', { name: 'Protocollo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Protocollo');
  await page.getByLabel('Con il sistema di protocollo dell’ente').check();
  await page.getByLabel('Indirizzo del sistema').fill('ftp://protocollo');
  await page.getByLabel('Chiave').fill('corta');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page).toHaveTitle(/^Errore: /);
  await expect(page.getByRole('link', { name: /^L’indirizzo comincia con https/ })).toBeVisible();
  await expect(page.getByLabel('Con il sistema di protocollo dell’ente')).toBeChecked();
  await expect(page.getByLabel('Chiave')).toHaveValue('');
  await accessible(page, 'refused address and key');

  await page.getByLabel('Indirizzo del sistema').fill(`${house.base}/sandbox/protocollo`);
  await page.getByLabel('Chiave').fill(KEY);
  await page.getByLabel('Registra anche i messaggi dei cittadini').check();
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await expect(page.getByText(/finisce con …6789/)).toBeVisible();
  expect(await page.content()).not.toContain(KEY);

  await setProtocol(house, 'altra');
  const sent = await sendSegnalazione({ house, smtp }, newEmail('registrata'));
  await expectSoon(page, () => expect(page.getByText(/ha risposto per un’altra pratica/)).toBeVisible());
  await expect(page.getByRole('link', { name: `Pratica ${sent.protocollo}` })).toBeVisible();
  await accessible(page, 'a case that waits');
  await page.goto('/operatore?stato=aperte&da_protocollare=1');
  await expect(page.getByText('in attesa di protocollo da oggi')).toBeVisible();
  await accessible(page, 'cases that wait for their number');

  await setProtocol(house, 'nessuno');
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Riprova tutte ora' }).click();
  await expectSoon(page, () => expect(page.getByText(/^In attesa di protocollo/)).toHaveCount(0));
  await page.goto(`/operatore?q=${encodeURIComponent(sent.protocollo)}`);
  await expect(page.getByText(/prot\. 0{4}\d{3}\/2\d{3}/)).toBeVisible();
  const mail = await smtp.mailTo(sent.email, /ha il numero di protocollo/);
  expect(mail.text).toMatch(/Protocollo dell’ente: 0{4}\d{3} del .*, registro Generale/);

  changeStore(
    house,
    "update protocolli set altro_json = ? where tipo = 'pratica'",
    JSON.stringify({ numero: '0000999', data: '2026-11-20', registro: null }),
  );
  await page.goto(PAGE);
  await expect(page.getByText(/Arrivato dopo: 0000999 del 20 novembre 2026/)).toBeVisible();
  await accessible(page, 'two numbers');
  await page.getByRole('button', { name: `Ho verificato ${sent.protocollo}` }).click();
  await expect(page.getByRole('heading', { name: 'Due numeri per la stessa registrazione' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Modifiche', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Come si registra' }).first()).toContainText(
    'Sistema di protocollo',
  );
});
