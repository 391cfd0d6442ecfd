/** The markup of the portal's pages and of their error states, as the host sends it, without an error of an HTML checker. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_BUDGETS } from '../scripts/check/budgets.ts';
import { filledIn } from '../scripts/check/visit.ts';
import { SCHEDE } from '../src/features/people/area-riservata/schede.ts';
import { hasJava, judgeByNu, OF_ASTRO } from './audit/nu.ts';
import { Citizen, type CitizenReply } from './citizen.ts';
import { loginAs } from './login.ts';
import { type Portal, portal } from './portal.ts';
import { type SmtpMailboxes, startMailboxes } from './smtp.ts';

const PAGES = [
  '/',
  '/?cerca=buca',
  '/?cerca=xyzzy',
  '/servizi',
  '/servizi/affissione-manifesti',
  '/servizi/segnalazione',
  '/login',
  '/altro-dispositivo',
  '/altro-dispositivo?modulo=%2Fsegnalazione',
  '/login?errore=rifiutato',
  '/login?state=uscito',
  '/login?state=scaduto&da=%2Farea-riservata',
  ...['faq', 'privacy', 'note-legali', 'accessibilita'].map((name) => `/informazioni/${name}`),
  '/sportello-territoriale',
  '/sportello-territoriale?ente=borgosereno',
  '/sandbox/posta',
  ...['riesame', 'rateizza-un-pagamento', 'rinegozia-un-pagamento', 'istanza-contribuente', 'mezzo-permanente'].map(
    (servizio) => `/servizio/${servizio}`,
  ),
  ...['allacciamento-lampade-votive', 'abbonamento-parcheggi', 'affissione-manifesti'].map(
    (servizio) => `/servizio/${servizio}`,
  ),
  '/servizio/appuntamento',
  '/servizio/appuntamento?ente=borgosereno',
  '/servizio/variazione-cessazione-mezzo-pubblicitario',
  '/servizio/istanza-contribuente/nessuno',
  '/servizio/paga-online?modo=spontaneo',
  '/servizio/paga-online/pago-pa/esito',
  '/pagopa-online-precompilato/portolieve/ztl?targa=AB123CD',
  '/segnalazione/senza-linea',
  '/segnalazioni',
  '/ditta/sbagliata',
  '/segnalazioni?ente=collelume&tipo=SF310',
  '/trasparenza',
  '/trasparenza?ente=collelume&mesi=24',
  ...['', '/segnalazioni', '/pagamenti', '/open311'].map((argomento) => `/sviluppatori${argomento}`),
];
const OWN = [
  ...SCHEDE.map(({ id }) => `/area-riservata?scheda=${id}`),
  '/area-riservata/profilo-utente',
  '/area-riservata/deleghe',
  '/area-riservata/deleghe/posizioni',
  '/servizio/delega-ufficio',
  '/servizio/delega-ufficio?passo=privacy',
  '/aggiorna-dati-ricontatto',
  '/operatore',
  '/operatore/agenda',
  '/operatore/agenda?vista=settimana',
  '/operatore/andamento',
  '/operatore/incassi',
  '/operatore/riversamenti',
  '/operatore/mappa',
  '/operatore/chi-chiama',
  '/operatore/per-conto',
];

let house: Portal;
let mails: SmtpMailboxes;
const dir = mkdtempSync(join(tmpdir(), 'pagine-'));
const seen: string[] = [];

beforeAll(async () => {
  mails = await startMailboxes();
  house = await portal({ SMTP_URL: mails.url, LIMITS_FACTOR: '1000' });
  for (const { name, reach } of PAGE_BUDGETS) {
    const citizen = new Citizen(house.base);
    await withErrors(citizen, await reach(citizen, mails), name);
  }
  for (const path of PAGES) await withErrors(new Citizen(house.base), path);
  for (const who of ['mario', 'giulia', 'olga'] as const) {
    const citizen = new Citizen(house.base);
    await loginAs(citizen, who);
    for (const path of OWN) await withErrors(citizen, path, `${path} ${who}`);
  }
  // The case that a page of the budgets has sent, as its office sees it.
  const office = await mails.mailTo('protocollo@borgosereno.example', /./);
  const key = /https?:\/\/\S+\/chat\/operatore\/\S+/.exec(office.text)?.[0] ?? '';
  const operator = new Citizen(house.base);
  const { headers } = await operator.get(key.replace(house.base, ''));
  await withErrors(operator, headers.get('location') ?? '', 'chat of the office');
}, 240_000);
afterAll(async () => {
  await house?.end();
  await mails?.close();
  rmSync(dir, { recursive: true });
});

/** Keeps a page, and what it answers when each of its forms is sent with nothing in it. */
async function withErrors(citizen: Citizen, path: string, name = path): Promise<void> {
  const page = await citizen.get(path);
  keep(page, name);
  for (const form of String(page.data).match(/<form\b[^>]*method="post"[\s\S]*?<\/form>/gi) ?? []) {
    const action = /\saction="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? path;
    if (!action.startsWith('/') || /^\/(login|logout|sandbox)/.test(action)) continue;
    const empty = filledIn(form).map(([field, value]): [string, string] => [field, field.startsWith('_') ? value : '']);
    const body = new URLSearchParams(empty);
    const answer = await citizen.request('POST', action, { body, headers: { 'sec-fetch-site': 'same-origin' } });
    if (answer.status !== 303) keep(answer, `${name}, ${action} sent empty`);
  }
}

