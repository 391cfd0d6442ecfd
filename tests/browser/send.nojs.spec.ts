/** One send, one case, with plain POSTs. */
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { countPratiche, expectAllWritten, goToSummary, openReadyBozza, readProtocollo, writtenValues } from './flow.ts';

const pressSend = (page: Page) => page.getByRole('button', { name: 'Invia', exact: true }).click();
/** The page's token dies, as after a day in an open tab. */
const spoilToken = (page: Page) =>
  page.locator('input[name=_token]').evaluate((input: HTMLInputElement) => {
    input.value = 'morto';
  });

test('a form sent with a dead token comes back with its values, and nothing is done', async ({ page, house, smtp }) => {
  const email = newEmail('morto');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await page.locator('#oggetto').fill('Lampione spento da ieri');
  await spoilToken(page);
  const [answer] = await Promise.all([
    page.waitForResponse((r) => r.request().method() === 'POST'),
    page.getByRole('button', { name: 'Avanti' }).click(),
  ]);
  expect(answer.status()).toBe(419);
  await expect(page.locator('#errori')).toContainText('La pagina è rimasta aperta troppo a lungo');
  await expect(page.locator('#oggetto')).toHaveValue('Lampione spento da ieri');
  await page.locator('#oggetto').fill(writtenValues(email).oggetto);
  await expectAllWritten(page, email);
  await goToSummary(page);

  await spoilToken(page);
  await pressSend(page);
  await expect(page.locator('#errori')).toContainText('quello che hai scritto è ancora qui');
  await expect(page.getByText('Lampione spento', { exact: true })).toBeVisible();
  expect(countPratiche(house, email)).toBe(0);
  await pressSend(page);
  await readProtocollo(page);
  expect(countPratiche(house, email)).toBe(1);
});

test('the confirmation loaded again, and the form sent from another tab, are the same case', async ({
  page,
  house,
  smtp,
}) => {
  const email = newEmail('ancora');
  await openReadyBozza(page, { house, smtp }, email);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await pressSend(page);
  const sent = await readProtocollo(page);
  await page.reload();
  expect(await readProtocollo(page)).toBe(sent);

  await pressSend(other);
  expect(await readProtocollo(other)).toBe(sent);
  expect(countPratiche(house, email)).toBe(1);
});

test('a citizen who goes back after sending is told of the case', async ({ page, house, smtp }) => {
  await openReadyBozza(page, { house, smtp }, newEmail('indietro'));
  await pressSend(page);
  const sent = await readProtocollo(page);
  await page.goBack();
  await expect(page.getByText(`Hai già inviato la segnalazione ${sent}`)).toBeVisible();
});

test('a button pressed twice sends one case', async ({ page, house, smtp }) => {
  const email = newEmail('doppio');
  await openReadyBozza(page, { house, smtp }, email);
  await page.getByRole('button', { name: 'Invia', exact: true }).dblclick();
  await readProtocollo(page);
  expect(countPratiche(house, email)).toBe(1);
});
