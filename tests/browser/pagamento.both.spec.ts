/** Paying, with scripts and without: the notice is checked first, the page tells the truth, and always offers a way on. */
import type { Page } from '@playwright/test';
import encodeQR from 'qr';
import sharp from 'sharp';
import { formatEuro } from '../../src/platform/atoms/euro.ts';
import { AVVISI, numeroAvvisoOf } from '../../src/sandbox/demo/avvisi.ts';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { expectPaymentOutcome } from './flow.ts';

const PAGA_PATH = '/servizio/paga-online';
const mainHeading = (page: Page) => page.getByRole('heading', { level: 1 });
const carrelloItems = (page: Page) => page.locator('.carrello > li');

/** Number and ente of a notice of the sandbox. */
function avvisoOf(n: number): [string, string] {
  const found = AVVISI.find((a) => a.n === n);
  const ente = ENTI.find(({ id }) => id === found?.ente);
  if (!found || !ente) throw new Error(`no notice ${n}`);
  return [numeroAvvisoOf(found), ente.codice_fiscale];
}

async function openPaga(page: Page): Promise<void> {
  await page.goto(PAGA_PATH);
}

async function checkAvviso(page: Page, [numero, ente]: [string, string]): Promise<void> {
  const another = page.locator('details:not([open]) summary', { hasText: 'Aggiungi un altro avviso' });
  if ((await another.count()) > 0) await another.click();
  await page.getByLabel('Codice avviso').fill(numero);
  await page.getByLabel('Codice fiscale dell’ente').fill(ente);
  await page.getByRole('button', { name: 'Controlla l’avviso' }).click();
}

test('a guest checks a notice, sees and pays it; only the receipt says that it is paid', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await openPaga(page);
  await accessible(page, 'il modulo vuoto');
  await checkAvviso(page, avvisoOf(7));
  await expect(page.locator('#numero_avviso-errore')).toContainText('risulta già pagato');
  await expect(page.getByLabel('Codice avviso')).toHaveValue(avvisoOf(7)[0]);
  await accessible(page, 'un rifiuto');

  await checkAvviso(page, avvisoOf(1));
  await expect(carrelloItems(page)).toContainText(['Comune di Borgosereno']);
  await expect(carrelloItems(page)).toContainText(['64,50']);
  await accessible(page, 'il carrello');
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await expect(page.locator('#emailDebitore-errore')).toBeVisible();
  await page.getByLabel('E-mail per la ricevuta').fill(newEmail('anna'));
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await page.getByRole('button', { name: 'Paga', exact: true }).click();

  await expect(page).toHaveURL(/pago-pa\/esito\?r=/);
  await expectPaymentOutcome(page, 'Pagamento effettuato', javaScriptEnabled !== false);
  // A guest proves nothing by coming back: the receipt goes to the address that it names as the payer's.
  await expect(page.locator('#esito')).toContainText(/La ricevuta è in arrivo per e-mail a anna\S+@/);
  await expect(page.getByRole('link', { name: /Scarica la ricevuta/ })).toHaveCount(0);
  await accessible(page, 'l’esito');

  await page.getByLabel('4 stelle su 5').check({ force: true });
  await page.getByLabel('Non ho avuto problemi tecnici').check();
  await accessible(page, 'la valutazione');
  await page.getByRole('button', { name: 'Invia la valutazione' }).click();
  await expect(page.getByText('Grazie, il tuo parere ci aiuterà a migliorare il servizio!')).toBeVisible();
});

