/** Walks, as a citizen without JavaScript, to pages that cannot be reached by their address alone. */
import { randomUUID } from 'node:crypto';
import { dichiarazionePath } from '../../src/features/cases/allegati/file-limits.ts';
import { MAX_MEZZI } from '../../src/features/services/mezzo-permanente/mezzo.ts';
import { type DichiarazioneStep, stepAddress } from '../../src/features/services/mezzo-permanente/steps.ts';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import { AVVISI, numeroAvvisoOf } from '../../src/sandbox/demo/avvisi.ts';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import { POSIZIONI } from '../../src/sandbox/demo/posizioni.ts';
import { CITTADINI } from '../../src/sandbox/persone.ts';
import { Citizen, type CitizenReply, segnalazione } from '../../tests/citizen.ts';
import { loginAs, type Persona } from '../../tests/login.ts';
import type { SmtpMailboxes } from '../../tests/smtp.ts';

/** A page that everybody reaches by its address. */
export const reachAt = (path: string) => async (): Promise<string> => path;

/** A page that a person reaches by its address after their login. */
export const reachAs =
  (persona: Persona, path: string) =>
  async (citizen: Citizen): Promise<string> => {
    await loginAs(citizen, persona);
    return path;
  };

/** Ticks the boxes of the first step and goes on. @returns path of the second step */
export async function stepAfterPrivacy(citizen: Citizen, path: string): Promise<string> {
  const page = await citizen.get(path);
  const form = formOf(page, path);
  const sent = await citizen.request('POST', path, { body: new URLSearchParams(filledIn(form)) });
  const next = sent.headers.get('location');
  if (sent.status !== 303 || !next) throw new Error(`${path}: the first step answers ${sent.status}`);
  return next;
}

function formOf(page: CitizenReply, path: string): string {
  // The head of somebody who is logged in has a form of its own.
  const main = String(page.data).replace(/^[\s\S]*?<main\b/, '');
  const form = /<form\b[^>]*method="post"[\s\S]*?<\/form>/i.exec(main)?.[0];
  if (!form) throw new Error(`${path} has no form (status ${page.status})`);
  return form;
}

/** @returns names and values of a form with every box ticked, sent by its last button */
export function filledIn(form: string): [string, string][] {
  const attribute = (tag: string, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  const inputs = form.match(/<input\b[^>]*>/g) ?? [];
  const buttons = (form.match(/<button\b[^>]*>/g) ?? []).filter((tag) => attribute(tag, 'type') !== 'button');
  return [...inputs, ...buttons.slice(-1)].flatMap((tag): [string, string][] => {
    const name = attribute(tag, 'name');
    if (!name || attribute(tag, 'type') === 'file') return [];
    return [[name, attribute(tag, 'value') ?? (attribute(tag, 'type') === 'checkbox' ? 'on' : '')]];
  });
}

/** Confirms an address by the code that is mailed to it. */
export async function confirmEmail(citizen: Citizen, mails: SmtpMailboxes, email: string): Promise<void> {
  await citizen.post('/api/v1/generic/segnalazione/otp', { email });
  const otp = /^\s*(\d{6})\s*$/m.exec((await mails.mailTo(email, /./)).text)?.[1];
  await citizen.post('/api/v1/generic/segnalazione/otp', { email, otp });
}

/** Sends a report through the API. @returns path of its chat */
export async function chatOfANewCase(citizen: Citizen, mails: SmtpMailboxes): Promise<string> {
  // An address of its own: its first mail is the code.
  const email = `anna.${randomUUID().slice(0, 8)}@example.it`;
  await citizen.arrive();
  const bodies = (await citizen.get('/api/v1/generic/ente/list/SF310')).data as { Id: string }[];
  await confirmEmail(citizen, mails, email);
  const sent = await citizen.post('/api/v1/generic/segnalazione/new', segnalazione(bodies[0]?.Id ?? '', email));
  if (sent.status !== 201) throw new Error(`the report is answered with ${sent.status}: ${sent.message}`);
  return (sent.data as { chat: string }).chat;
}

/** Opens two documents of the sandbox by their codes, which go together. @returns path of the second step of a form about them */
export async function formOnDocuments(citizen: Citizen, servizio: string): Promise<string> {
  // The due dates of the first position are too far apart to be postponed together.
  const posizione = POSIZIONI[servizio === 'rinegozia-un-pagamento' ? 1 : 0];
  if (!posizione) throw new Error('the sandbox has no position');
  const { codice_utente, codice_controllo, sistema } = posizione;
  await citizen.arrive();
  await citizen.post('/api/v1/posizione/documents/check', { codice_utente, codice_controllo });
  const numeri = [1, 2].map((n) => `${codice_utente}-0${n}`).join(',');
  return stepAfterPrivacy(citizen, `/servizio/${servizio}/${encodeURIComponent(sistema)}/${numeri}?passo=privacy`);
}

/** Logs in as Olga of the demo. @returns path of the first case of her list */
export async function caseOfOlga(citizen: Citizen): Promise<string> {
  await loginAs(citizen, 'olga');
  const { data } = await citizen.get('/operatore');
  const path = /<th scope="row"><a href="([^"]+)"/.exec(String(data))?.[1];
  if (!path) throw new Error('the list of the operators is empty');
  return path.replaceAll('&amp;', '&');
}

