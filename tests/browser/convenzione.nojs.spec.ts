/** What a municipality has with pagoPA, as its administrator writes it. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { changeStore } from './store.ts';

const KEY = 'k3y0fp0rt0-0123456789-1234';
const WRONG_KEY = `sbagliata-${KEY}`;

test('an administrator writes key, segregation code and IBAN; they count when pagoPA takes the key, which no page has', async ({
  page,
  house,
  accessible,
}) => {
  changeStore(house, "delete from convenzioni where ente = 'portolieve'");
  await logIn(page, 'sofia', '/gestione');
  await page.getByRole('link', { name: 'pagoPA', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convenzione con pagoPA');
  await expect(page.getByText(/^Impostato nel server da chi gestisce il portale/)).toBeVisible();
  await accessible(page, 'set by the server');

  const [iban, segregazione, key] = [
    page.getByLabel('IBAN'),
    page.getByLabel('Codice di segregazione'),
    page.getByLabel('Chiave'),
  ];
  await iban.fill('it40 s054 2811 1010 0000 0123 456');
  await key.fill(WRONG_KEY);
  await page.getByRole('button', { name: 'Verifica e salva' }).click();
  await expect(page.getByRole('link', { name: 'pagoPA non accetta questa chiave per questo ente.' })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await expect(iban).toHaveValue('it40 s054 2811 1010 0000 0123 456');
  await expect(segregazione).toHaveValue('01');
  await expect(key).toHaveValue('');
  await expect(page.getByText(/non è rimasta in questa pagina: scrivila di nuovo/)).toBeVisible();
  expect(await page.content()).not.toContain(WRONG_KEY);
  await accessible(page, 'refused key');

  await key.fill(KEY);
  await page.getByRole('button', { name: 'Verifica e salva' }).click();
  await expect(page.getByText('Modifica salvata')).toBeVisible();
  await expect(iban).toHaveValue('IT40S0542811101000000123456');
  await expect(page.getByText(/^Chiave salvata .* finisce con …1234/)).toBeVisible();
  await expect(page.getByText(/^Impostato nel server/)).toHaveCount(0);
  await expect(key).toHaveValue('');
  expect(await page.content()).not.toContain(KEY);
  await accessible(page, 'saved key');

  await page.getByRole('link', { name: 'Modifiche', exact: true }).click();
  const change = page.getByRole('listitem').filter({ hasText: 'Convenzione con pagoPA' }).first();
  await expect(change).toContainText('Sofia Marini');
  await expect(change).toContainText('IT40S0542811101000000123456');
  await expect(change).toContainText('1234');
  expect(await page.content()).not.toContain(KEY);

  changeStore(house, "update convenzioni set chiave = 'di-un-altro-segreto' where ente = 'portolieve'");
  await page.getByRole('link', { name: 'pagoPA', exact: true }).click();
  await expect(page.getByText('La chiave va scritta di nuovo')).toBeVisible();
  await accessible(page, 'key to be written again');
  await page.getByRole('button', { name: 'Verifica e salva' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi la chiave dell’ente.' })).toBeVisible();
  changeStore(house, "delete from convenzioni where ente = 'portolieve'");
});
