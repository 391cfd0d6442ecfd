/** A case found again by its number and a code sent to its address, with and without JavaScript. */
import { expect, newEmail, test } from './fixtures.ts';
import { sendSegnalazione } from './flow.ts';

test('a person who lost the link of a case finds it from the home page by its number and a code, in another browser', async ({
  page,
  house,
  smtp,
  accessible,
  code,
}) => {
  const { email, protocollo, chatUrl } = await sendSegnalazione({ house, smtp }, newEmail('ritrova'));
  await page.goto('/');
  await page.getByText('Hai già inviato una segnalazione o una richiesta?').click();
  await page.getByRole('link', { name: 'segui la tua pratica' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Segui la tua pratica');
  await accessible(page, 'empty form');
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  for (const name of [/Scegli l’ente/, /Scrivi il numero/, /Scrivi l’indirizzo/])
    await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: Segui la tua pratica/);
  await accessible(page, 'nothing typed');

  await page.getByLabel('Ente a cui hai scritto').selectOption({ label: 'Comune di Borgosereno' });
  await page.getByLabel('Numero della pratica').fill(protocollo);
  await page.getByLabel('E-mail con cui').fill(email);
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await expect(page.getByText(`Abbiamo mandato un codice a ${email}`)).toBeVisible();
  await accessible(page, 'code sent');
  await page.getByLabel('Codice ricevuto per e-mail').fill('12');
  await page.getByRole('button', { name: 'Apri la pratica' }).click();
  await expect(page.getByRole('link', { name: /Controlla il codice/ })).toBeVisible();
  await page.getByLabel('Codice ricevuto per e-mail').fill(await code(email, 1));
  await page.getByRole('button', { name: 'Apri la pratica' }).click();

  await expect(page).toHaveURL(chatUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La tua segnalazione');
});

test('a wrong number is told only after the code, and corrected without another one', { tag: '@scripts' }, async ({
  page,
  house,
  smtp,
  accessible,
  code,
}) => {
  const { email, protocollo, chatUrl } = await sendSegnalazione({ house, smtp }, newEmail('sbagliato'));
  await page.goto(`${chatUrl.slice(0, -3)}AAA`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questa pratica non c’è');
  await accessible(page, 'dead link');
  await page.getByRole('link', { name: 'Segui la tua pratica' }).click();
  await page.getByLabel('Ente a cui hai scritto').selectOption({ label: 'Comune di Borgosereno' });
  await page.getByLabel('Numero della pratica').fill('2026/999999');
  await page.getByLabel('E-mail con cui').fill(email);
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await page.getByLabel('Codice ricevuto per e-mail').fill(await code(email, 1));
  await page.getByRole('button', { name: 'Apri la pratica' }).click();
  await expect(page.locator('#errori')).toContainText('Non abbiamo trovato una pratica con questo numero');
  await accessible(page, 'not found');

  await expect(page.getByLabel('Codice ricevuto per e-mail')).toHaveCount(0);
  await page.getByLabel('Numero della pratica').fill(protocollo);
  await page.getByRole('button', { name: 'Apri la pratica' }).click();
  await expect(page).toHaveURL(chatUrl);
});

test('on the host of a municipality its name stands in the form, and nothing is to be chosen', {
  tag: '@scripts',
}, async ({ page, house }) => {
  await page.goto(`http://borgosereno.localhost:${new URL(house.base).port}/segui`);
  await expect(page.getByRole('main')).toContainText('Ente a cui hai scritto: Comune di Borgosereno');
  await expect(page.getByLabel('Ente a cui hai scritto')).toHaveCount(0);
});
