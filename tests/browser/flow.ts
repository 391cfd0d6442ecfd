/** What several browser tests do on their way. */
import type { Page } from '@playwright/test';
import { Citizen, type CitizenReply, segnalazione } from '../citizen.ts';
import { ONE_POINT_PNG, pdfText } from '../files.ts';
import { loginAs, type Persona } from '../login.ts';
import type { Portal } from '../portal.ts';
import type { SmtpMailboxes } from '../smtp.ts';
import { expect } from './fixtures.ts';
import { withStore } from './store.ts';

export const ENTE = 'borgosereno';
/** Mailbox of that ente. */
export const ENTE_MAILBOX = 'protocollo@borgosereno.example';
export const BOZZE_API = '/api/v1/portale/bozze';
export const UPLOAD_API = '/api/v1/generic/documento/upload';
export const SEND_API = '/api/v1/generic/segnalazione/new';
export const COMMENTO_API = '/api/v1/generic/segnalazione/commento';
const OTP_API = '/api/v1/generic/segnalazione/otp';
const UTENTE_API = '/api/v1/user';

/** A file as Playwright hands it to an input. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

/** A small PDF that is accepted. @param inside put among its objects */
export const pdfFile = (name: string, inside = ''): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(pdfText(inside)),
});

/** A picture of one point. */
export const pngFile = (name: string): ChosenFile => ({ name, mimeType: 'image/png', buffer: ONE_POINT_PNG });

/** From nothing to the step of the data. */
export async function openData(page: Page): Promise<void> {
  await page.goto('/segnalazione');
  await acceptPrivacy(page);
}

/** Past the privacy text. @param next address of the step that follows */
export async function acceptPrivacy(page: Page, next = /passo=dati/): Promise<void> {
  await page.getByLabel(/informativa sulla privacy/).check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(next);
}

/** Writes into text fields. @param values by the name of the field */
export async function fillFields(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value);
}

/** What {@link fillData} types, by the name of the field. */
export const writtenValues = (email: string) => ({
  indirizzo: 'Via Garibaldi 4',
  oggetto: 'Lampione spento',
  descrizione: 'Il lampione davanti al civico 4 è spento da una settimana.',
  nome: 'Anna',
  cognome: 'Bianchi',
  email,
});

/** Chooses the type of a report from the full list. */
export async function chooseTipo(page: Page, option: string | { label: string }): Promise<void> {
  await page.getByRole('radio', { name: 'Altro' }).check();
  await page.getByLabel('Tipo di disservizio').selectOption(option);
}

/** Fills the step of the data, all but the code. */
export async function fillData(page: Page, email: string): Promise<void> {
  await page.getByLabel('Ente a cui scrivi').selectOption({ label: 'Comune di Borgosereno' });
  await chooseTipo(page, { label: 'Strade, parcheggi e mobilità' });
  await fillFields(page, writtenValues(email));
}

/** All that {@link fillData} types stands in its field. */
export async function expectAllWritten(page: Page, email: string): Promise<void> {
  await expect(page.getByLabel('Ente a cui scrivi')).toHaveValue(ENTE);
  await expect(page.getByLabel('Tipo di disservizio')).toHaveValue('SF310');
  for (const [name, value] of Object.entries(writtenValues(email)))
    await expect(page.locator(`#${name}`)).toHaveValue(value);
}

/** Chooses files in a form with attachments. Without JavaScript one, and its button is pressed. */
export async function attachFiles(page: Page, files: ChosenFile | ChosenFile[], scripted: boolean): Promise<void> {
  await page.locator('#file').setInputFiles(files);
  if (!scripted) await page.locator('button[value="aggiungi_file"]').click();
}

type TestSite = { house: Portal; smtp: SmtpMailboxes };

