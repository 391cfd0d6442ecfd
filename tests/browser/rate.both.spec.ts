/** To pay in instalments: the plan is seen before it is asked for, decided once, read by the citizen. */
import type { Page } from '@playwright/test';
import type { Portal } from '../portal.ts';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, goToSummary, pdfFile } from './flow.ts';
import {
  chooseDecisione,
  fillRichiedente,
  GO_FORWARD,
  LETTERA_LUCA,
  LETTERA_MARIO,
  openAsOlga,
  openDataWithCodici,
  sendDecisione,
  sendFromSummary,
  typeCodici,
} from './richieste-flow.ts';
import { changeStore, withStore } from './store.ts';
import { writeTentativo } from './tentativi.ts';

const RATE_PATH = '/servizio/rateizza-un-pagamento/Rifiuti%20TARI/BS-100101-01,BS-100101-02';

const rataRow = (page: Page, n: number) =>
  page
    .getByRole('table', { name: 'Rate' })
    .getByRole('row')
    .filter({ hasText: `Rata ${n}` });

/** The citizen's page after the acceptance, before and after the first instalment is paid. */
async function readAcceptedPlan(
  page: Page,
  house: Portal,
  accessible: (page: Page, what: string) => Promise<void>,
): Promise<void> {
  const bar = page.getByRole('progressbar', { name: /^0 di 4 pagate, restano 2(79|80),\d\d.€$/ });
  await expect(bar).toBeVisible();
  // As wide as the place it has, and the steps that are done stand on the page's own ground.
  expect(await bar.evaluate((el) => el.clientWidth / (el.closest('section')?.clientWidth ?? 0))).toBeGreaterThan(0.9);
  const doneStep = page.getByRole('list', { name: 'A che punto è' }).getByRole('listitem').first();
  await expect(doneStep).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByText(/^La prossima: rata 1, [67]\d,\d\d.€, entro (il|l’)/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Paga [67]\d,\d\d.€ per la rata 1$/ })).toBeVisible();
  for (const n of [1, 4]) {
    await expect(rataRow(page, n)).toContainText('Da pagare');
    await expect(rataRow(page, n).getByRole('link', { name: `Paga Rata ${n} di 4` })).toBeVisible();
  }
  await accessible(page, 'la risposta');

  const causale = 'Rata 1 di 4 · TARI 2026';
  const first = withStore(house, (db) =>
    db.prepare('select ente, numero_avviso as numero, importo_cent as cent from avvisi where causale = ?').get(causale),
  ) as { ente: string; numero: string; cent: number };
  writeTentativo(house, '', 'pagato', [{ ...first, causale }]);
  changeStore(house, "update avvisi set stato = 'pagato', scadenza = '2020-01-07' where causale = ?", causale);
  changeStore(house, "update avvisi set scadenza = '2020-01-08' where causale = 'Rata 2 di 4 · TARI 2026'");
  await page.reload();
  await expect(page.getByRole('progressbar', { name: /^1 di 4 pagate/ })).toBeVisible();
  await expect(page.getByText(/^Da pagare subito: rata 2, [67]\d,\d\d.€, scaduta l’8 gennaio 2020\.$/)).toBeVisible();
  await expect(rataRow(page, 1)).toContainText('Pagata');
  await expect(rataRow(page, 1).getByRole('link', { name: /^Paga/ })).toHaveCount(0);
  await expect(rataRow(page, 2)).toContainText('Scaduta');
  await accessible(page, 'una rata pagata');
  const ricevuta = page.getByRole('link', { name: 'Ricevuta di Rata 1 di 4 (PDF)' });
  const { pathname, search } = new URL((await ricevuta.getAttribute('href')) as string);
  const pdf = await page.request.get(pathname + search);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
}

