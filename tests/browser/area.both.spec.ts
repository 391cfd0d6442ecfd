/** The citizen's own area: each tab shows what there is, and says so when there is nothing; with and without JavaScript. */
import type { Locator, Page } from '@playwright/test';
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { BOZZE_API, COMMENTO_API, expectStatus, openAsUfficio, sendSegnalazioneAs } from './flow.ts';
import { sendAct } from './programmi.ts';
import { changeStore } from './store.ts';

const sectionsNav = (page: Page) => page.getByRole('navigation', { name: "Sezioni dell'area riservata" });

/** Rows of the tab's table without its head, which a phone shows in part. */
const rowsOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

/** From tab to tab by its link. @returns the rows of its table */
async function openScheda(page: Page, name: string): Promise<Locator> {
  await sectionsNav(page).getByRole('link', { name: name }).click();
  await expect(page.getByRole('heading', { level: 2, name: name }).first()).toBeVisible();
  await expect(sectionsNav(page).getByRole('link', { name: name })).toHaveAttribute('aria-current', 'page');
  return rowsOf(page);
}

/** A box of the overview. */
const boxOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the area opens on what a citizen owes, with the way to pay, and its sums are those of the due dates', async ({
  page,
  accessible,
}) => {
  await logIn(page, 'mario');
  await expect(page).toHaveURL(/\/area-riservata$/);
  await expect(sectionsNav(page).getByRole('link', { name: 'Scrivania' })).toHaveAttribute('aria-current', 'page');
  await expect(sectionsNav(page).getByRole('link', { name: /^Scadenze/ })).toContainText('3 in ritardo');
  const money = boxOf(page, 'Da pagare');
  // 179,50 and 67,90 of documents, 42,00 of a notice.
  await expect(money).toContainText('3 scaduti · 289,40 €');
  await expect(money.getByRole('link', { name: 'Paga ora quello che è scaduto' })).toHaveAttribute(
    'href',
    /\?scheda=scadenze$|\?avviso=\d+-\d+(&avviso=\d+-\d+){2}$/,
  );
  // The instalment of a plan that was agreed elsewhere is the next to pay, and is paid by itself.
  await expect(money).toContainText(/Prossima scadenza, tra \d+ giorni/);
  await expect(money.getByRole('link', { name: 'Paga la prossima scadenza' })).toHaveAttribute(
    'href',
    /paga-online\?(numero_)?avviso=302000000900001119/,
  );
  const all = /(\d+) in tutto, ([\d.,]+)/.exec((await money.textContent()) ?? '');
  await accessible(page, 'overview');

  await money.getByRole('link', { name: /^Tutte le scadenze/ }).click();
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /\b(Scade|Scaduto|Senza scadenza)\b/ });
  await expect(rows).toHaveCount(Number(all?.[1]));
  const cents = (text: string) => Number(/([\d.]+,\d\d)\s€/.exec(text)?.[1]?.replace(/\D/g, ''));
  const sum = (await rows.allTextContents()).reduce((total, text) => total + cents(text), 0);
  expect(sum).toBe(Number(all?.[2]?.replace(/\D/g, '')));
});

test('the overview leads to what waits: cases to complete, messages, drafts and cases sent as a guest', {
  tag: '@scripts',
}, async ({ page, house, smtp, accessible }) => {
  const [oggetto, otherOggetto] = ['Panchina', 'Fontana'].map((name) => `${name} ${crypto.randomUUID().slice(0, 8)}`);
  const sent = await sendSegnalazioneAs({ house, smtp }, 'paolo', { oggetto });
  const other = await sendSegnalazioneAs({ house, smtp }, 'paolo', { oggetto: otherOggetto });
  for (const { email, id, ...way } of [sent, other]) {
    const office = await openAsUfficio({ email, id, ...way });
    const asks = email && id === sent.id ? { stato: 'da_integrare' } : {};
    const answer = { email, id, vista: 'operatore', testo: 'Ci mandi una foto?', ...asks };
    expectStatus(await office.post(COMMENTO_API, answer), 201);
  }
  const bozza = { percorso: '/segnalazione', passo: 'dati', valori: { privacy: 'on', oggetto: 'Lampione' } };
  expectStatus(await sent.citizen.post(BOZZE_API, bozza), 200);
  changeStore(
    house,
    "update pratiche set codice_fiscale = 'CNTPLA55S03Z999I' where utente is null and oggetto = 'Cassonetto rotto'",
  );

  await logIn(page, 'paolo');
  const waiting = boxOf(page, 'Tocca a te');
  await expect(waiting.getByRole('link', { name: `Da integrare ${oggetto}` })).toBeVisible();
  await expect(waiting.getByRole('link', { name: `1 messaggio da leggere ${otherOggetto}` })).toBeVisible();
  await expect(waiting.getByRole('link', { name: /^Porta qui le pratiche inviate senza accedere/ })).toHaveAttribute(
    'href',
    '/area-riservata?scheda=pratiche#da-prendere',
  );
  await expect(sectionsNav(page).getByRole('link', { name: /^Pratiche/ })).toContainText(/\d+ da integrare/);
  const open = boxOf(page, 'Pratiche aperte').getByRole('listitem');
  await expect(open.filter({ hasText: oggetto })).toContainText('L’ufficio aspetta la tua risposta');
  await expect(open.filter({ hasText: otherOggetto })).toContainText(/Avrai risposta entro (il |l’)/);
  await expect(
    open.filter({ hasText: otherOggetto }).getByRole('img', { name: 'Passo 1 di 3: inviata' }),
  ).toBeVisible();
  await accessible(page, 'overview with cases');

  await waiting.getByRole('link', { name: /^Riprendi la bozza/ }).click();
  await expect(page.getByRole('heading', { name: 'Hai una segnalazione iniziata' })).toBeVisible();
  await page.goto('/area-riservata');
  await waiting.getByRole('link', { name: `Da integrare ${oggetto}` }).click();
  await expect(page.getByText('Ci mandi una foto?').first()).toBeVisible();
});

