/** An operator closes a report as a duplicate of another one nearby, and its citizen hears of that one; with and without JavaScript. */
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { COMMENTO_API, expectStatus, openAsUfficio, sendSegnalazione } from './flow.ts';

test('a duplicate is closed with the number of the other report, and its citizen reads what becomes of that one', async ({
  page,
  house,
  smtp,
  accessible,
}) => {
  const name = crypto.randomUUID().slice(0, 8);
  const point = { codice: 'SF130', indirizzo: '', lat: '42.5061', lon: '12.4973' };
  const site = { house, smtp };
  const first = await sendSegnalazione(site, newEmail('prima'), { ...point, oggetto: `Cartello ${name} storto` });
  const second = await sendSegnalazione(site, newEmail('seconda'), { ...point, oggetto: `Cartello ${name} caduto` });

  await logIn(page, 'olga', new URL(second.operatorUrl).pathname);
  const merge = page.getByRole('group').filter({ hasText: 'È lo stesso problema di un’altra' });
  await merge.locator('summary').click();
  await merge.getByRole('button', { name: 'Unisci all’altra e chiudi' }).click();
  await expect(page.getByText('Scegli la segnalazione, o scrivi il suo numero').first()).toBeVisible();
  await expect(page.getByLabel('Oppure il numero di un’altra')).toBeVisible();
  await accessible(page, 'merge refused');
  await merge.getByRole('radio', { name: new RegExp(`^Cartello ${name} storto, a 0 m, arrivata il `) }).check();
  await merge.getByRole('button', { name: 'Unisci all’altra e chiudi' }).click();
  await expect(page.getByText('Segnalazione unita e chiusa: il cittadino lo legge tra i messaggi.')).toBeVisible();

  const office = await openAsUfficio(first);
  const ufficio = new URL(first.operatorUrl).pathname.split('/').at(-1);
  const taken = { id: ufficio, email: first.email, vista: 'operatore', stato: 'in_elaborazione' };
  expectStatus(await office.post(COMMENTO_API, taken), 201);
  await smtp.mailTo(second.email, new RegExp(`${second.protocollo}: c’è una novità`));

  await page.context().clearCookies();
  await page.goto(second.chatUrl);
  await expect(page.getByText(`È lo stesso problema della segnalazione ${first.protocollo}`)).toBeVisible();
  await expect(
    page.getByText(`La segnalazione ${first.protocollo}, sullo stesso problema, ora è: in lavorazione.`),
  ).toBeVisible();
});