test('a guest who leaves the provider is told so, and finds the whole cart again', { tag: '@scripts' }, async ({
  page,
}) => {
  await openPaga(page);
  await checkAvviso(page, avvisoOf(2));
  await expect(carrelloItems(page)).toHaveCount(1);
  await checkAvviso(page, avvisoOf(4));
  await expect(carrelloItems(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Paga .*con Mooney$/ })).toHaveCount(0);
  const email = newEmail('anna');
  await page.getByLabel('E-mail per la ricevuta').fill(email);
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await page.getByRole('button', { name: 'Annulla' }).click();

  await expect(mainHeading(page)).toHaveText('Pagamento annullato');
  await expect(page.locator('#esito')).toContainText('Annullato da te: nessun addebito finora.');
  await expect(page.locator('#esito')).toContainText('Ultimo controllo:');
  await page.getByRole('button', { name: 'Riprova a pagare' }).click();
  await expect(carrelloItems(page)).toHaveCount(2);
  await expect(page.getByLabel('E-mail per la ricevuta')).toHaveValue(email);
  await page
    .getByRole('button', { name: /^Togli/ })
    .first()
    .click();
  await expect(carrelloItems(page)).toHaveCount(1);
});

test('a guest whose payment waits at the second provider is told so, and may pay with pagoPA or give it up', async ({
  page,
  smtp,
  accessible,
}) => {
  const email = newEmail('anna');
  await openPaga(page);
  await checkAvviso(page, avvisoOf(5));
  await expect(page.getByText('Le ultime due cifre del codice non tornano')).toBeVisible();
  await page.getByLabel('E-mail per la ricevuta').fill(email);
  await page.getByRole('button', { name: /^Paga .*con Mooney$/ }).click();
  await page.getByRole('button', { name: 'Paga in tabaccheria' }).click();
  await expect(mainHeading(page)).toHaveText('Pagamento in attesa');
  const shop = page.getByRole('region', { name: 'Mostra questo codice in negozio' });
  const codice = (await shop.locator('.codice').textContent()) as string;
  expect(codice).toMatch(/^\d{4} \d{4} \d{4}$/);
  await expect(shop.getByRole('img', { name: `lo stesso codice, ${codice}` })).toBeVisible();
  await expect(shop).toContainText(/Paga entro (il |l’)\d.* ore /);
  await accessible(page, 'il codice per il negozio');
  const mail = await smtp.mailTo(email, /il tuo pagamento in sospeso/);
  expect(mail.text).toContain(codice);
  expect(mail.text).toMatch(/Vedi il pagamento:\n.*pago-pa\/esito\?r=/);

  await page.context().clearCookies({ name: 'carrello' });
  await openPaga(page);
  await checkAvviso(page, avvisoOf(5));
  await expect(carrelloItems(page)).toContainText(
    /in attesa con Mooney, aperto (?:il |l’).* si può completare fino al /,
  );
  await expect(page.getByRole('button', { name: /^Paga .*con Mooney$/ })).toHaveCount(0);
  await page.getByLabel('E-mail per la ricevuta').fill(newEmail('anna'));
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await expect(page.locator('#conferma-errore')).toContainText('Spunta la casella');
  await accessible(page, 'la conferma che manca');
  await page.getByLabel('pago lo stesso con pagoPA').check();
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await page.getByRole('button', { name: 'Annulla' }).click();
  await expect(mainHeading(page)).toHaveText('Pagamento annullato');
  await openPaga(page);

  await page.getByRole('link', { name: 'Concessione di una sala comunale, 45,00' }).click();
  await page.getByRole('button', { name: 'Rinuncia al pagamento' }).click();
  await expect(mainHeading(page)).toHaveText('Pagamento annullato');
  await page.getByRole('button', { name: 'Riprova a pagare' }).click();
  await expect(page.getByRole('button', { name: /^Paga .*con pagoPA$/ })).toBeVisible();
});

test('a ready-made link fills in what it may, and its text is never run', { tag: '@scripts' }, async ({
  page,
  accessible,
}) => {
  await page.goto(
    '/pagopa-online-precompilato/borgosereno/sosta-giornaliera?targa=AB123CD&causale=%3Cscript%3Ealert(1)%3C/script%3E',
  );

  await expect(page.getByLabel('Targa del veicolo')).toHaveAttribute('readonly');
  await expect(page.getByLabel('Causale')).toHaveValue('<script>alert(1)</script>');
  await expect(page.getByText('Ente creditore: Comune di Borgosereno')).toBeVisible();
  await accessible(page, 'il collegamento pronto');
  expect((await page.request.get('/pagopa-online-precompilato/borgosereno/nulla')).status()).toBe(404);
});

