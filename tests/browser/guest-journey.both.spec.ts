/** One report, from a guest to the reserved area to the office and back; with and without JavaScript. */
import { logInByPages, logOut } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { goToSummary, openReadyBozza, pressSend, readProtocollo } from './flow.ts';

const PAOLO_CF = 'CNTPLA55S03Z999I';

test('a report that Paolo sent as a guest is taken into his area, answered by an operator, and read among his messages', async ({
  page,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('paolo');
  await openReadyBozza(page, { house, smtp }, email, 'dati');
  await page.getByLabel('Codice fiscale').fill(PAOLO_CF);
  await page.getByLabel('Titolo').fill('Panchina senza schienale');
  await goToSummary(page);
  if (scripted) await pressSend(page);
  else await page.getByRole('button', { name: 'Invia', exact: true }).click();
  const protocollo = await readProtocollo(page);

  await logInByPages(page, 'paolo', '/area-riservata?scheda=pratiche');
  await accessible(page, 'cases to take home');
  await page.getByRole('button', { name: new RegExp(`Porta nella mia area riservata.*${protocollo}`) }).click();
  await expect(page.getByText('La pratica è nella tua area riservata')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: protocollo })).toContainText('Panchina senza schienale');
  await smtp.mailTo(email, /portata in un’area riservata/);
  await logOut(page, javaScriptEnabled);

  await logInByPages(page, 'olga', '/operatore');
  await page.getByLabel('Cerca una pratica').fill(protocollo);
  await page.getByRole('button', { name: 'Cerca' }).click();
  await page.getByRole('link', { name: 'Panchina senza schienale' }).click();
  await expect(page.getByText(/^Scrivi come Olga /)).toBeVisible();
  await page.getByRole('textbox', { name: 'Messaggio' }).fill('Lunedì la ripariamo.');
  await page.getByRole('button', { name: 'Invia la risposta' }).click();
  await expect(page.getByText('Messaggio inviato.')).toBeVisible();
  await logOut(page, javaScriptEnabled);

  await logInByPages(page, 'paolo', '/area-riservata?scheda=messaggi');
  const messaggio = page.getByRole('listitem').filter({ hasText: protocollo });
  await expect(messaggio).toContainText('1 da leggere');
  await messaggio.getByRole('link', { name: 'Panchina senza schienale' }).click();
  // The list shows the same words.
  await expect(page).toHaveURL(/\/segnalazione\/chat\//);
  await expect(page.getByText('Lunedì la ripariamo.').first()).toBeVisible();
  await accessible(page, 'the answer');
  await page.goBack();
  await expect(messaggio.getByText('da leggere')).toBeHidden();
});