function keep({ data, headers }: CitizenReply, name: string): void {
  if (!headers.get('content-type')?.startsWith('text/html')) return;
  writeFileSync(join(dir, `${seen.length}.html`), String(data).replace(OF_ASTRO, ''));
  seen.push(name);
}

/** What a file holds, by the name of its page. */
const pageOf = (file: string) => seen[Number(basename(file, '.html'))] ?? file;

test('the list of pages to check holds pages and error states of every kind', () => {
  expect(seen.length).toBeGreaterThan(PAGE_BUDGETS.length + PAGES.length + 3 * OWN.length);
  expect(seen.filter((name) => name.endsWith('sent empty')).length).toBeGreaterThan(15);
});

const nu = async (): Promise<string[]> =>
  (await judgeByNu(dir)).map(({ url, message, extract }) => `${pageOf(url)}: ${message} ${extract ?? ''}`);

async function htmlValidate(): Promise<string[]> {
  const checker = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
  const found: string[] = [];
  for (const file of readdirSync(dir)) {
    const { results } = await checker.validateString(readFileSync(join(dir, file), 'utf8'));
    for (const { messages } of results)
      found.push(...messages.filter((m) => m.severity === 2).map((m) => `${pageOf(file)}: ${m.ruleId} ${m.message}`));
  }
  return found;
}

test('no page has an error of HTML, by Nu where there is a Java to run it, and everywhere by a checker that needs none', async () => {
  expect(await htmlValidate()).toEqual([]);
  expect(hasJava() ? await nu() : []).toEqual([]);
}, 180_000);

/** Forms in whose fields the Enter key saves or goes back: browsers press the first button, which has to be the main one or its hidden twin. */
function formsWithWrongEnter(html: string): string[] {
  return (html.match(/<form\b[\s\S]*?<\/form>/g) ?? []).filter((form) => {
    const [first, ...others] = (form.match(/<button\b[^>]*>/g) ?? []).filter((tag) => !tag.includes('type="button"'));
    const hasFields = /<input\b(?![^>]*type="hidden")/.test(form);
    return hasFields && first && others.length > 0 && !/\b(visually-hidden|btn-primary)\b/.test(first);
  });
}

test('the Enter key in a field presses the main button of the form, never the one to save or go back', () => {
  const found = readdirSync(dir).flatMap((file) =>
    formsWithWrongEnter(readFileSync(join(dir, file), 'utf8')).map((form) => `${pageOf(file)}: ${form.slice(0, 300)}`),
  );
  expect(found).toEqual([]);
  const wrongForm =
    '<form><input><button class="btn btn-outline-primary"></button><button class="btn btn-primary"></button></form>';
  expect(formsWithWrongEnter(wrongForm)).toHaveLength(1);
});
