/** The portal in front of a municipality's back end that is no portal: whole journeys, and a back end that breaks. */
import type { Page } from '@playwright/test';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import { type BackEndPair, portalAndBackEnd, sendPratica } from '../back-end.ts';
import { Citizen } from '../citizen.ts';
import { loginAs } from '../login.ts';
import { test as base, expect, newEmail } from './fixtures.ts';
import {
  acceptPrivacy,
  attachFiles,
  COMMENTO_API,
  chooseTipo,
  confirmEmail,
  ENTE,
  expectAllWritten,
  expectPaymentOutcome,
  expectStatus,
  fillFields,
  goToSummary,
  openData,
  pdfFile,
  pressSend,
  writtenValues,
} from './flow.ts';
import { touchIslands } from './islands.ts';
import {
  fillRichiedente,
  followRichiesta,
  GO_FORWARD,
  LETTERA_MARIO,
  type Lettera,
  typeCodici,
} from './richieste-flow.ts';
import { changeStore, withStore } from './store.ts';

// biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures a fixture needs
const test = base.extend<{ unanswered: string[] }, { pair: BackEndPair }>({
  pair: [
    async ({ smtp }, use) => {
      const env = { API_UPSTREAM_TIMEOUT_MS: '3000', LIMITS_FACTOR: '1000' };
      const pair = await portalAndBackEnd({ lean: true, env, behindEnv: { SMTP_URL: smtp.url } });
      await sendPratica(pair);
      await use(pair);
      await pair.end();
    },
    { scope: 'worker', timeout: 30_000 },
  ],
  house: [async ({ pair }, use) => use(pair.house), { scope: 'worker' }],
  mezzi: [async ({}, use) => use([]), { scope: 'worker' }],
  // No script and no page asks for what nobody answers.
  unanswered: [
    async ({ page, pair }, use) => {
      // The sandbox has few people: what a test began in a person's name is over before the next.
      changeStore(pair.behind, 'update richieste_documenti set aperta = 0');
      changeStore(pair.behind, `delete from rappresentanze where posizione in (${LETTER_POSITION})`, LETTER.utente);
      const unanswered: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.startsWith('/api/v1/portale/') && response.status() === 404) unanswered.push(pathname);
      });
      await use(unanswered);
      pair.double.mend();
      expect(unanswered).toEqual([]);
    },
    { auto: true },
  ],
});
// biome-ignore-end lint/correctness/noEmptyPattern: as above

/** By the button of the portal, which leads to the back end's login and back. */
async function logIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const login = page.getByRole('main').getByRole('link', { name: "Vai all'accesso" }).first();
  await login.click();
  await page.waitForURL((url) => url.pathname + url.search === path);
}

/** The letter that came to Anna, whose position nobody has added yet (src/sandbox/demo/posizioni.ts). */
const LETTER: Lettera = { utente: 'CL-500505', controllo: 'T9W5KB' };
const LETTER_POSITION = 'select id from posizioni where codice_utente = ?';

/** Rows of the store behind. */
const rowsBehind = ({ behind }: BackEndPair, sql: string, ...values: string[]) =>
  withStore(behind, (db) => db.prepare(sql).all(...values));

/** The only case of an address. */
function onlyPratica(pair: BackEndPair, email: string) {
  const found = rowsBehind(pair, 'select id, codice, oggetto, ente, dati_json from pratiche where email = ?', email);
  expect(found).toHaveLength(1);
  return found[0] as (typeof found)[number];
}

/** An operator behind writes in a case. */
async function answerBehind(
  { behind }: BackEndPair,
  message: { id: string; email: string; testo: string },
): Promise<void> {
  const olga = new Citizen(behind.local, behind.base);
  await loginAs(olga, 'olga');
  await olga.arrive();
  expectStatus(await olga.post(COMMENTO_API, { ...message, vista: 'operatore' }), 201);
}

