/** From the reserved area to the provider: one press opens the summary, the next one leaves for the provider. */
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { expectPaymentOutcome } from './flow.ts';

const PAGOPA = /^Paga .* con pagoPA$/;

test('a citizen pays a due date in two presses: Paga, then the amount at the provider', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, 'anna', '/area-riservata?scheda=scadenze');
  await page.getByRole('link', { name: /^Paga Occupazione di suolo/ }).click();
  await expect(page.locator('.carrello > li')).toContainText(['56,40']);
  await expect(page.getByLabel('E-mail per la ricevuta')).toHaveValue(/@/);
  await accessible(page, 'il riepilogo');
  await page.getByRole('button', { name: /^Paga 56,40\s€ con pagoPA$/ }).click();
  await page.getByRole('button', { name: 'Paga', exact: true }).click();
  await expectPaymentOutcome(page, 'Pagamento effettuato', javaScriptEnabled !== false);
});

test('a link with several notices puts those that can be paid into the cart and says why the others cannot', {
  tag: '@scripts',
}, async ({ page, accessible }) => {
  const query = ['302000000900000109-80000015554', '302000000900000715-80000035552', '302999999999999999-80000015554']
    .map((avviso) => `avviso=${avviso}`)
    .join('&');
  await page.goto(`/servizio/paga-online?${query}`);
  await expect(page.getByText('2 avvisi non si possono pagare')).toBeVisible();
  await expect(page.getByText('Avviso 3020 0000 0900 0007 15: Questo avviso risulta già pagato')).toBeVisible();
  await expect(page.getByText('Non troviamo un avviso con questi dati')).toBeVisible();
  await expect(page.locator('.carrello > li')).toHaveCount(1);
  await accessible(page, 'avvisi rifiutati');
  await page.getByRole('button', { name: PAGOPA }).click();
  await expect(page.locator('#emailDebitore-errore')).toBeVisible();
  await expect(page.locator('.carrello > li')).toHaveCount(1);
  await page.getByLabel('E-mail per la ricevuta').fill(newEmail('anna'));
  await page.getByRole('button', { name: PAGOPA }).click();
  await expect(page.getByRole('button', { name: 'Annulla' })).toBeVisible();
});

test('ticked documents go into one cart, whose total is in sight while they are ticked', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, 'mario', '/area-riservata?scheda=documenti');
  const documenti = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(documenti.nth(0)).toContainText('Servizio idrico, sollecito');
  await expect(documenti.nth(1)).toContainText('TARI');
  await expect(documenti.last()).toContainText('Annullato');
  for (const n of [0, 1]) await documenti.nth(n).getByRole('checkbox').check();
  if (javaScriptEnabled !== false) {
    await expect(page.getByRole('status').filter({ hasText: '2 scelti' })).toContainText(/247,40\s€/);
    // Where the bar covers no row.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await accessible(page, 'documenti scelti');
  }
  await page
    .getByRole('button', { name: javaScriptEnabled === false ? 'Paga i documenti scelti' : /^Paga 247,40/ })
    .click();
  await expect(page.locator('.carrello > li')).toHaveCount(2);
  await page.getByRole('button', { name: /^Paga 247,40\s€ con pagoPA$/ }).click();
  await expect(page.getByRole('button', { name: 'Annulla' })).toBeVisible();
});

