/** What the browser tests of the requests do on the way: the codes of a letter, the applicant, the send, the decision. */
import type { Page } from '@playwright/test';
import { Citizen } from '../citizen.ts';
import { loginAs, type Persona } from '../login.ts';
import type { Portal } from '../portal.ts';
import { logIn } from './accesso-flow.ts';
import { expect } from './fixtures.ts';
import {
  acceptPrivacy,
  COMMENTO_API,
  confirmEmail,
  type EmailToConfirm,
  expectStatus,
  fillFields,
  pdfFile,
  pressSend,
} from './flow.ts';

/** The button below the documents that can be chosen. */
export const GO_FORWARD = 'Vai avanti con i documenti scelti';

/** The two codes of a letter. */
export type Lettera = { utente: string; controllo: string };
/** Letters of src/sandbox/demo/posizioni.ts: to Mario, of the tax on waste, and to Luca's firm, of that on advertising. */
export const LETTERA_MARIO: Lettera = { utente: 'BS-100101', controllo: '7K2P9M' };
export const LETTERA_LUCA: Lettera = { utente: 'BS-200202', controllo: '4F8T2W' };

/** A guest, by the names of the fields. */
export const richiedente = (email: string) => ({
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: 'BNCNNA80A41H501R',
  telefono: '333 1234567',
  email,
});

/** Types the two codes where a page asks for them. */
export async function typeCodici(page: Page, { utente, controllo }: Lettera): Promise<void> {
  await page.getByLabel('Codice utente').fill(utente);
  await page.getByLabel('Codice controllo').fill(controllo);
  await page.getByRole('button', { name: 'Continua', exact: true }).click();
}

/** Opens a form about documents with the codes of Mario's letter, at its data. */
export async function openDataWithCodici(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await typeCodici(page, LETTERA_MARIO);
  await acceptPrivacy(page);
}

type Guest = EmailToConfirm & { scripted: boolean };

/** A guest writes their data, attaches their identity document and confirms their address. */
export async function fillRichiedente(page: Page, guest: Guest): Promise<void> {
  await fillFields(page, richiedente(guest.email));
  await attachIdentity(page, guest.scripted);
  await confirmEmail(page, guest);
}

/** Without JavaScript the file comes along with whatever button is pressed next. */
export async function attachIdentity(page: Page, scripted: boolean, file = pdfFile('carta.pdf')): Promise<void> {
  await page.locator('#file_documento_identita').setInputFiles(file);
  if (scripted) await expect(page.getByRole('button', { name: `Togli ${file.name}` })).toBeVisible();
}

/** Sends from the summary. @param heading of the confirmation @returns address of the chat of the case, and its number */
export async function sendFromSummary(
  page: Page,
  scripted: boolean,
  heading = 'Richiesta inviata',
): Promise<{ chat: string; protocollo: string }> {
  await pressSend(page, scripted);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  const protocollo = page.locator('[data-protocollo]');
  await expect(protocollo).toHaveText(/^\d{4}\/\d{6}$/);
  const chat = await page.getByRole('link', { name: 'Segui la richiesta' }).getAttribute('href');
  return { chat: new URL(chat ?? '', page.url()).href, protocollo: (await protocollo.textContent()) ?? '' };
}

/** From the confirmation to the chat, as the citizen goes. */
export async function followRichiesta(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Segui la richiesta' }).click();
  await expect(page).toHaveURL(/\/richiesta\/chat\//);
}

/** Where an operator reads a case. @param chat the citizen's address of it */
export const operatorePath = (chat: string): string => new URL(chat).pathname.replace('/chat/', '/chat/operatore/');

/** An operator of Borgosereno opens the case. @param chat the citizen's address of it */
export async function openAsOlga(page: Page, chat: string): Promise<void> {
  await logIn(page, 'olga', operatorePath(chat));
  await expect(page.getByText(/^Scrivi come Olga /)).toBeVisible();
}

/** Opens the panel of a decision. */
export async function chooseDecisione(page: Page, esito: 'Accetta' | 'Rifiuta'): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Azioni sulla pratica' })
    .getByRole('link', { name: `${esito}…` })
    .click();
  await expect(page.getByRole('heading', { name: `${esito} la richiesta` })).toBeVisible();
}

/** Sends the decision that is chosen. */
export async function sendDecisione(page: Page): Promise<void> {
  await page.getByLabel('Ho ricontrollato: la decisione è definitiva').check();
  await page.getByRole('button', { name: /^(Accetta|Rifiuta) la richiesta$/ }).click();
  await expect(page.getByText('Decisione inviata: avvisiamo il cittadino per e-mail.')).toBeVisible();
}

/** An operator accepts, as a program beside the browser. @param chat the citizen's address of the case @param who of its ente */
export async function acceptRichiesta(house: Portal, chat: string, who: Persona = 'olga'): Promise<void> {
  const [email = '', id = ''] = new URL(chat).pathname.split('/').slice(-2);
  const operatore = new Citizen(house.base);
  await loginAs(operatore, who);
  await operatore.arrive();
  const body = { email: decodeURIComponent(email), id, vista: 'operatore', stato: 'accettata', motivo: 'In regola.' };
  expectStatus(await operatore.post(COMMENTO_API, body), 201);
}