test('a guest sees the plan, asks for it; an operator accepts; the instalments are there to read', async ({
  page,
  accessible,
  code,
  house,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('rate');
  await page.goto(RATE_PATH);
  await accessible(page, 'i codici');
  await openDataWithCodici(page, RATE_PATH);
  await expect(page.getByText('Totale: 279,60')).toBeVisible();
  await accessible(page, 'i dati');

  await page.getByRole('button', { name: 'Avanti' }).click();
  for (const parole of [
    'Scegli in quante rate vuoi pagare.',
    'Spiega perché chiedi di pagare a rate.',
    /^Dichiara di essere in temporanea difficoltà/,
    /^Allega almeno un file che mostri la difficoltà/,
    'Allega un tuo documento di identità, fronte e retro.',
  ])
    await expect(page.getByRole('link', { name: parole })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'gli errori');

  const piano = page.locator('#tabella-piano');
  const rata = (n: number) => piano.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `${n}` }) });
  const computePiano = async () => {
    if (!scripted) await page.getByRole('button', { name: 'Calcola il piano' }).click();
  };
  await page.locator('#motivo').fill('Ho perso il lavoro.');
  await page.getByRole('radio', { name: /^3 rate da circa 93 €/ }).check();
  await computePiano();
  await expect(piano.getByText(/^TARI \d{4}, saldo scade .*: con queste rate finisci di pagare prima, /)).toBeVisible();
  await expect(rata(3)).toContainText('93,20');
  await page.getByRole('radio', { name: /^4 rate da circa 70 €.*interessi/ }).check();
  const lastAllowed = (await page.locator('#prima_scadenza').getAttribute('max')) ?? '';
  await page.locator('#prima_scadenza').fill(lastAllowed);
  await computePiano();
  await expect(piano.getByRole('rowheader')).toHaveText(['1', '2', '3', '4', 'Totale']);
  await expect(rata(1)).toContainText(lastAllowed.split('-').reverse().join('/'));
  await expect(rata(4)).toContainText('69,90');
  await expect(page.locator('#motivo')).toHaveValue('Ho perso il lavoro.');
  // The municipality asks for interest.
  // Each document bears interest from its own due date, so that it comes to cents.
  await expect(
    piano.getByText(/^4 rate da circa 70.€: 2(79|80),\d\d.€ in tutto, di cui 0,\d\d.€ di interessi$/),
  ).toBeVisible();
  await expect(piano.locator('rect')).toHaveCount(4);
  await accessible(page, 'il piano');
  // On the smallest phone date and amount are seen, with capital and interest in smaller words.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await piano.locator('section').evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  // And the table keeps off the edges of its panel.
  const edges = await piano.locator('section').evaluate((frame) => {
    const [table, panel] = [frame, frame.closest('.cmp-card-body') ?? frame].map((el) => el.getBoundingClientRect());
    return table && panel ? [table.left - panel.left, panel.right - table.right] : [];
  });
  for (const edge of edges) expect(edge).toBeGreaterThanOrEqual(10);
  expect(edges).toHaveLength(2);
  if (size) await page.setViewportSize(size);

  await page.locator('#difficolta').check();
  await attachFiles(page, pdfFile('prova.pdf'), scripted);
  await expect(page.getByText('prova.pdf').first()).toBeVisible();
  await fillRichiedente(page, { email, code, scripted });
  await goToSummary(page);
  await expect(page.getByText(/^4 rate da circa .* di interessi$/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Piano' })).toBeVisible();
  await accessible(page, 'il riepilogo');
  const { chat } = await sendFromSummary(page, scripted);

  await openAsOlga(page, chat);
  await expect(page.getByRole('table', { name: 'Piano' }).getByRole('row')).toHaveCount(6);
  await expect(page.getByRole('heading', { name: 'Documento di identità' })).toBeVisible();
  await expect(page.getByLabel('Importo corretto')).toHaveCount(0);
  await chooseDecisione(page, 'Accetta');
  await page.getByLabel('Motivo della decisione').fill('La difficoltà è dimostrata.');
  await sendDecisione(page);

  await logOut(page, javaScriptEnabled);
  await page.goto(chat);
  await expect(page.getByText('Motivo: La difficoltà è dimostrata.')).toBeVisible();
  await expect(page.getByText(/Il piano è attivo: trovi le 4 rate/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'scrivi a un ufficio' })).toHaveAttribute(
    'href',
    /^\/sportello-territoriale\?ente=borgosereno$/,
  );
  await readAcceptedPlan(page, house, accessible);
  await openAsOlga(page, chat);
  await expect(page.getByRole('progressbar', { name: /^1 di 4 pagate/ })).toBeVisible();
  await expect(rataRow(page, 1)).toContainText('Pagata');
  await expect(page.getByRole('region', { name: 'Rate da pagare' }).getByRole('link')).toHaveCount(0);
  await accessible(page, 'il piano per l’ufficio');
  await logOut(page, javaScriptEnabled);

  // The same documents are in instalments now: the form says so, and what else there is to choose.
  await page.goto(RATE_PATH);
  await expect(page.getByText(/«rateizzato»: questa richiesta non si può fare/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scegli altri documenti' })).toBeVisible();
  await accessible(page, 'non più');

  // The holder of the position has them among their due dates, even when a guest asked.
  await page.context().clearCookies();
  await logIn(page, 'mario', '/area-riservata?scheda=documenti&stato=rateizzato');
  await page.getByRole('link', { name: /^Vai alle scadenze.* numero BS-100101-01$/ }).click();
  for (const n of [2, 4])
    await expect(
      page.getByRole('link', { name: new RegExp(`^Paga Rata ${n} di 4 · TARI 2026`) }).first(),
    ).toBeVisible();
});

test('a guest whose total is too small for instalments is told so where they choose the documents', {
  tag: '@scripts',
}, async ({ page, accessible }) => {
  await page.goto('/servizio/rateizza-un-pagamento');
  await typeCodici(page, LETTERA_MARIO);
  await page.getByLabel(/BS-100101-01/).check();
  await page.getByRole('button', { name: GO_FORWARD }).click();
  await expect(page.getByRole('link', { name: /^Il totale di questi documenti è troppo basso/ })).toBeVisible();
  await accessible(page, 'troppo poco');
  await page.goto(RATE_PATH.split(',')[0] ?? '');
  await expect(page.getByText('Con questi documenti la richiesta non si può fare')).toBeVisible();
  await page.getByRole('link', { name: 'Scegli altri documenti' }).click();
  for (const n of ['01', '02']) await page.getByLabel(new RegExp(`BS-100101-${n}`)).check();
  await page.getByRole('button', { name: GO_FORWARD }).click();
  await expect(page.getByLabel(/informativa sulla privacy/)).toBeVisible();
});

test('an impossible first day is told beside it and where the plan would stand; once emptied it stays empty', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await openDataWithCodici(page, RATE_PATH);
  const piano = page.locator('#tabella-piano');
  const giorno = page.locator('#prima_scadenza');
  const computePiano = async () => {
    if (!scripted) await page.getByRole('button', { name: 'Calcola il piano' }).click();
  };
  await expect(piano).toHaveText('Scegli le rate: qui vedi quanto paghi e quando.');
  await page.getByRole('radio', { name: /^3 rate/ }).check();
  await giorno.fill('2020-02-29');
  await computePiano();
  await expect(piano).toHaveText(/^La prima rata può scadere dal(l’| ).* al(l’| ).*\.$/);
  await expect(giorno).toHaveAccessibleDescription(/La prima rata può scadere dal/);
  await expect(giorno).toHaveValue('2020-02-29');
  await accessible(page, 'giorno sbagliato');

  await giorno.fill('');
  await computePiano();
  await expect(piano).toHaveText('Scegli il giorno della prima rata.');
  await expect(giorno).toHaveValue('');
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scegli il giorno della prima rata.' })).toBeVisible();
  await expect(giorno).toHaveValue('');
  await giorno.fill((await giorno.getAttribute('min')) ?? '');
  await computePiano();
  await expect(piano.getByRole('rowheader', { name: '3' })).toBeVisible();
});