test('a citizen without an e-mail address is asked for one, and without anything at all is told how to begin', {
  tag: '@scripts',
}, async ({ page, accessible }) => {
  await logIn(page, 'giulia');
  const ask = page.getByRole('main').getByRole('link', { name: /^Aggiungi la tua e-mail/ });
  await expect(boxOf(page, 'Per cominciare').getByRole('listitem')).toHaveCount(3);
  await expect(boxOf(page, 'Da pagare')).toContainText('Non hai niente da pagare.');
  await expect(boxOf(page, 'Da pagare').getByRole('link', { name: 'aggiungi una posizione' })).toBeVisible();
  await accessible(page, 'overview of a newcomer');
  await ask.click();
  await expect(page).toHaveURL(/\/aggiorna-dati-ricontatto$/);
});

test('a citizen’s positions lead to their documents, and the documents of all positions are filtered by state', async ({
  page,
  accessible,
}) => {
  await logIn(page, 'mario');
  await expect(page.getByText(/^(Benvenuto|Bentornato) Mario$/)).toBeVisible();
  const posizioni = await openScheda(page, 'Posizioni');
  await expect(posizioni.filter({ hasText: 'PL-300303' })).toContainText('Città di Portolieve');
  await accessible(page, 'positions');

  await posizioni.getByRole('link', { name: /^Documenti di .*BS-100101/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documenti della posizione');
  const documenti = page.getByRole('row').filter({ hasText: 'BS-100101-' });
  await expect(documenti).toHaveCount(7);
  const parole = ['Da pagare', 'Scaduto', 'In pagamento', 'Pagato', 'Rateizzato', 'Annullato'];
  for (const stato of parole) await expect(documenti.filter({ hasText: stato }).first()).toBeVisible();
  await expect(documenti.filter({ hasText: 'BS-100101-01' })).toContainText('93,20');
  await accessible(page, 'documents of a position');
  await page
    .getByRole('navigation', { name: 'Percorso di navigazione' })
    .getByRole('link', { name: 'Posizioni' })
    .click();

  const rows = await openScheda(page, 'Documenti');
  await expect(rows).toHaveCount(10);
  await accessible(page, 'documents');
  const filters = page.getByRole('navigation', { name: 'Filtra i documenti per stato' });
  await filters.getByRole('link', { name: 'Scaduti (2)' }).click();
  await expect(filters.getByRole('link', { name: 'Scaduti (2)' })).toHaveAttribute('aria-current', 'true');
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasText: 'PL-300303-03' }).getByText('Altre richieste').click();
  await rows.getByRole('link', { name: 'Posizione PL-300303' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documenti della posizione');
});

test('a long list of documents comes in pages, within its filter', { tag: '@plain' }, async ({
  page,
  house,
  accessible,
}) => {
  changeStore(
    house,
    `with recursive n(i) as (values (1) union all select i + 1 from n where i < 24)
     insert into documenti (id, posizione, ente, sistema, numero, tipo, data, importo_cent, stato, stato_da)
     select 'vecchio-' || i, p.id, p.ente, p.sistema, 'VECCHIO-' || i, 'TARI di una volta', '2001-01-01', 100, 'annullato', 'import'
     from n, posizioni p where p.codice_utente = 'CL-400404'`,
  );
  await logIn(page, 'anna', '/area-riservata?scheda=documenti&stato=annullato');
  const rows = page.getByRole('row').filter({ hasText: 'VECCHIO-' });
  const pages = page.getByRole('navigation', { name: 'Pagine dei documenti' });
  await expect(rows).toHaveCount(20);
  const firstText = await rows.first().textContent();
  await accessible(page, 'first page');
  await pages.getByRole('link', { name: 'Pagina successiva' }).click();
  await expect(page).toHaveURL(/stato=annullato&pagina=2$/);
  await expect(rows).toHaveCount(4);
  await expect(pages.getByRole('link', { name: 'Pagina 2' })).toHaveAttribute('aria-current', 'page');
  await accessible(page, 'last page');
  await pages.getByRole('link', { name: 'Pagina precedente' }).click();
  await expect(rows.first()).toHaveText(firstText ?? '');
  await page.goto('/area-riservata?scheda=documenti&stato=annullato&pagina=99');
  await expect(rows).toHaveCount(4);
  changeStore(house, "delete from documenti where id like 'vecchio-%'");
});

test('a citizen opens a document: what is owed stands first, then its act, what can be asked and what has happened', {
  tag: '@scripts',
}, async ({ page, house, accessible }) => {
  await logIn(page, 'mario', '/area-riservata?scheda=documenti&stato=scaduto');
  const row = rowsOf(page).first();
  const amount = (await row.innerText()).match(/[\d.]+,\d\d\s€/)?.[0] ?? 'no amount';
  // What is asked more rarely stands behind «Altro».
  await row.locator('summary').click();
  await row.getByRole('link', { name: /^Apri il documento/ }).click();
  await expect(page).toHaveURL(/\/area-riservata\/documento\/[^/]+$/);
  const owed = boxOf(page, 'Importo e stato');
  await expect(owed).toContainText(amount);
  await expect(owed).toContainText('Andava pagato entro il');
  await expect(owed.getByRole('link', { name: `Paga ${amount}` })).toHaveAttribute('href', /paga-online/);
  const events = boxOf(page, 'Che cosa è successo').getByRole('listitem');
  await expect(events.first()).toContainText('Data del documento');
  await expect(events.last()).toContainText('Scadenza');
  await expect(page.getByRole('link', { name: /Apri l’atto/ })).toHaveCount(0);
  const id = page.url().split('/').at(-1) ?? '';
  await sendAct(house, id);
  await page.reload();
  await accessible(page, 'document');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Apri l’atto (PDF, 1 KB)' }).click();
  expect((await downloading).suggestedFilename()).toBe('atto.pdf');
  await page.goto('/area-riservata?scheda=documenti&stato=scaduto');
  await expect(row.getByRole('link', { name: /^Apri l’atto \(PDF, 1 KB\)/ })).toHaveAttribute(
    'href',
    new RegExp(`${id}/atto$`),
  );
  await page.goto(`/area-riservata/documento/${id}`);
  await boxOf(page, 'Che cosa puoi chiedere').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/servizio\//);

  const answer = await page.goto('/area-riservata/documento/nessuno');
  expect(answer?.status()).toBe(404);
});

test('a citizen filters and orders their cases; an answer of the office is counted until it is read', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const oggetto = `Aiuola ${crypto.randomUUID().slice(0, 8)}`;
  await sendSegnalazioneAs({ house, smtp }, 'mario', { oggetto: 'Zebra sbiadita' });
  const sent = await sendSegnalazioneAs({ house, smtp }, 'mario', { oggetto, codice: 'SF230' });
  const { email, id, protocollo } = sent;
  const question = { email, id, vista: 'operatore', testo: 'Ci mandi una foto?' };
  const office = await openAsUfficio(sent);
  expectStatus(await office.post(COMMENTO_API, { ...question, stato: 'in_elaborazione' }), 201);
  expectStatus(await office.post(COMMENTO_API, { ...question, stato: 'da_integrare' }), 201);

  await logIn(page, 'mario', '/area-riservata?scheda=pratiche');
  await expect(sectionsNav(page).getByRole('link', { name: /^Messaggi/ })).toContainText(/\d+ da leggere/);
  const rows = rowsOf(page);
  const mia = rows.filter({ hasText: oggetto });
  await expect(mia).toContainText('Da integrare');
  await expect(mia.getByRole('img', { name: 'Passo 3 di 4: da integrare' })).toBeVisible();
  await expect(mia).toContainText('2 da leggere');
  await accessible(page, 'cases');
  const filters = page.getByRole('navigation', { name: 'Filtra le pratiche per stato' });
  await filters.getByRole('link', { name: /^Da integrare/ }).click();
  await expect(rows.filter({ hasText: 'Zebra' })).toHaveCount(0);
  await expect(mia).toHaveCount(1);
  await expect(filters.getByRole('link', { name: /\(0\)/ })).toHaveCount(0);
  await page.goto('/area-riservata?scheda=pratiche&stato=ritirate');
  await expect(page.getByText('Nessuna pratica in questo stato.')).toBeVisible();
  await expect(filters.getByRole('link', { name: 'Ritirate (0)' })).toHaveAttribute('aria-current', 'true');
  await filters.getByRole('link', { name: /^Tutte/ }).click();
  await page.getByRole('columnheader', { name: 'Numero' }).getByRole('link').click();
  await expect(page.getByRole('columnheader', { name: 'Numero' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.first()).toContainText(protocollo);
  await page.getByRole('columnheader', { name: 'Numero' }).getByRole('link').click();
  await expect(page.getByRole('columnheader', { name: 'Numero' })).toHaveAttribute('aria-sort', 'ascending');

  await openScheda(page, 'Scadenze');
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items.filter({ hasText: oggetto })).toContainText("L'ufficio aspetta una tua risposta");
  // Two documents, and a notice that bears his tax code.
  await expect(items.filter({ hasText: /Scaduto (il |l’)/ })).toHaveCount(3);
  await expect(
    items
      .filter({ hasText: /TARI \d+, acconto/ })
      .filter({ hasText: /Scade (il |l’)/ })
      .first(),
  ).toContainText('tra 65 giorni');
  await expect(page.getByRole('group', { name: /^Scadut/ }).getByRole('checkbox')).not.toHaveCount(0);
  await accessible(page, 'due dates');

  await openScheda(page, 'Messaggi');
  const messaggio = items.filter({ hasText: oggetto });
  await expect(messaggio).toContainText('2 da leggere');
  await expect(messaggio).toContainText(/Comune di Borgosereno.*: Ci mandi una foto\?/);
  await expect(messaggio).toContainText(/oggi all(e |’)\d+:\d\d/);
  // The other case has no message.
  await expect(items.filter({ hasText: 'Zebra sbiadita' })).toHaveCount(0);
  await accessible(page, 'messages');
  await messaggio.getByRole('link', { name: oggetto }).click();
  await expect(page.getByText('Ci mandi una foto?').first()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Percorso di navigazione' })
    .getByRole('link', { name: 'Area riservata' })
    .click();
  await openScheda(page, 'Messaggi');
  await expect(messaggio).toBeVisible();
  await expect(messaggio.getByText('da leggere')).toBeHidden();
});

test('a citizen finds payments and declarations in tabs of their own', { tag: '@scripts' }, async ({
  page,
  accessible,
}) => {
  await logIn(page, 'mario');
  const pagamenti = await openScheda(page, 'Pagamenti');
  await expect(pagamenti).toHaveCount(2);
  await expect(pagamenti.filter({ hasText: 'BS-100101-05' })).toContainText('172,10');
  await accessible(page, 'payments');

  const dichiarazioni = await openScheda(page, 'Dichiarazioni');
  await expect(dichiarazioni).toHaveCount(4);
  await expect(dichiarazioni.filter({ hasText: 'compostaggio' })).toContainText(/\d{4}\/9177/);
  await expect(dichiarazioni.filter({ hasText: 'ponteggio' })).toContainText('non ancora');
  const refused = dichiarazioni.filter({ hasText: 'Rifiutata' });
  await expect(refused).toContainText("Non conosciamo il motivo. Scrivi all'ufficio: te lo deve dire.");
  await accessible(page, 'declarations');
  await refused.getByRole('link', { name: /^Scrivi all'ufficio/ }).click();
  await expect(page).toHaveURL(/\/sportello-territoriale\?ente=borgosereno$/);
});

test('a citizen without anything is told so in every tab, and what would be there', { tag: '@scripts' }, async ({
  page,
  accessible,
}) => {
  await logIn(page, 'giulia');
  await expect(page.getByText(/^(Benvenuta|Bentornata) Giulia$/)).toBeVisible();
  for (const [name, parole] of [
    ['Posizioni', 'Non hai ancora posizioni, cioè conti con il Comune'],
    ['Documenti', 'Non ci sono documenti.'],
    ['Pratiche', 'Non hai ancora pratiche.'],
    ['Pagamenti', 'Non ci sono pagamenti'],
    ['Messaggi', 'Non hai messaggi.'],
    ['Scadenze', 'Non hai scadenze'],
    ['Dichiarazioni', 'Non ci sono dichiarazioni'],
  ] as const) {
    await openScheda(page, name);
    await expect(page.getByText(parole)).toBeVisible();
    await expect(page.getByText('non disponibile')).toHaveCount(0);
    await accessible(page, `no ${name}`);
  }
});

test('a citizen without an Italian tax code asks with the codes of the letter, and is offered no position', {
  tag: '@scripts',
}, async ({ page }) => {
  await logIn(page, 'ingrid', '/servizio/rateizza-un-pagamento');
  await expect(page.getByLabel('Codice utente')).toBeVisible();
  await page.goto('/area-riservata');
  await expect(page.getByRole('heading', { name: 'Da pagare' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Aggiungi una posizione' })).toHaveCount(0);
});