/** What is said of a send that failed, with scripts and without. */
const NOT_SENT = /non risponde in questo momento|Non siamo riusciti a inviare/;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a citizen lands on the page they wanted, adds a position, sees documents and cases, and leaves', async ({
  page,
  pair,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, '/area-riservata?scheda=posizioni');
  if (javaScriptEnabled !== false) await touchIslands(page);
  await expect(page.getByRole('banner')).toContainText('Mario');
  await expect(page.getByRole('link', { name: 'Scadenze', exact: true })).toHaveCount(0);
  const table = page.getByRole('table', { name: 'Le tue posizioni' });
  await expect(table).toContainText('BS-100101');
  await page.locator('summary', { hasText: 'Aggiungi una posizione' }).click();
  const tryCodici = async (controllo: string) => {
    const open = page.locator('details:not([open]) summary', { hasText: 'Aggiungi una posizione' });
    if ((await open.count()) > 0) await open.click();
    await page.getByLabel('Codice utente').fill(LETTER.utente);
    await page.getByLabel('Codice controllo').fill(controllo);
    await page.getByRole('button', { name: 'Aggiungi la posizione' }).click();
  };
  await tryCodici('AAAAAA');
  await expect(page.locator('#codice_controllo-errore')).toBeVisible();
  await expect(page.getByLabel('Codice utente')).toHaveValue(LETTER.utente);
  pair.double.break('/api/v1/posizione/new', '429', 1);
  await tryCodici(LETTER.controllo);
  await expect(page.getByText(/tra 2 minuti|2 minuti/).first()).toBeVisible();
  await tryCodici(LETTER.controllo);
  await expect(page.getByText('Posizione aggiunta: la trovi nell’elenco.')).toBeVisible();
  await expect(table).toContainText(LETTER.utente);
  await accessible(page, 'positions');

  await page.goto('/area-riservata?scheda=documenti');
  await expect(page.getByRole('table', { name: 'I tuoi documenti' })).toContainText('CL-500505-01');
  await accessible(page, 'documents');
  await page.goto('/area-riservata?scheda=pratiche');
  await expect(page.getByRole('main')).toContainText('Lampione spento');
  await page.goto('/area-riservata');
  await expect(page.getByRole('heading', { name: 'Da pagare' })).toBeVisible();
  await accessible(page, 'the overview');

  await page.getByRole('banner').getByRole('button', { name: 'Esci' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: /Accedi/ })).toBeVisible();
  await page.goto('/area-riservata');
  await expect(page).toHaveURL(/\/login/);
});

test('a notice is checked, refused in words, paid at the provider of the back end, and its outcome told', async ({
  page,
  pair,
  accessible,
  javaScriptEnabled,
}) => {
  const numberOf = (documento: string) =>
    String(rowsBehind(pair, 'select numero_avviso from documenti where numero = ?', documento)[0]?.numero_avviso);
  const check = async (numero: string) => {
    await page.getByLabel('Codice avviso').fill(numero);
    await page.getByLabel('Codice fiscale dell’ente').fill('80000015554');
    await page.getByRole('button', { name: 'Controlla l’avviso' }).click();
  };
  // The receipt is for the person who owed it.
  await logIn(page, '/area-riservata');
  await page.goto('/servizio/paga-online');
  await check(numberOf('BS-100101-05'));
  await expect(page.locator('#numero_avviso-errore')).toContainText('Questo avviso risulta già pagato');
  await expect(page.getByLabel('Codice avviso')).toHaveValue(numberOf('BS-100101-05'));
  await check(numberOf('BS-100101-03'));
  await expect(page.locator('.carrello > li')).toContainText(['179,50']);
  await page.getByLabel('E-mail per la ricevuta').fill(newEmail('paga'));
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await expect(page).toHaveURL((url) => url.origin === pair.double.url);
  const reference = String(rowsBehind(pair, 'select id from pagamenti order by creato desc')[0]?.id);
  const outcome = `/servizio/paga-online/pago-pa/esito?r=${reference}`;
  const other = await page.context().newPage();
  await other.goto(outcome);
  await expect(other.getByRole('link', { name: 'Controlla adesso' })).toBeVisible();
  await other.close();
  await page.getByRole('button', { name: 'Paga', exact: true }).click();
  await expectPaymentOutcome(page, 'Pagamento effettuato', javaScriptEnabled !== false);
  const receipt = await page.getByRole('link', { name: /Scarica la ricevuta/ }).getAttribute('href');
  expect((await page.request.get(receipt ?? '')).headers()['content-type']).toBe('application/pdf');
  await accessible(page, 'the outcome');
});

