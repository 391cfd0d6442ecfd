/** An operator who keeps the books of an ente reads what came in. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { changeStore } from './store.ts';

test('the books of an ente are read by day, searched and downloaded by its administrator', async ({
  page,
  house,
  accessible,
}, { project }) => {
  const mark = project.name === 'javascript' ? '1' : '2';
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Rome' });
  const receive = (n: number, isDouble: boolean) =>
    changeStore(
      house,
      `insert into ricevute (id, fornitore, rif, ente, numero_avviso, causale, importo_cent, pagato_il, doppia, iuv, giorno, servizio)
        values (?, 'pagopa', ?, 'borgosereno', ?, 'Mensa scolastica', 4550, ?, ?, ?, ?, 'spontaneo/mensa')`,
      `incasso-${mark}-${n}`,
      `iur-${mark}-${n}`,
      `30299900000000${mark}0${n}0`,
      Date.now(),
      isDouble ? 1 : 0,
      `0299900000000${mark}0${n}0`,
      today,
    );
  receive(1, false);
  receive(2, true);
  await logIn(page, 'olga', '/operatore');
  await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Incassi' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incassi');
  await expect(page.getByText(/^\d+ ricevute, in tutto [\d.]+,\d\d\s€\.$/)).toBeVisible();
  await accessible(page, 'money that came in');
  const services = page.getByRole('region', { name: 'Servizio per servizio' });
  await expect(services.getByRole('row', { name: /Mensa scolastica/ })).toContainText('3.01.02.01');

  await page.getByLabel('Capitolo').selectOption('3.01.02.01');
  await page.getByLabel('Da dove').selectOption('In banca, in un’app o in un altro modo');
  await page.getByRole('button', { name: 'Mostra' }).click();
  await expect(page.getByLabel('Capitolo')).toHaveValue('3.01.02.01');
  await expect(services).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Trasporto scolastico/ })).toHaveCount(0);
  await page.getByLabel('Capitolo').selectOption('Tutti');
  await page.getByLabel('Da dove').selectOption('Da tutto');

  await page.getByLabel('Da guardare').selectOption('Pagati due volte');
  await page.getByRole('button', { name: 'Mostra' }).click();
  const twice = page.getByRole('row', { name: new RegExp(`3029 9900 0000 00${mark}0 20`) });
  await expect(twice).toContainText('Pagato due volte: da rimborsare');
  await expect(page.getByText(`3029 9900 0000 00${mark}0 10`)).toHaveCount(0);

  await page.getByLabel('Da guardare').selectOption('Tutte le ricevute');
  await page.getByLabel('Cerca').fill(`iur-${mark}-1`);
  await page.getByRole('button', { name: 'Mostra' }).click();
  await expect(page.getByText('1 ricevuta, in tutto 45,50')).toBeVisible();
  const csv = await page.request.get((await page.getByRole('link', { name: /CSV/ }).getAttribute('href')) ?? '');
  expect(await csv.text()).toContain(`;iur-${mark}-1;Mensa scolastica;Mensa scolastica;3.01.02.01;2026/31;45,50;0,00;`);

  await page.getByLabel('Cerca').fill('');
  await page.getByLabel('Dal', { exact: true }).fill(today);
  await page.getByLabel('Al', { exact: true }).fill('2026-01-01');
  await page.getByRole('button', { name: 'Mostra' }).click();
  await expect(page.getByText('L’ultimo giorno viene prima del primo.')).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: Incassi/);
  await expect(page.getByLabel('Dal', { exact: true })).toHaveValue(today);
  await accessible(page, 'money, with an error');
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('an operator of an office without the right is told who gives it, and reads the books once the office has it', async ({
  page,
  accessible,
  expected,
}) => {
  expected.errors.push(/Failed to load resource/);
  await logIn(page, 'piero', '/operatore');
  await expect(page.getByRole('link', { name: 'Incassi' })).toHaveCount(0);
  expect((await page.goto('/operatore/incassi'))?.status()).toBe(403);
  await expect(page.getByText('lo dà un amministratore, in «Uffici e persone»')).toBeVisible();
  await accessible(page, 'not for this office');
  const allow = async (is: boolean) => {
    await page.context().clearCookies();
    await logIn(page, 'olga', '/gestione/uffici?ente=borgosereno');
    await page.getByRole('link', { name: 'Ufficio tecnico' }).click();
    await page.getByLabel('Vede gli incassi').setChecked(is);
    await page.getByRole('button', { name: /^Salva l.ufficio$/ }).click();
    await expect(page.getByText('Modifica salvata')).toBeVisible();
    await page.context().clearCookies();
    await logIn(page, 'piero', '/operatore');
  };
  await allow(true);
  await page.getByRole('link', { name: 'Incassi' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incassi');
  await allow(false);
  await expect(page.getByRole('link', { name: 'Incassi' })).toHaveCount(0);
});