test('a number without a card is chosen below the cards, by keyboard, and its long plan unfolds', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await page.goto('/servizio/rateizza-un-pagamento/ICP/BS-200202-01');
  await typeCodici(page, LETTERA_LUCA);
  await acceptPrivacy(page);
  await expect(page.getByRole('radio', { name: /^(5|6|8|10|12) rate da circa/ })).toHaveCount(5);
  await expect(page.getByRole('radio', { name: /^7 rate/ })).toBeHidden();
  await page.getByText('Un altro numero di rate').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /^7 rate da circa 178 €/ }).focus();
  await page.keyboard.press('Space');
  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Calcola il piano' }).click();
  const piano = page.locator('#tabella-piano');
  await expect(piano.getByText(/^7 rate da circa 178.€: 1\.2\d\d,\d\d.€ in tutto/)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^7 rate/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^7 rate/ })).toBeVisible();
  await expect(piano.locator('rect')).toHaveCount(7);
  await expect(piano.getByRole('table')).toBeHidden();
  await piano.getByText('Le 7 rate una per una').click();
  await expect(piano.getByRole('rowheader')).toHaveText(['1', '2', '3', '4', '5', '6', '7', 'Totale']);
  await accessible(page, 'un altro numero');
});

test('a citizen who came for instalments is not offered to pay, reads the minimum first, and goes on from the bar', {
  tag: '@scripts',
}, async ({ page, accessible, javaScriptEnabled }) => {
  await logIn(page, 'mario', '/servizio/rateizza-un-pagamento');
  await page.getByRole('link', { name: /^Documenti di .*BS-100101/ }).click();
  await expect(page.getByText('Il totale deve superare 100,00')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^(Paga|Chiedi)/ })).toHaveCount(0);
  await expect(main.getByRole('button')).toHaveText(['Chiedi di pagare a rate']);
  const goOn = page.getByRole('button', { name: 'Chiedi di pagare a rate' });
  // What is paid, or being paid, cannot be chosen.
  await expect(main.getByRole('checkbox')).toHaveCount(3);
  await expect(goOn).toBeInViewport();
  // Where the bar covers no row.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await accessible(page, 'documenti per le rate');

  await page.getByLabel(/^Scegli .* BS-100101-01$/).check();
  if (javaScriptEnabled !== false) {
    await expect(page.getByText(/^1 scelto · 93,20\s€: servono più di 100,00\s€$/)).toBeVisible();
    await expect(goOn).toBeDisabled();
  } else {
    await goOn.click();
    await expect(page.getByRole('link', { name: /^Il totale di questi documenti è troppo basso/ })).toBeVisible();
    await accessible(page, 'troppo poco');
  }
  await page.getByLabel(/^Scegli .* BS-100101-02$/).check();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await goOn.click();
  await expect(page).toHaveURL(/\/rateizza-un-pagamento\/Rifiuti%20TARI\/BS-100101-01,BS-100101-02/);
});
