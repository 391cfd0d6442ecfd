/** What the tests of several requests do: who asks, the send, the decision. */
import type { Page } from '@playwright/test';
import { Citizen } from '../citizen.ts';
import { loginAs } from '../login.ts';
import type { Portal } from '../portal.ts';
import { expect } from './fixtures.ts';
import { COMMENTO_API, expectStatus } from './flow.ts';

/** A guest, by the names of the fields. */
export const richiedente = (email: string) => ({
  ...{ nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R', telefono: '333 1234567', email },
});

/** Sends from the summary. @returns address of the chat of the case */
export async function sendFromSummary(page: Page, scripted: boolean): Promise<string> {
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  if (scripted) await page.getByRole('button', { name: 'Conferma e invia' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Richiesta inviata');
  await expect(page.locator('[data-protocollo]')).toHaveText(/^\d{4}\/\d{6}$/);
  await page.getByRole('link', { name: 'Segui la richiesta' }).click();
  await expect(page).toHaveURL(/\/richiesta\/chat\//);
  return page.url();
}

/** An operator of Borgosereno accepts, as a program beside the browser. @param pratica address of the chat */
export async function acceptRichiesta(house: Portal, pratica: string): Promise<void> {
  const [email = '', id = ''] = new URL(pratica).pathname.split('/').slice(-2);
  const olga = new Citizen(house.base);
  await loginAs(olga, 'olga');
  await olga.arrive();
  const body = { email: decodeURIComponent(email), id, vista: 'operatore', stato: 'accettata', motivo: 'In regola.' };
  expectStatus(await olga.post(COMMENTO_API, body), 201);
}