test('a ready-made link does not say where the receipt goes', { tag: '@scripts' }, async ({ page }) => {
  const url = '/pagopa-online-precompilato/portolieve/ztl?emailDebitore=x@evil.example&pagatore.nome=Ugo';
  await page.goto(url);
  await expect(page.locator('[name="pagatore.nome"]')).toHaveValue('Ugo');
  await expect(page.getByLabel('E-mail per la ricevuta')).toHaveValue('');
});

for (const [what, query] of [
  ['without a reference', ''],
  ['with a reference nobody has', '?r=AAAAAAAAAAAAAAAAAAAAAAAA&e=ok'],
] as const)
  test(`an outcome ${what} says what may have happened, and where receipts are`, async ({ page, accessible }) => {
    const answer = await page.goto(`${PAGA_PATH}/pago-pa/esito${query}`);
    expect(answer?.status()).toBe(404);
    await expect(mainHeading(page)).toHaveText('Questo pagamento non c’è');
    await expect(page.getByText('Non vuol dire che il pagamento non sia riuscito.')).toBeVisible();
    await expect(page.locator('main').getByRole('link', { name: 'area riservata' })).toHaveAttribute(
      'href',
      '/area-riservata?scheda=pagamenti',
    );
    await accessible(page, 'un esito che non c’è');
  });

test('a guest who chooses no municipality or no service is told so beside the list', async ({ page, accessible }) => {
  await page.goto(`${PAGA_PATH}?modo=spontaneo`);
  await page.getByRole('button', { name: 'Mostra i servizi' }).click();
  await expect(page.locator('#errori')).toContainText('Scegli l’ente dall’elenco.');
  await expect(page.locator('#ente-errore')).toContainText('Scegli l’ente dall’elenco.');
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'nessun ente');
  await page.getByLabel('A quale ente?').selectOption('borgosereno');
  await page.getByRole('button', { name: 'Mostra i servizi' }).click();
  await page.getByRole('button', { name: 'Continua' }).click();
  await expect(page.locator('#servizio-errore')).toContainText('Scegli il servizio dall’elenco.');
  await expect(page).toHaveTitle(/^Errore: /);
});

test('the form for the next notice is empty but for the municipality of the one in the cart', {
  tag: '@scripts',
}, async ({ page }) => {
  const [numero, ente] = avvisoOf(2);
  await page.goto(`${PAGA_PATH}?numero_avviso=${numero}&dominioEC=${ente}`);
  await page.getByRole('button', { name: 'Controlla l’avviso' }).click();
  await expect(carrelloItems(page)).toHaveCount(1);
  await page.locator('summary', { hasText: 'Aggiungi un altro avviso' }).click();
  await expect(page.getByLabel('Codice avviso')).toHaveValue('');
  await expect(page.getByLabel('Codice fiscale dell’ente')).toHaveValue(ente);
});

test('a refused notice beside the cart stays in sight while it is corrected, and the total follows the cart', async ({
  page,
}) => {
  const [first, second] = [2, 4].map((n) => AVVISI.find((a) => a.n === n)?.importo_cent ?? 0) as [number, number];
  const total = page.locator('.totale');
  await openPaga(page);
  await checkAvviso(page, avvisoOf(2));
  await expect(total).toContainText(formatEuro(first));
  await checkAvviso(page, avvisoOf(7));
  await expect(page.locator('#numero_avviso-errore')).toContainText('risulta già pagato');
  await page.getByLabel('Codice avviso').pressSequentially(' ');
  await page.getByLabel('Codice avviso').fill('');
  await expect(page.getByLabel('Codice avviso')).toBeVisible();

  await checkAvviso(page, avvisoOf(4));
  await expect(total).toContainText(formatEuro(first + second));
  await page
    .getByRole('button', { name: /^Togli/ })
    .first()
    .click();
  await expect(total).toContainText(formatEuro(second));
  await expect(page.locator('[name="avvisi"]')).toHaveValue(avvisoOf(4).toReversed().join('-'));
});

