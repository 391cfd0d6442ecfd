/** What several browser tests do on the way to what they show. */
import type { Page } from '@playwright/test';
import { Citizen, type Reply, segnalazione } from '../citizen.ts';
import { loginAs, type Persona } from '../login.ts';
import type { Portal } from '../portal.ts';
import type { Mailboxes } from '../smtp.ts';
import { nelloStore } from './archivio.ts';
import { expect } from './fixtures.ts';

export const ENTE = 'borgosereno';
/** Mailbox of that body. */
export const CASELLA = 'protocollo@borgosereno.example';
export const BOZZE = '/api/v1/portale/bozze';
export const CARICA = '/api/v1/generic/documento/upload';
export const INVIA = '/api/v1/generic/segnalazione/new';
export const COMMENTA = '/api/v1/generic/segnalazione/commento';
const OTP = '/api/v1/generic/segnalazione/otp';
const UTENTE = '/api/v1/user';

/** A file as Playwright hands it to an input. */
export type Scelto = { name: string; mimeType: string; buffer: Buffer };

/** A small PDF that is accepted. @param inside put among its objects */
export function pdf(name: string, inside = ''): Scelto {
  const text = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${inside}\ntrailer<</Root 1 0 R>>\n%%EOF\n`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text) };
}

/** From nothing to the step of the data. */
export async function apriDati(page: Page): Promise<void> {
  await page.goto('/segnalazione');
  await page.getByLabel(/informativa sulla privacy/).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=dati/);
}

/** What {@link compila} types, by the name of the field. */
export const scritti = (email: string) => ({
  indirizzo: 'Via Garibaldi 4',
  oggetto: 'Lampione spento',
  descrizione: 'Il lampione davanti al civico 4 è spento da una settimana.',
  nome: 'Anna',
  cognome: 'Bianchi',
  email,
});

/** Fills the step of the data, all but the code. */
export async function compila(page: Page, email: string): Promise<void> {
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await page.getByLabel('Tipo di disservizio').selectOption({ label: 'Strade, parcheggi e mobilità' });
  for (const [name, value] of Object.entries(scritti(email))) await page.locator(`#${name}`).fill(value);
}

/** All that {@link compila} types stands in its field. */
export async function tuttoScritto(page: Page, email: string): Promise<void> {
  await expect(page.getByLabel('Ente a cui scrivi')).toHaveValue(ENTE);
  await expect(page.getByLabel('Tipo di disservizio')).toHaveValue('SF310');
  for (const [name, value] of Object.entries(scritti(email))) await expect(page.locator(`#${name}`)).toHaveValue(value);
}

/** Chooses files in a form with attachments. Without JavaScript one, and its button is pressed. */
export async function allega(page: Page, files: Scelto | Scelto[], scripted: boolean): Promise<void> {
  await page.locator('#file').setInputFiles(files);
  if (!scripted) await page.locator('button[value="aggiungi_file"]').click();
}

type Casa = { house: Portal; smtp: Mailboxes };

/** A visitor whose address is confirmed by its code. */
export async function confermato({ house, smtp }: Casa, email: string): Promise<Citizen> {
  const citizen = await new Citizen(house.base).arrive();
  riuscito(await citizen.post(OTP, { email }), 201);
  const { text } = await smtp.mailTo(email, /codice di verifica/);
  riuscito(await citizen.post(OTP, { email, otp: /^\s*(\d{6})\s*$/m.exec(text)?.[1] }), 200);
  return citizen;
}

/** The browser becomes a visitor whose draft lacks nothing, at a step of the form. */
export async function bozzaPronta(page: Page, casa: Casa, email: string, passo = 'riepilogo'): Promise<Citizen> {
  const citizen = await confermato(casa, email);
  const { filesAllegati: _, privacy, ...testi } = segnalazione(ENTE, email);
  const valori = { ...testi, privacy: privacy ? 'on' : '', codice_inviato_a: email };
  riuscito(await citizen.post(BOZZE, { percorso: '/segnalazione', passo, valori }), 200);
  await diventa(page, citizen);
  await page.goto(`/segnalazione?passo=${passo}`);
  await expect(page).toHaveURL(new RegExp(`passo=${passo}`));
  return citizen;
}