test('more than five ticked documents are said before the press, or on the summary', async ({
  page,
  javaScriptEnabled,
}) => {
  await logIn(page, 'mario', '/area-riservata?scheda=scadenze');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  if (javaScriptEnabled !== false) {
    await expect(page.getByText(/scelti: insieme se ne pagano al massimo 5/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Paga le scadenze scelte' })).toBeDisabled();
    return;
  }
  await page.getByRole('button', { name: 'Paga le scadenze scelte' }).click();
  await expect(page.getByText('Insieme si pagano al massimo 5 avvisi')).toBeVisible();
  await expect(page.locator('.carrello > li')).toHaveCount(5);
});

test('the documents of one position are ticked for a payment, those alone that can be paid', {
  tag: '@scripts',
}, async ({ page }) => {
  await logIn(page, 'mario', '/area-riservata?scheda=posizioni');
  await page.getByRole('link', { name: /^Documenti di .*PL-300303/ }).click();
  for (const label of [/^Scegli Mensa/, /^Scegli Multa/]) await page.getByLabel(label).check();
  await page.getByRole('button', { name: /^Paga (i documenti scelti|174,30)/ }).click();
  await expect(page.locator('.carrello > li')).toHaveCount(2);
  await expect(page.locator('.totale')).toContainText('174,30');
});

test('nothing ticked is said on the summary when no script could say it before', async ({
  page,
  javaScriptEnabled,
}) => {
  await logIn(page, 'mario', '/area-riservata?scheda=documenti');
  const pay = page.getByRole('button', { name: 'Paga i documenti scelti' });
  if (javaScriptEnabled !== false) return expect(pay).toBeDisabled();
  await pay.click();
  await expect(page.getByText('Non hai scelto niente da pagare')).toBeVisible();
});

test('due dates come month by month, and all that is overdue is paid at once', async ({ page, accessible }) => {
  await logIn(page, 'mario', '/area-riservata?scheda=scadenze');
  const months = page.getByRole('heading', { level: 3 });
  await expect(months.first()).toContainText(/Scaduti\s+289,40\s€/);
  await expect(months.filter({ hasText: 'in tutto' }).first()).toContainText(
    /^\s*[A-Z]\w+ \d{4}\s+[\d.,]+\s€\s*in tutto [\d.,]+\s€/,
  );
  await accessible(page, 'scadenze per mese');
  await page.getByRole('link', { name: /^Paga tutto lo scaduto \(289,40\s€\)$/ }).click();
  await expect(page.locator('.carrello > li')).toHaveCount(3);
  await expect(page.locator('.totale')).toContainText('289,40');
});

test('ten documents are a thousand pixels on a small phone', { tag: '@scripts' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // The first page of a visit may be in the letters of the device, which are wider.
  await logIn(page, 'mario');
  await page.goto('/area-riservata?scheda=documenti');
  const list = page.getByRole('table', { name: 'I tuoi documenti' });
  await expect(list.getByText('Altre richieste')).toHaveCount(10);
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(1000);
});

test('three notices are a few lines each on a phone, and the way to pay them stays in sight', {
  tag: '@scripts',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await logIn(page, 'mario', '/area-riservata?scheda=scadenze');
  await page.getByRole('link', { name: /^Paga tutto lo scaduto/ }).click();
  await expect(page.locator('.carrello > li')).toHaveCount(3);
  expect((await page.locator('.carrello').boundingBox())?.height).toBeLessThanOrEqual(500);
  const onward = page.getByRole('link', { name: 'Vai al pagamento' });
  await expect(onward).toBeInViewport();
  await onward.click();
  await expect(page.getByLabel('E-mail per la ricevuta')).toBeInViewport();
});

test('printed documents and due dates have the name of whose they are, and no boxes', { tag: '@scripts' }, async ({
  page,
}) => {
  await logIn(page, 'mario', '/area-riservata?scheda=posizioni');
  await page.getByRole('link', { name: /^Documenti di .*PL-300303/ }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').getByText('Città di Portolieve')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('cell', { name: '126,00' })).toBeVisible();
  for (const box of await page.locator('[type=checkbox]').all()) await expect(box).toBeHidden();
  await expect(page.getByText('Fai una richiesta per più documenti')).toBeHidden();
  await page.goto('/area-riservata?scheda=scadenze');
  await expect(page.getByRole('link', { name: 'Mensa scolastica, sollecito' })).toBeVisible();
  for (const box of await page.locator('[type=checkbox]').all()) await expect(box).toBeHidden();
});