test('the code of a letter is read from a photo, which goes nowhere', async ({ page, javaScriptEnabled }) => {
  test.skip(javaScriptEnabled === false, 'without scripts the number is typed');
  const [numero, ente] = avvisoOf(1);
  const codice = encodeQR(`PAGOPA|002|${numero}|${ente}|6450`, 'svg');
  const buffer = await sharp(Buffer.from(codice))
    .resize(600)
    .flatten({ background: '#fff' })
    .rotate(11)
    .jpeg()
    .toBuffer();
  await openPaga(page);
  await page.getByRole('button', { name: 'Leggi il codice QR' }).click();
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await page.getByLabel('Foto del codice QR').setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer });

  await expect(page.getByLabel('Codice avviso')).toHaveValue(numero);
  await expect(page.getByLabel('Codice fiscale dell’ente')).toHaveValue(ente);
  expect(sent).toEqual([]);
});

test('on the host of a municipality its tax code need not be typed, and a notice of another one can be paid all the same', {
  tag: '@scripts',
}, async ({ page, house, accessible }) => {
  const host = house.base.replace('127.0.0.1', 'borgosereno.localhost');
  const [numero] = avvisoOf(2);
  await page.goto(`${host}${PAGA_PATH}`);
  const change = page.locator('summary', { hasText: 'Ente creditore: Comune di Borgosereno' });
  await expect(change).toBeVisible();
  await expect(page.getByLabel('Codice fiscale dell’ente')).toBeHidden();
  await accessible(page, 'l’ente che si sa');
  await page.getByLabel('Codice avviso').fill(avvisoOf(1)[0]);
  await page.getByRole('button', { name: 'Controlla l’avviso' }).click();
  await expect(carrelloItems(page)).toContainText(['Comune di Borgosereno']);
  await expect(page.getByRole('button', { name: `Paga ${formatEuro(64_50)} con pagoPA` })).toBeVisible();

  // Of another town, found by its number alone.
  await page.locator('summary', { hasText: 'Aggiungi un altro avviso' }).click();
  await page.getByLabel('Codice avviso').fill(numero);
  await expect(page.getByLabel('Codice fiscale dell’ente')).toBeHidden();
  await page.getByRole('button', { name: 'Controlla l’avviso' }).click();
  await expect(carrelloItems(page)).toContainText(['Comune di Borgosereno', 'Collelume']);
});

test('the picture of a notice shows where its codes are, and says the same in words', async ({ page, accessible }) => {
  await openPaga(page);
  await expect(page.locator('#enti-creditori option', { hasText: 'Città di Portolieve' })).toHaveAttribute(
    'value',
    '80000035552',
  );
  await page.locator('summary', { hasText: 'Dove trovo i codici sull’avviso?' }).click();
  const picture = page.getByRole('img', { name: /^Un avviso di pagamento: .*codice avviso \(2\)/ });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('listitem').filter({ hasText: '18 cifre, a gruppi di quattro' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await accessible(page, 'l’immagine dell’avviso');
});

test('the page of a payment without a notice is headed by the service, and its button says the amount', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/pagopa-online-precompilato/borgosereno/sosta-giornaliera');
  await expect(mainHeading(page)).toHaveText('Permesso di sosta giornaliero');
  await page.goto(`${PAGA_PATH}?modo=spontaneo&ente=borgosereno&servizio=mensa`);
  const pay = page.getByRole('button', { name: /^Paga .*con pagoPA$/ });
  await expect(pay).toHaveText('Paga con pagoPA');
  await page.getByLabel('Importo in euro').fill('25,50');
  if (javaScriptEnabled !== false) await expect(pay).toHaveText(`Paga ${formatEuro(25_50)} con pagoPA`);
});