const PAY_PATH = '/servizio/paga-online';

/** Checks every payable notice of the sandbox, one after the other. @returns path of the full cart */
export async function cartOfFive(citizen: Citizen): Promise<string> {
  const payable = AVVISI.filter(({ stato, fino }) => stato === 'da_pagare' && fino === undefined);
  for (const avviso of payable.slice(0, 5)) {
    const form = formOf(await citizen.get(PAY_PATH), PAY_PATH);
    const typed = { numero_avviso: numeroAvvisoOf(avviso), dominioEC: codeOf(avviso.ente), _azione: 'controlla' };
    const sent = await citizen.request('POST', PAY_PATH, {
      body: new URLSearchParams({ ...hiddenFields(form), ...typed }),
    });
    if (sent.status !== 303) throw new Error(`${typed.numero_avviso}: the check answers ${sent.status}`);
  }
  return PAY_PATH;
}

/** Opens a payment without paying. @returns path of its outcome */
export async function outcomeOfAPayment(citizen: Citizen): Promise<string> {
  await citizen.arrive();
  const [avviso] = AVVISI;
  if (!avviso) throw new Error('the sandbox has no notice');
  const named = { numero_avviso: numeroAvvisoOf(avviso), dominioEC: codeOf(avviso.ente) };
  const checked = (await citizen.post('/api/v1/payments/pagopa/check', named)).data as { IUV: string };
  const body = { IUV: checked.IUV, dominioEC: named.dominioEC, emailDebitore: 'anna.bianchi@example.it' };
  const opened = (await citizen.post('/api/v1/payments/pagopa/richiesta', body)).data as { riferimento: string };
  return `${PAY_PATH}/pago-pa/esito?r=${opened.riferimento}&e=ok`;
}

const codeOf = (id: string): string => ENTI.find((ente) => ente.id === id)?.codice_fiscale ?? '';

function hiddenFields(form: string): Record<string, string> {
  return Object.fromEntries(filledIn(form).filter(([name]) => ['_token', '_chiave', 'avvisi'].includes(name)));
}