/** The browser goes on as the visitor that a program was. */
export async function diventa(page: Page, citizen: Citizen): Promise<void> {
  const pairs = citizen.cookies.split('; ').map((pair) => /^([^=]+)=(.*)$/.exec(pair) ?? []);
  await page.context().addCookies(pairs.map(([, name = '', value = '']) => ({ name, value, url: citizen.base })));
}

/** Uploads a file for the draft of the form. @returns its answer */
export async function carica(citizen: Citizen, file: Scelto, percorso = '/segnalazione', note = ''): Promise<Reply> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }));
  body.append('percorso', percorso);
  if (note) body.append('note', note);
  const reply = await citizen.request('POST', CARICA, { body });
  riuscito(reply, 201);
  return reply;
}

/** A case as both sides have it: `chatUrl` from the mail to the citizen, `operatorUrl` with its key from that to the body. */
export type Inviata = {
  email: string;
  id: string;
  protocollo: string;
  chatUrl: string;
  operatorUrl: string;
  citizen: Citizen;
};

/** @param over fields of the report that are not the usual ones */
export async function segnalazioneInviata(casa: Casa, email: string, over: object = {}): Promise<Inviata> {
  return spedita(casa, await confermato(casa, email), { ...segnalazione(ENTE, email), ...over });
}

/** A report of somebody who is logged in, as a program beside the browser. */
export async function segnalazioneDi(casa: Casa, persona: Persona, over: object = {}): Promise<Inviata> {
  const citizen = new Citizen(casa.house.base);
  await loginAs(citizen, persona);
  await citizen.arrive();
  const { Email_Comunicazione__c: email } = riuscito(await citizen.get(UTENTE), 200).data as Record<string, string>;
  return spedita(casa, citizen, { ...segnalazione(ENTE, email ?? ''), ...over });
}

async function spedita({ smtp }: Casa, citizen: Citizen, corpo: ReturnType<typeof segnalazione>): Promise<Inviata> {
  const { email } = corpo;
  const { id, protocollo } = riuscito(await citizen.post(INVIA, corpo), 201).data as { id: string; protocollo: string };
  const ricevuta = await smtp.mailTo(email, new RegExp(`${protocollo}: .*ricevuta`));
  const nuova = await smtp.mailTo(CASELLA, new RegExp(protocollo));
  const chatUrl = collegamento(ricevuta.text, /\/segnalazione\/chat\/[^\s]+/);
  return { email, id, protocollo, chatUrl, operatorUrl: chiaveIn(nuova.text), citizen };
}

/** The operator's link in a mail to the body. */
export const chiaveIn = (text: string) => collegamento(text, /\/segnalazione\/chat\/operatore\/[^\s]+\?chiave=[^\s]+/);

/** The office as a program: it opened its link and holds the key's cookie. */
export async function ufficio(inviata: Inviata): Promise<Citizen> {
  const { base } = inviata.citizen;
  const office = await new Citizen(base).arrive();
  riuscito(await office.get(inviata.operatorUrl.replace(base, '')), 303);
  return office;
}

/** @throws Error with the answer when it is another than expected */
export function riuscito(reply: Reply, status: number): Reply {
  if (reply.status === status) return reply;
  throw new Error(`${reply.status} invece di ${status}: ${reply.message} ${JSON.stringify(reply.data)}`);
}

function collegamento(text: string, shape: RegExp): string {
  const found = new RegExp(`https?://[^\\s]*${shape.source}`).exec(text)?.[0];
  if (!found) throw new Error(`Nessun collegamento ${shape} in: ${text}`);
  return found;
}

/** How many cases the store holds for an address. */
export function quante(house: Portal, email: string): number {
  return nelloStore(house, (db) => Number(db.prepare('select count(*) n from pratiche where email = ?').get(email)?.n));
}

/** "Invia" on the summary, with its question. */
export async function invia(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await page.getByRole('button', { name: 'Conferma e invia' }).click();
}

/** The confirmation is on screen. @returns the number of the case */
export async function numero(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Segnalazione inviata');
  return ((await page.locator('[data-protocollo]').textContent()) ?? '').trim();
}

/** The outcome of a payment: the page looks again by itself, without scripts the citizen does. */
export async function esito(page: Page, letto: string, scripted: boolean): Promise<void> {
  await expect(async () => {
    const adesso = page.getByRole('link', { name: 'Controlla adesso' });
    if (!scripted && !letto.endsWith('in verifica') && (await adesso.count()) > 0) await adesso.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(letto, { timeout: scripted ? 15_000 : 1000 });
  }).toPass();
}
