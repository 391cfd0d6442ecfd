/** What tests of the forms about documents do on the way to what they show. */
import type { Page } from '@playwright/test';
import { logIn } from './accesso-flow.ts';
import { expect } from './fixtures.ts';
import { attachFiles, pdfFile } from './flow.ts';

/** The letter of Mario's position (src/sandbox/demo/posizioni.ts). */
export const LETTERA = { utente: 'BS-100101', controllo: '7K2P9M' };

/** Opens the page of a form with the codes of the letter. */
export async function openWithCodici(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Codice utente').fill(LETTERA.utente);
  await page.getByLabel('Codice controllo').fill(LETTERA.controllo);
  await page.getByRole('button', { name: 'Continua' }).click();
}

/** The same, and on to its data. */
export async function openDataWithCodici(page: Page, path: string): Promise<void> {
  await openWithCodici(page, path);
  await expect(page.getByLabel(/informativa sulla privacy/)).toBeVisible();
  await page.getByLabel(/informativa sulla privacy/).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=dati/);
}

/** A guest says who they are: data, files, e-mail and its code. */
export async function fillRichiedente(
  page: Page,
  { email, code, scripted }: { email: string; code(email: string): Promise<string>; scripted: boolean },
): Promise<void> {
  const person = {
    nome: 'Anna',
    cognome: 'Bianchi',
    codice_fiscale: 'BNCNNA85M41Z999R',
    telefono: '333 1234567',
    email,
  };
  for (const [name, value] of Object.entries(person)) await page.locator(`#${name}`).fill(value);
  await attachFiles(page, pdfFile('prova.pdf'), scripted);
  await expect(page.getByText('prova.pdf').first()).toBeVisible();
  await page.locator('#file_documento_identita').setInputFiles(pdfFile('carta.pdf'));
  if (!scripted) await page.locator('button[value="aggiungi_file:documento_identita"]').click();
  await expect(page.getByText('carta.pdf').first()).toBeVisible();
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.locator('#otp').fill(await code(email));
  await page.getByRole('button', { name: 'Verifica' }).click();
  await expect(page.locator('[data-confermata]')).toBeVisible();
}

/** From the summary to the confirmation. @returns path of the chat of the case */
export async function sendRichiesta(page: Page, scripted: boolean): Promise<string> {
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  if (scripted) await page.getByRole('button', { name: 'Conferma e invia' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Richiesta inviata');
  await expect(page.locator('[data-protocollo]')).toHaveText(/^\d{4}\/\d{6}$/);
  const chat = await page.getByRole('link', { name: 'Segui la richiesta' }).getAttribute('href');
  return new URL(chat ?? '', page.url()).pathname;
}

/** An operator of Borgosereno opens the case. @param chat as its citizen knows it */
export async function openAsOlga(page: Page, chat: string): Promise<void> {
  await logIn(page, 'olga', chat.replace('/chat/', '/chat/operatore/'));
  await expect(page.getByText(/^Scrivi come Olga /)).toBeVisible();
}

export async function sendDecisione(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.getByText('Decisione inviata: avvisiamo il cittadino per e-mail.')).toBeVisible();
}
