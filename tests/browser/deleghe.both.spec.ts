/** A citizen lets another one act on a position; the other accepts, acts and is refused once it is revoked; with and without JavaScript. */
import { logIn, logOut } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';

const DELEGHE = '/area-riservata/deleghe';
const LUCA = 'VRDLCU72P15Z999A';

test('a citizen gives a delegation, the other accepts it and acts for them, and it ends at once', async ({
  page,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, 'anna', DELEGHE);
  await accessible(page, 'no delegation yet');
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'an empty form');

  await page.getByLabel('Codice fiscale della persona').fill(LUCA);
  await page.getByRole('checkbox', { name: /CL-400404/ }).check();
  await page.getByLabel('Presentare richieste').check();
  await page.getByLabel('Fino a quando').fill('2020-01-01');
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page.getByText(/Questo giorno è passato/).first()).toBeVisible();
  // What was typed is still there.
  await expect(page.getByLabel('Codice fiscale della persona')).toHaveValue(LUCA);
  await expect(page.getByRole('checkbox', { name: /CL-400404/ })).toBeChecked();
  await page.getByLabel('Fino a quando').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page.getByText(/Delega data: vale/)).toBeVisible();
  await expect(page.getByText('da accettare', { exact: true })).toBeVisible();
  await accessible(page, 'given');
  expect((await smtp.mailTo('anna.bianchi@posta.example', /Hai dato una delega/)).text).toContain(DELEGHE);

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'luca', DELEGHE);
  await expect(page.getByRole('heading', { name: 'Ti chiedono di agire per loro' })).toBeVisible();
  await accessible(page, 'to accept');
  await page.getByRole('button', { name: /^Accetta/ }).click();
  await expect(page.getByText(/Delega accettata/)).toBeVisible();
  await page.getByRole('link', { name: 'Vai alle loro posizioni' }).click();
  await page.getByLabel('Cerca per nome').fill('bianchi');
  await page.getByRole('button', { name: 'Cerca' }).click();
  await accessible(page, 'for whom one acts');
  await page
    .getByRole('row')
    .filter({ hasText: 'CL-400404' })
    .getByRole('link', { name: /^Documenti/ })
    .click();
  await expect(page.getByText(/Agisci per Anna Bianchi/)).toBeVisible();
  await accessible(page, 'acting for another');
  await page.goto(DELEGHE);
  await page.getByRole('link', { name: /^Che cosa hai fatto/ }).click();
  await expect(page.getByText('Niente, finora.')).toBeVisible();
  await accessible(page, 'what was done');

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'anna', DELEGHE);
  await page.getByRole('link', { name: /^Revoca/ }).click();
  await accessible(page, 'asked before it ends');
  await page.getByRole('button', { name: 'Sì, revoca la delega' }).click();
  await expect(page.getByText(/La delega non vale più, da adesso/)).toBeVisible();

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'luca', `${DELEGHE}/posizioni`);
  await expect(page.getByText(/Non agisci per nessuno/)).toBeVisible();
  await accessible(page, 'for nobody');
});