test('a guest’s report outlives a back end that fails three times, is sent once, answered and followed', async ({
  page,
  pair,
  code,
  accessible,
  expected,
  javaScriptEnabled,
}) => {
  expected.errors.push(/status of 503/);
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('segnala');
  await openData(page);
  await page.getByLabel('Ente a cui scrivi').selectOption(ENTE);
  await chooseTipo(page, 'SF310');
  await fillFields(page, writtenValues(email));
  await attachFiles(page, pdfFile('foto.pdf'), scripted);
  await expect(page.getByText('foto.pdf').first()).toBeVisible();
  await confirmEmail(page, { email, code, scripted });
  await goToSummary(page);
  for (const fault of ['html500', 'silent', 'shape'] as const) {
    pair.double.break('/api/v1/generic/segnalazione/new', fault, 1);
    await pressSend(page, scripted);
    await expect(page.getByText(NOT_SENT).first()).toBeVisible();
    await accessible(page, 'a report that the back end did not take');
    await page.goto('/segnalazione?passo=dati');
    await expectAllWritten(page, email);
    await expect(page.getByText('foto.pdf').first()).toBeVisible();
    await goToSummary(page);
  }
  await pressSend(page, scripted);
  await expect(heading(page)).toHaveText('Segnalazione inviata');
  const pratica = onlyPratica(pair, email);
  expect(pratica).toMatchObject({ codice: 'SF310', oggetto: 'Lampione spento', ente: 'borgosereno' });
  const id = String(pratica.id);
  expect(rowsBehind(pair, 'select id from allegati where pratica = ?', id)).toHaveLength(1);
  await accessible(page, 'the confirmation');

  await page.getByRole('link', { name: 'Segui la segnalazione' }).click();
  await expect(page).toHaveURL(/\/segnalazione\/chat\//);
  await answerBehind(pair, { id, email, testo: 'Lunedì la ripariamo.' });
  await page.reload();
  await expect(page.getByText('Lunedì la ripariamo.').first()).toBeVisible();
  pair.double.break('/api/v1/generic/segnalazione/commento', 'html500', 1);
  await page.getByRole('textbox', { name: 'Messaggio' }).fill('Grazie, aspetto.');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.getByText(NOT_SENT).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Messaggio' })).toHaveValue('Grazie, aspetto.');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  const written = 'select id from eventi where pratica = ? and testo = ?';
  await expect.poll(() => rowsBehind(pair, written, id, 'Grazie, aspetto.').length).toBe(1);
  await accessible(page, 'the chat');
});

test('a guest asks for a review with the codes of a letter, and a file that proves it', { tag: '@scripts' }, async ({
  page,
  pair,
  code,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('riesame');
  await page.goto('/servizio/riesame');
  await typeCodici(page, { ...LETTERA_MARIO, controllo: 'AAAAAA' });
  await expect(page.getByLabel('Codice utente')).toHaveValue(LETTERA_MARIO.utente);
  await typeCodici(page, LETTERA_MARIO);
  await page.getByLabel(/BS-100101-01/).check();
  await page.getByRole('button', { name: GO_FORWARD }).click();
  await acceptPrivacy(page);
  await page.locator('#motivo').selectOption('gia_pagato');
  await page.locator('#fatti').fill('Ho pagato il 3 marzo.');
  await attachFiles(page, pdfFile('ricevuta.pdf'), scripted);
  await fillRichiedente(page, { email, code, scripted });
  await accessible(page, 'the data of the review');
  await goToSummary(page);
  await expect(page.getByRole('main')).toContainText('ricevuta.pdf');
  await pressSend(page, scripted);
  await expect(heading(page)).toHaveText('Richiesta inviata');
  expect(onlyPratica(pair, email)).toMatchObject({ codice: 'SF220' });
  await followRichiesta(page);
  await expect(page.getByRole('main')).toContainText('ricevuta.pdf');
});

test('a citizen sees the plan of instalments before asking for it', { tag: '@scripts' }, async ({
  page,
  pair,
  accessible,
  expected,
  javaScriptEnabled,
}) => {
  expected.errors.push(/status of 503/);
  const scripted = javaScriptEnabled !== false;
  const path = '/servizio/rateizza-un-pagamento/Rifiuti%20TARI/BS-100101-02';
  changeStore(
    pair.behind,
    `update offerte set dati_json = json_set(dati_json, '$.soglie', json('[{"fino_cent":null,"min":2,"max":3}]')) where ente = ? and codice = 'SF200'`,
    ENTE,
  );
  await logIn(page, '/area-riservata');
  await page.goto(path);
  await acceptPrivacy(page);
  // What may be chosen is what the back end says, and not the rules of the law.
  await expect(page.getByRole('radio', { name: /^[23] rate/ })).toHaveCount(2);
  await expect(page.getByRole('radio', { name: /^4 rate/ })).toHaveCount(0);
  await page.getByRole('radio', { name: /^2 rate da circa/ }).check();
  // Within what the pages offer, and what the ente behind does.
  await page.locator('#prima_scadenza').fill(addDays(todayInRome(Date.now()), 85));
  if (!scripted) await page.getByRole('button', { name: 'Calcola il piano' }).click();
  await expect(page.locator('#tabella-piano').getByRole('rowheader')).toHaveText(['1', '2', 'Totale']);
  await page.locator('#motivo').fill('Ho perso il lavoro.');
  await page.locator('#difficolta').check();
  await attachFiles(page, pdfFile('prova.pdf'), scripted);
  await accessible(page, 'the plan');
  await goToSummary(page);
  const sent = () => rowsBehind(pair, "select dati_json from pratiche where codice = 'SF200'");
  const before = sent().length;
  pair.double.break('/api/v1/rateizzazione/new', 'html500', 1);
  await pressSend(page, scripted);
  await expect(page.getByText(NOT_SENT).first()).toBeVisible();
  await pressSend(page, scripted);
  await expect(heading(page)).toHaveText('Richiesta inviata');
  expect(sent()).toHaveLength(before + 1);
  expect(JSON.parse(String(sent().at(-1)?.dati_json))).toMatchObject({
    fatti: expect.arrayContaining([['Rate', expect.stringMatching(/^2 rate/)]]),
  });
});

test('a login that ended behind the portal is told, and leads back', async ({ page, pair, expected }) => {
  // The list of cases is asked for again by the page's script.
  expected.errors.push(/status of 401/);
  await logIn(page, '/area-riservata?scheda=pratiche');
  pair.double.endSessions();
  await page.goto('/area-riservata?scheda=pratiche');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('main')).toContainText('La sessione è scaduta');
  await page.getByRole('main').getByRole('link', { name: "Vai all'accesso" }).first().click();
  await page.waitForURL((url) => url.pathname === '/area-riservata');
});

for (const fault of ['html500', 'html200', 'shape', '503', 'silent'] as const) {
  test(`a list that cannot be read (${fault}) says so and can be asked for again`, async ({
    page,
    pair,
    expected,
    accessible,
  }) => {
    expected.errors.push(/status of 503/);
    await logIn(page, '/area-riservata?scheda=pratiche');
    pair.double.break('/api/v1/generic/segnalazione/list', fault);
    await page.goto('/area-riservata?scheda=pratiche');
    await expect(page.getByText('Le tue pratiche: elenco non disponibile.')).toBeVisible();
    await accessible(page, 'a list that cannot be read');
    pair.double.mend();
    await page.getByRole('link', { name: 'Riprova' }).click();
    await expect(page.getByRole('main')).toContainText('Lampione spento');
    await expect(page.getByText('elenco non disponibile')).toHaveCount(0);
  });
}
