/** The representative of a firm lets an employee act in the name of the firm; with and without JavaScript. */
import { logIn, logOut } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { changeStore } from './store.ts';

const DELEGHE = '/area-riservata/deleghe';
const PAOLO = 'CNTPLA55S03Z999I';

test.beforeEach(({ house }) => changeStore(house, 'delete from deleghe where delegato = ?', PAOLO));

test('an employee gets a delegation that names the firm, and acts for it', { tag: '@scripts' }, async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, 'luca', DELEGHE);
  await page.getByLabel('Codice fiscale della persona').fill(PAOLO);
  await page.getByRole('checkbox', { name: /BS-200202.*per conto di Verdi Insegne S\.r\.l\./ }).check();
  await page.getByRole('button', { name: 'Dai la delega' }).click();
  await expect(page.getByText(/Delega data: vale/)).toBeVisible();
  await accessible(page, 'given for a firm');

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'paolo', DELEGHE);
  await expect(page.getByText(/per conto di Verdi Insegne S\.r\.l\./)).toBeVisible();
  await page.getByRole('button', { name: /^Accetta/ }).click();
  await page.getByRole('link', { name: 'Vai alle loro posizioni' }).click();
  await page.getByLabel('Cerca per nome').fill('insegne');
  await page.getByRole('button', { name: 'Cerca' }).click();
  const firm = page.getByRole('region', { name: /^Verdi Insegne S\.r\.l\./ });
  await expect(firm.getByText('delega di Luca Verdi')).toBeVisible();
  await accessible(page, 'by firm');
  await firm.getByRole('link', { name: /^Documenti/ }).click();
  await expect(page.getByText('Agisci per conto di Verdi Insegne S.r.l.')).toBeVisible();
  await accessible(page, 'acting for a firm');
});
