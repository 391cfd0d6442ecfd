/** The treasurer of an ente brings in the cash book, follows a flow to its receipts, and decides about a notice that was paid twice. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';

const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Rome' });

test('a flow is credited by the cash book, and its receipts say so', async ({ page, accessible, expected }, {
  project,
}) => {
  expected.errors.push(/Failed to load resource/);
  await logIn(page, 'olga', '/operatore/incassi');
  await page.getByRole('main').getByRole('link', { name: 'Riversamenti' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Riversamenti');
  await page.getByLabel('Dal', { exact: true }).fill(dayOf(200));
  await page.getByRole('button', { name: 'Mostra' }).click();
  await expect(
    page.getByText(/^\d+ flussi, in tutto [\d.]+,\d\d\s€, di cui accreditati [\d.]+,\d\d\s€\.$/),
  ).toBeVisible();
  await accessible(page, 'settlement flows');

  // Each project has a flow of its own.
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Non ancora' })
    .nth(project.name === 'javascript' ? 0 : 1);
  const name = (await row.getByRole('link').textContent()) ?? '';
  const amount = (await row.getByRole('cell').first().textContent())?.replace(/\s*€/, '') ?? '';
  const bring = async (text: string) => {
    await page
      .getByLabel('Giornale di cassa')
      .setInputFiles({ name: 'giornale.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Carica' }).click();
  };
  await bring('<!doctype html><p>Accedi</p>');
  await expect(page.getByText(/non un giornale di cassa/)).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: Riversamenti/);
  await accessible(page, 'settlement flows, with an error');
  await bring(`Data;Importo;Causale\n${dayOf(0)};"${amount}";/PUR/LGPE-RIVERSAMENTO/URI/${name}\n`);
  await expect(page.getByText('Un movimento nuovo, 1 di un flusso che il portale ha.')).toBeVisible();
  await page.getByLabel('Dal', { exact: true }).fill(dayOf(200));
  await page.getByRole('button', { name: 'Mostra' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).not.toContainText('Non ancora');

  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Riversamento di/);
  await accessible(page, 'one settlement flow');
  await page.getByRole('region', { name: 'Pagamenti del flusso' }).getByRole('link').first().click();
  await expect(page.getByText('Accreditato in banca').first()).toBeVisible();
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('the office writes what became of a notice that was paid twice, and takes it back', async ({
  page,
  accessible,
  expected,
}) => {
  expected.errors.push(/Failed to load resource/);
  await logIn(page, 'olga', '/operatore/incasso/demo-incasso-due');
  const stato = page.locator('dt', { hasText: 'L’avviso è' }).locator('+ dd');
  await expect(stato).toHaveText('Pagato due volte');
  await accessible(page, 'one receipt');
  await page.getByRole('button', { name: 'Scrivi la decisione' }).click();
  await expect(page.getByText('Scegli che cosa è successo.')).toBeVisible();
  await accessible(page, 'one receipt, with an error');
  await page.getByLabel('Che cosa è successo').selectOption('Niente da fare');
  await page.getByRole('button', { name: 'Scrivi la decisione' }).click();
  await expect(page.getByText('Scrivi perché non c’è niente da fare.')).toBeVisible();
  await expect(page.getByLabel('Che cosa è successo')).toHaveValue('chiusa');
  await page.getByLabel('Che cosa è successo').selectOption('Rimborsato a chi ha pagato');
  await page.getByLabel('Nota').fill('Mandato 12');
  await page.getByRole('button', { name: 'Scrivi la decisione' }).click();
  await expect(page.getByText('Decisione scritta')).toBeVisible();
  await expect(stato).toHaveText('Pagato');
  await expect(page.getByRole('listitem').filter({ hasText: 'Mandato 12' })).toContainText('Olga Neri');
  await page.getByRole('button', { name: 'Annulla la decisione' }).click();
  await expect(stato).toHaveText('Pagato due volte');
});