/** Begins a declaration of advertising devices with one device, as any citizen. @returns path of a step of it */
export async function stepOfDevices(citizen: Citizen, step: DichiarazioneStep): Promise<string> {
  await citizen.arrive();
  const made = await citizen.post('/api/v1/mezzi_pubblicitari/new', { tipo: 'nuovo', ente: 'borgosereno' });
  const { Id: dichiarazione } = made.data as { Id: string };
  const values = { privacy: 'on', email: 'mario.rossi@posta.example', telefono: '0612345678', ruolo: 'persona_fisica' };
  await citizen.post('/api/v1/portale/bozze', {
    percorso: dichiarazionePath(dichiarazione),
    passo: 'richiedente',
    valori: values,
  });
  const device = await citizen.post('/api/v1/mezzi_pubblicitari/correlati/altro', {
    dichiarazione,
    Tipologia_impianto_publicitario__c: 'Cartello',
    indirizzo: 'Via Roma 1',
    testo: 'Bar Sport',
    facce: 'Bifacciale',
    illuminazione: 'Opaco',
    larghezza_cm: 100,
    altezza_cm: 200,
    quantita: 2,
  });
  if (device.status !== 201) throw new Error(`the device is answered with ${device.status}: ${device.message}`);
  return stepAddress(step, dichiarazione);
}

/** Imports devices from a sheet until the declaration is full. @returns path of their list */
export async function twoHundredDevices(citizen: Citizen): Promise<string> {
  const path = await stepOfDevices(citizen, 'mezzi');
  const lines = Array.from(
    { length: MAX_MEZZI - 1 },
    (_, n) =>
      `Cartello;Via Garibaldi ${n + 2}, angolo via Mazzini;Bifacciale;Opaco;${100 + n};${70 + (n % 90)};2;Negozio ${n * 7}`,
  );
  const sheet = ['tipo;indirizzo;facce;illuminazione;larghezza (cm);altezza (cm);quantità;testo', ...lines].join('\n');
  const body = new FormData();
  body.set('file', new File([sheet], 'mezzi.csv', { type: 'text/csv' }));
  const id = path.split('/').at(-1);
  const sent = await citizen.request('POST', `/api/v1/portale/mezzi_pubblicitari/dichiarazioni/${id}/importa`, {
    body,
  });
  if (sent.status !== 201) throw new Error(`the sheet is answered with ${sent.status}: ${sent.message}`);
  return path;
}

/** A position on which a delegate acts, as the call tells it. */
export type ActedOn = { Id: string; idRappresentanza: string; ente: string; codice_utente: string };

/** Logs in as Paolo of the demo, for whom Mario, Anna and Luca let him act on all that they have. @returns these positions */
export async function actForOthers(citizen: Citizen): Promise<ActedOn[]> {
  for (const holder of ['mario', 'anna', 'luca'] as const) await delegateFrom(new Citizen(citizen.base), holder);
  await loginAs(citizen, DELEGATE);
  await citizen.arrive();
  const { ricevute } = (await citizen.get(DELEGHE_API)).data as { ricevute: { id: string; stato: string }[] };
  for (const { id } of ricevute.filter(({ stato }) => stato === 'attesa'))
    await citizen.post(`${DELEGHE_API}/${id}/accetta`, {});
  return ((await citizen.get(`${DELEGHE_API}/posizioni`)).data as { posizioni: ActedOn[] }).posizioni;
}

const DELEGATE = 'paolo';
const DELEGHE_API = '/api/v1/portale/deleghe';

/** Gives a delegation for everything, unless it was given before. */
async function delegateFrom(citizen: Citizen, holder: Persona): Promise<void> {
  await loginAs(citizen, holder);
  await citizen.arrive();
  const posizioni = ((await citizen.get('/api/v1/posizione/list')).data as ActedOn[]).map(({ Id }) => Id);
  const delegato = CITTADINI.find(({ id }) => id === DELEGATE)?.codice_fiscale;
  const fino_a = addDays(todayInRome(Date.now()), 30);
  const given = { delegato, posizioni, paga: true, presenta: true, avvisi: 'entrambi', fino_a };
  const { status, message } = await citizen.post(DELEGHE_API, given);
  if (status !== 201 && status !== 409) throw new Error(`the delegation is answered with ${status}: ${message}`);
}