/** A visitor whose address is confirmed by its code. */
export async function confirmedCitizen({ house, smtp }: TestSite, email: string): Promise<Citizen> {
  const citizen = await new Citizen(house.base).arrive();
  expectStatus(await citizen.post(OTP_API, { email }), 201);
  const { text } = await smtp.mailTo(email, /codice di verifica/);
  expectStatus(await citizen.post(OTP_API, { email, otp: /^\s*(\d{6})\s*$/m.exec(text)?.[1] }), 200);
  return citizen;
}

/** The browser becomes a visitor whose draft lacks nothing, at a step of the form. @param over what is typed beside the usual */
export async function openReadyBozza(
  page: Page,
  site: TestSite,
  email: string,
  step = 'riepilogo',
  over: Record<string, string> = {},
): Promise<Citizen> {
  const citizen = await confirmedCitizen(site, email);
  const { filesAllegati: _, privacy, ...texts } = segnalazione(ENTE, email);
  const values = { ...texts, privacy: privacy ? 'on' : '', codice_inviato_a: email, ...over };
  expectStatus(await citizen.post(BOZZE_API, { percorso: '/segnalazione', passo: step, valori: values }), 200);
  await becomeCitizen(page, citizen);
  await page.goto(`/segnalazione?passo=${step}`);
  await expect(page).toHaveURL(new RegExp(`passo=${step}`));
  return citizen;
}

/** The browser goes on as the visitor that a program was. */
export async function becomeCitizen(page: Page, citizen: Citizen): Promise<void> {
  const pairs = citizen.cookies.split('; ').map((pair) => /^([^=]+)=(.*)$/.exec(pair) ?? []);
  await page.context().addCookies(pairs.map(([, name = '', value = '']) => ({ name, value, url: citizen.base })));
}

/** A program that goes on as the visitor that the browser is. */
export async function citizenOf(page: Page): Promise<Citizen> {
  // The browser knows the address of its portal, and tells it with an answer only.
  const { origin } = new URL((await page.request.head('/favicon.svg')).url());
  const citizen = new Citizen(origin);
  for (const { name, value } of await page.context().cookies(origin)) citizen.plant(name, value);
  return citizen;
}

/** Names the form of an upload as the pages' script does, for a portal that passes the body on unread. */
export const formHeader = (path: string) => ({ 'x-percorso': encodeURIComponent(path) });

/** Uploads a file for the draft of the form. @returns its answer */
export async function uploadFile(
  citizen: Citizen,
  file: ChosenFile,
  path = '/segnalazione',
  note = '',
): Promise<CitizenReply> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }));
  body.append('percorso', path);
  if (note) body.append('note', note);
  const reply = await citizen.request('POST', UPLOAD_API, { body, headers: formHeader(path) });
  expectStatus(reply, 201);
  return reply;
}

/** A case as both sides have it: `chatUrl` from the mail to the citizen, `operatorUrl` with its key from that to the ente. */
export type SentPratica = {
  email: string;
  id: string;
  protocollo: string;
  chatUrl: string;
  operatorUrl: string;
  citizen: Citizen;
};

/** @param over fields of the report that are not the usual ones */
export async function sendSegnalazione(
  site: TestSite,
  email: string,
  over: object = {},
  files: readonly ChosenFile[] = [],
): Promise<SentPratica> {
  const citizen = await confirmedCitizen(site, email);
  const filesAllegati: { Id: string }[] = [];
  for (const file of files) {
    const { Id } = (await uploadFile(citizen, file)).data as { Id: string };
    filesAllegati.push({ Id });
  }
  const fields: object = { ...over, ...(filesAllegati.length > 0 && { filesAllegati }) };
  return sendBody(site, citizen, { ...segnalazione(ENTE, email), ...fields });
}

/** A report of a citizen who is logged in, sent by a program beside the browser. */
export async function sendSegnalazioneAs(site: TestSite, persona: Persona, over: object = {}): Promise<SentPratica> {
  const citizen = new Citizen(site.house.base);
  await loginAs(citizen, persona);
  await citizen.arrive();
  const { Email_Comunicazione__c: email } = expectStatus(await citizen.get(UTENTE_API), 200).data as Record<
    string,
    string
  >;
  return sendBody(site, citizen, { ...segnalazione(ENTE, email ?? ''), ...over });
}

