/** What the browser tests of requests on documents do on the way. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { pdfFile } from './flow.ts';
import { richiedente } from './richieste-flow.ts';

/** The button below the documents that can be chosen. */
export const GO_FORWARD = 'Vai avanti con i documenti scelti';

/** The two codes of a letter, where a request on documents begins. */
export async function typeCodici(page: Page, utente: string, controllo: string): Promise<void> {
  await page.getByLabel('Codice utente').fill(utente);
  await page.getByLabel('Codice controllo').fill(controllo);
  await page.getByRole('button', { name: 'Continua' }).click();
}

/** Past the privacy text, to the data. */
export async function acceptPrivacy(page: Page): Promise<void> {
  await page.getByLabel(/informativa sulla privacy/).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=dati/);
}

/** A guest: name, telephone, identity document, and an address confirmed by its code. */
export async function fillGuest(
  page: Page,
  email: string,
  { scripted, code }: { scripted: boolean; code(email: string): Promise<string> },
): Promise<void> {
  for (const [name, value] of Object.entries(richiedente(email))) await page.locator(`#${name}`).fill(value);
  await page.locator('#file_documento_identita').setInputFiles(pdfFile('identita.pdf'));
  // Without JavaScript it comes along with whatever button is pressed.
  if (scripted) await expect(page.getByRole('button', { name: 'Togli identita.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.locator('#otp').fill(await code(email));
  await page.getByRole('button', { name: 'Verifica' }).click();
  await expect(page.locator('[data-confermata]')).toBeVisible();
}

/** From complete data to the summary. */
export async function goToSummary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=riepilogo/);
}

/** Where the office reads a case. @param chat the citizen's address of it */
export const ufficioPath = (chat: string): string => new URL(chat).pathname.replace('/chat/', '/chat/operatore/');
