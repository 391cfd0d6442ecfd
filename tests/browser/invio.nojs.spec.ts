/** One send, one case, with plain POSTs. */
import type { Page } from '@playwright/test';
import { expect, someone, test } from './fixtures.ts';
import { bozzaPronta, numero, quante, scritti, tuttoScritto } from './passi.ts';

const invia = (page: Page) => page.getByRole('button', { name: 'Invia', exact: true }).click();
/** The page's token dies, as after a day in an open tab. */
const muore = (page: Page) =>
  page.locator('input[name=_token]').evaluate((input: HTMLInputElement) => {
    input.value = 'morto';
  });

test('a dead token gives the same form again, values kept, nothing done', async ({ page, house, smtp }) => {
  const email = someone('morto');
  await bozzaPronta(page, { house, smtp }, email, 'dati');
  await page.locator('#oggetto').fill('Lampione spento da ieri');
  await muore(page);
  const [answer] = await Promise.all([
    page.waitForResponse((r) => r.request().method() === 'POST'),
    page.getByRole('button', { name: 'Avanti' }).click(),
  ]);
  expect(answer.status()).toBe(419);
  await expect(page.locator('#errori')).toContainText('La pagina è rimasta aperta troppo a lungo');
  await expect(page.locator('#oggetto')).toHaveValue('Lampione spento da ieri');
  await page.locator('#oggetto').fill(scritti(email).oggetto);
  await tuttoScritto(page, email);
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=riepilogo/);

  await muore(page);
  await invia(page);
  await expect(page.locator('#errori')).toContainText('quello che hai scritto è ancora qui');
  await expect(page.getByText('Lampione spento', { exact: true })).toBeVisible();
  expect(quante(house, email)).toBe(0);
  await invia(page);
  await numero(page);
  expect(quante(house, email)).toBe(1);
});

test('the confirmation loaded again, and the form sent from another tab, are the same case', async ({
  page,
  house,
  smtp,
}) => {
  const email = someone('ancora');
  await bozzaPronta(page, { house, smtp }, email);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await invia(page);
  const sent = await numero(page);
  await page.reload();
  expect(await numero(page)).toBe(sent);

  await invia(other);
  expect(await numero(other)).toBe(sent);
  expect(quante(house, email)).toBe(1);
});

test('going back after sending tells of the case', async ({ page, house, smtp }) => {
  await bozzaPronta(page, { house, smtp }, someone('indietro'));
  await invia(page);
  const sent = await numero(page);
  await page.goBack();
  await expect(page.getByText(`Hai già inviato la segnalazione ${sent}`)).toBeVisible();
});

test('a button pressed twice sends one case', async ({ page, house, smtp }) => {
  const email = someone('doppio');
  await bozzaPronta(page, { house, smtp }, email);
  await page.getByRole('button', { name: 'Invia', exact: true }).dblclick();
  await numero(page);
  expect(quante(house, email)).toBe(1);
});