async function sendBody(
  { smtp }: TestSite,
  citizen: Citizen,
  body: ReturnType<typeof segnalazione>,
): Promise<SentPratica> {
  const { email } = body;
  const { id, protocollo } = expectStatus(await citizen.post(SEND_API, body), 201).data as {
    id: string;
    protocollo: string;
  };
  const ricevuta = await smtp.mailTo(email, new RegExp(`${protocollo}: .*ricevuta`));
  const enteMail = await smtp.mailTo(ENTE_MAILBOX, new RegExp(protocollo));
  const chatUrl = linkIn(ricevuta.text, /\/segnalazione\/chat\/[^\s]+/);
  return { email, id, protocollo, chatUrl, operatorUrl: operatoreLinkIn(enteMail.text), citizen };
}

/** The operator's link in a mail to the ente. */
export const operatoreLinkIn = (text: string) => linkIn(text, /\/segnalazione\/chat\/operatore\/[^\s]+\?chiave=[^\s]+/);

/** The office as a program: it opened its link and holds the key's cookie. */
export async function openAsUfficio(sent: SentPratica): Promise<Citizen> {
  const { base } = sent.citizen;
  const office = await new Citizen(base).arrive();
  expectStatus(await office.get(sent.operatorUrl.replace(base, '')), 303);
  return office;
}

/** @throws Error with the answer when it is another than expected */
export function expectStatus(reply: CitizenReply, status: number): CitizenReply {
  if (reply.status === status) return reply;
  throw new Error(`${reply.status} invece di ${status}: ${reply.message} ${JSON.stringify(reply.data)}`);
}

export function linkIn(text: string, shape: RegExp): string {
  const found = new RegExp(`https?://[^\\s]*${shape.source}`).exec(text)?.[0];
  if (!found) throw new Error(`Nessun collegamento ${shape} in: ${text}`);
  return found;
}

/** How many cases the store holds for an address. */
export function countPratiche(house: Portal, email: string): number {
  return withStore(house, (db) => Number(db.prepare('select count(*) n from pratiche where email = ?').get(email)?.n));
}

/** An address, and the code that was mailed to it. */
export type EmailToConfirm = { email: string; code(email: string): Promise<string> };

/** Asks for the code of the address that is written, and types it. Without scripts it is checked by whatever button is pressed next. */
export async function typeEmailCode(page: Page, { email, code }: EmailToConfirm): Promise<void> {
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.locator('#otp').fill(await code(email));
}

/** The same, and the address counts as confirmed. */
export async function confirmEmail(page: Page, guest: EmailToConfirm & { scripted: boolean }): Promise<void> {
  await typeEmailCode(page, guest);
  if (!guest.scripted) await page.getByRole('button', { name: 'Verifica' }).click();
  await expect(page.locator('[data-confermata]')).toBeVisible();
}

/** From complete data to the summary. */
export async function goToSummary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=riepilogo/);
}

/** "Invia" on the summary, with the question that follows where scripts run. */
export async function pressSend(page: Page, scripted = true): Promise<void> {
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  if (scripted) await page.getByRole('button', { name: 'Conferma e invia' }).click();
}

/** The confirmation is on screen. @returns the number of the case */
export async function readProtocollo(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Segnalazione inviata');
  return ((await page.locator('[data-protocollo]').textContent()) ?? '').trim();
}

/** Waits for the outcome of a payment: the page reloads itself; without scripts the citizen reloads it. */
export async function expectPaymentOutcome(page: Page, heading: string, scripted: boolean): Promise<void> {
  await expect(async () => {
    const checkNow = page.getByRole('link', { name: 'Controlla adesso' });
    if (!scripted && !heading.endsWith('in verifica') && (await checkNow.count()) > 0) await checkNow.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: scripted ? 15_000 : 1000 });
  }).toPass();
}
