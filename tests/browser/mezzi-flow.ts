/** How the tests of the device wizard walk through its steps, or open one at once. */
import type { Page } from '@playwright/test';
import { dichiarazionePath } from '../../src/features/cases/allegati/file-limits.ts';
import { Citizen } from '../citizen.ts';
import { loginAs, type Persona } from '../login.ts';
import { expect } from './fixtures.ts';
import {
  acceptPrivacy,
  BOZZE_API,
  becomeCitizen,
  type ChosenFile,
  confirmedCitizen,
  expectStatus,
  formHeader,
  pdfFile,
  UPLOAD_API,
} from './flow.ts';
import { LETTERA_LUCA, richiedente, sendFromSummary, typeCodici } from './richieste-flow.ts';
import { withStore } from './store.ts';

export const MEZZI_PATH = '/servizio/mezzo-permanente';
const MEZZI_API = '/api/v1/mezzi_pubblicitari';
export const TIPO = '#Tipologia_impianto_publicitario__c';

type TestSite = Parameters<typeof confirmedCitizen>[0];
type BeginOptions = {
  tipo?: 'nuovo' | 'variazione' | 'cessazione';
  mezzi?: readonly object[];
  /** Of a new declaration; Borgosereno, which has a tariff, unless another is named */
  ente?: string;
  /** The persona that logs in; without one it is a guest with `email` */
  persona?: Persona;
  email?: string;
};

/**
 * Begins a declaration that is complete but for further devices, and gives the browser its owner's cookies.
 * A variation and a cessation are about the position of Luca, who has to be logged in.
 * @returns id of the declaration, and its owner
 */
export async function beginDichiarazione(
  page: Page,
  site: TestSite,
  options: BeginOptions,
): Promise<{ id: string; citizen: Citizen }> {
  const { tipo = 'nuovo', mezzi = [], ente = 'borgosereno', persona, email = '' } = options;
  const citizen = persona ? await (await logInCitizen(site, persona)).arrive() : await confirmedCitizen(site, email);
  const posizione = tipo === 'nuovo' ? {} : { posizione: idPosizione(site) };
  const created = expectStatus(await citizen.post(`${MEZZI_API}/new`, { tipo, ente, ...posizione }), 201);
  const { Id: id } = created.data as { Id: string };
  const path = dichiarazionePath(id);
  const ownValues = persona ? { telefono: '333 1234567', email: await contactEmail(citizen) } : richiedente(email);
  const values = { ...ownValues, ruolo: 'persona_fisica', privacy: 'on', codice_inviato_a: email };
  expectStatus(await citizen.post(BOZZE_API, { percorso: path, passo: 'richiedente', valori: values }), 200);
  if (!persona) await uploadIdentity(citizen, path);
  for (const mezzo of mezzi) {
    const kind = 'targa' in mezzo ? 'auto' : 'altro';
    expectStatus(await citizen.post(`${MEZZI_API}/correlati/${kind}`, { dichiarazione: id, ...mezzo }), 201);
  }
  await becomeCitizen(page, citizen);
  return { id, citizen };
}

async function logInCitizen({ house }: TestSite, persona: Persona): Promise<Citizen> {
  const citizen = new Citizen(house.base);
  await loginAs(citizen, persona);
  return citizen;
}

async function contactEmail(citizen: Citizen): Promise<string> {
  const { Email_Comunicazione__c } = expectStatus(await citizen.get('/api/v1/user'), 200).data as Record<
    string,
    string
  >;
  return Email_Comunicazione__c ?? '';
}

const idPosizione = ({ house }: TestSite): string =>
  withStore(house, (db) =>
    String(db.prepare('select id from posizioni where codice_utente = ?').get(LETTERA_LUCA.utente)?.id),
  );

async function uploadIdentity(citizen: Citizen, path: string): Promise<void> {
  const body = new FormData();
  const { name, mimeType, buffer } = pdfFile('carta.pdf');
  body.append('file', new File([new Uint8Array(buffer)], name, { type: mimeType }));
  body.append('percorso', path);
  body.append('categoria', 'documento_identita');
  expectStatus(await citizen.request('POST', UPLOAD_API, { body, headers: formHeader(path) }), 201);
}

/** Chooses the kind of declaration on the first page. @param tipo its words on the page */
export async function chooseTipo(page: Page, tipo: string): Promise<void> {
  await page.getByLabel(tipo).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
}

/** The two codes of the letter to Luca's firm, of whose devices seven stand (src/sandbox/demo/mezzi.ts), and on to the next page. */
export async function typeLettera(page: Page): Promise<void> {
  const here = page.url();
  await typeCodici(page, LETTERA_LUCA);
  await page.waitForURL((url) => url.href !== here);
}

/** Ticks the privacy box and opens the step for the applicant. @returns id of the declaration */
export async function startDichiarazione(page: Page): Promise<string> {
  await acceptPrivacy(page, /\/richiedente\//);
  return dichiarazioneId(page);
}

/** Id of the declaration whose step is on screen. */
const dichiarazioneId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

export const goForward = (page: Page): Promise<void> => page.getByRole('button', { name: 'Avanti' }).click();

/** Opens the form of a device. @param link `nuovo`, or the text of its row's link */
export async function openMezzo(page: Page, link: string): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).click();
  await expect(page).toHaveURL(/\?mezzo=/);
}

/** Fills in the form of a device. @param fields as in a call */
export async function writeMezzo(page: Page, fields: Record<string, unknown>): Promise<void> {
  const { Tipologia_impianto_publicitario__c: tipo, categoria_veicolo, facce, illuminazione, ...texts } = fields;
  if (tipo) await page.locator(TIPO).selectOption(String(tipo));
  if (categoria_veicolo) await page.locator('#categoria_veicolo').selectOption(String(categoria_veicolo));
  for (const [name, value] of Object.entries({ facce, illuminazione }))
    if (value) await page.locator(`[name="${name}"][value="${value}"]`).check();
  for (const [name, value] of Object.entries(texts)) await page.locator(`#${name}`).fill(String(value));
}

/** Chooses a file of a device or of the declaration. Without JavaScript it presses the upload button. */
export async function attachTo(page: Page, categoria: string, file: ChosenFile, scripted: boolean): Promise<void> {
  await page.locator(`#file_${categoria}`).setInputFiles(file);
  if (!scripted) await page.locator(`button[value="aggiungi_file:${categoria}"]`).click();
  await expect(page.getByRole('button', { name: `Togli ${file.name}` })).toBeVisible();
}

export async function saveMezzo(page: Page): Promise<void> {
  await page.locator('.cmp-nav-steps').getByRole('button', { name: 'Salva il mezzo' }).click();
}

/** A row of the list. @param titolo "1. Cartello" */
export const mezzoRow = (page: Page, titolo: string) =>
  page.getByRole('list', { name: 'Mezzi' }).getByRole('listitem').filter({ hasText: titolo });

/** Sends the declaration whose summary comes on screen. @returns address of the chat of the case, and its number */
export async function sendDichiarazione(page: Page, scripted: boolean): Promise<{ chat: string; protocollo: string }> {
  await expect(page).toHaveURL(/\/riepilogo\//);
  return sendFromSummary(page, scripted, 'Dichiarazione inviata');
}
