/** A report about a place beyond the border of the municipality is sent after a confirmation, with and without scripts. */
import { expect, newEmail, test } from './fixtures.ts';
import { countPratiche, openReadyBozza } from './flow.ts';

const MILAN = { lat: '45.4642', lon: '9.19' };

test('a draft with a point far away is refused at the send, and accepted once its place is confirmed', async ({
  page,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('lontana');
  await openReadyBozza(page, { house, smtp }, email, 'riepilogo', MILAN);
  const send = async () => {
    await page.getByRole('button', { name: 'Invia', exact: true }).click();
    if (scripted) await page.getByRole('button', { name: 'Conferma e invia' }).click();
  };
  await send();
  const refusal = page.getByRole('link', { name: /fuori dal territorio del Comune di Borgosereno \(a 4\d\d km\)/ });
  await expect(refusal).toHaveAttribute('href', '#fuori_confine');
  await expect(page.getByLabel('Titolo')).toHaveValue('Lampione spento');
  expect(countPratiche(house, email)).toBe(0);
  await accessible(page, 'refused');

  await page.getByLabel('Confermo che il posto è questo').check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=riepilogo/);
  await send();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Segnalazione inviata');
  expect(countPratiche(house, email)).toBe(1);
});
