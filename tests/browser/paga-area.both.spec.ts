/** From the reserved area to the provider: one press opens the summary, the next one leaves for the provider. */
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { expectPaymentOutcome } from './flow.ts';

const PAGOPA = /^Paga .* con pagoPA$/;

test('a citizen pays a due date in two presses: Paga, then the amount at the provider', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  await logIn(page, 'mario', '/area-riservata?scheda=scadenze');
  await page.getByRole('link', { name: /^Paga Servizio idrico, sollecito/ }).click();
  await expect(page.locator('.carrello > li')).toContainText(['67,90']);
  await expect(page.getByLabel('E-mail per la ricevuta')).toHaveValue(/@/);
  await accessible(page, 'il riepilogo');
  await page.getByRole('button', { name: 'Paga 67,90 € con pagoPA' }).click();
  await page.getByRole('button', { name: 'Paga', exact: true }).click();
  await expectPaymentOutcome(page, 'Pagamento effettuato', javaScriptEnabled !== false);
});

test('a link with several notices puts those that can be paid into the cart and says why the others cannot', async ({
  page,
  accessible,
}) => {
  const query = ['302000000900000109-80000015554', '302000000900000715-80000035552', '302999999999999999-80000015554']
    .map((avviso) => `avviso=${avviso}`)
    .join('&');
  await page.goto(`/servizio/paga-online?${query}`);
  await expect(page.getByText('2 avvisi non si possono pagare')).toBeVisible();
  await expect(page.getByText('Avviso 3020 0000 0900 0007 15: Questo avviso risulta già pagato')).toBeVisible();
  await expect(page.getByText('Non troviamo un avviso con questi dati')).toBeVisible();
  await expect(page.locator('.carrello > li')).toHaveCount(1);
  await accessible(page, 'avvisi rifiutati');
  await page.getByRole('button', { name: PAGOPA }).click();
  await expect(page.locator('#emailDebitore-errore')).toBeVisible();
  await expect(page.locator('.carrello > li')).toHaveCount(1);
  await page.getByLabel('E-mail per la ricevuta').fill(newEmail('anna'));
  await page.getByRole('button', { name: PAGOPA }).click();
  await expect(page.getByRole('button', { name: 'Annulla' })).toBeVisible();
});
