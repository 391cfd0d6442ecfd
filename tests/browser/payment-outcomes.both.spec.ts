/** Every way a payment can go at both test providers: what the citizen reads, with scripts and without. */
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { expectPaymentOutcome } from './flow.ts';

const titolo = (page: Page) => page.getByRole('heading', { level: 1 });

/** To pagoPA's page with a notice of its own, made by a payment without one. */
async function goToPagopa(page: Page): Promise<void> {
  await page.goto('/pagopa-online-precompilato/portolieve/impianti-sportivi');
  for (const [campo, valore] of [
    ['campi.atleta', 'RSSMRA80A01Z999Y'],
    ['pagatore.nome', 'Mario'],
    ['pagatore.cognome', 'Rossi'],
    ['pagatore.codice_fiscale', 'RSSMRA80A01Z999Y'],
    ['emailDebitore', newEmail('mario')],
  ] as const)
    await page.locator(`[name="${campo}"]`).fill(valore);
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await expect(titolo(page)).toHaveText('Come deve andare questo pagamento?');
}

async function goToMooney(page: Page, numero: string): Promise<void> {
  await page.context().clearCookies({ name: 'carrello' });
  await page.goto(`/servizio/paga-online?avviso=${numero}-80000015554`);
  await page.getByLabel('E-mail per la ricevuta').fill(newEmail('anna'));
  await page.getByRole('button', { name: /^Paga .*con Mooney$/ }).click();
  await expect(titolo(page)).toContainText('Mooney di prova');
}

const PAGOPA = [
  ['Paga', 'Pagamento effettuato', 'Abbiamo la conferma'],
  ['Paga due volte', 'Pagamento effettuato', 'chiedi il rimborso'],
  ['Paga più tardi', 'Pagamento in verifica', 'Non pagare di nuovo'],
  ['Fai scadere il tempo', 'Pagamento in verifica', 'Non pagare di nuovo'],
  ['Fallisci', 'Pagamento in verifica', 'Finora non risulta nessun addebito'],
  ['Annulla', 'Pagamento annullato', 'Annullato da te: nessun addebito finora'],
] as const;

for (const [choice, heading, words] of PAGOPA)
  test(`a citizen who presses «${choice}» at pagoPA comes back to «${heading}»`, async ({
    page,
    accessible,
    javaScriptEnabled,
  }) => {
    await goToPagopa(page);
    await page.getByRole('button', { name: choice, exact: true }).click();

    await expectPaymentOutcome(page, heading, javaScriptEnabled !== false);
    await expect(page.locator('#esito')).toContainText(words);
    await accessible(page, `pagoPA: ${choice}`);
    // The page never leads away by itself while it is read, and nothing stands after its end.
    const answer = await (await page.request.get(page.url())).text();
    expect(answer).not.toMatch(/http-equiv="?refresh/i);
    expect(answer.trimEnd()).toMatch(/<\/html>$/);
    await expect(page.getByRole('link', { name: 'Controlla adesso' })).toHaveCount(
      heading.endsWith('in verifica') ? 1 : 0,
    );
    await expect(page.getByRole('link', { name: /Scarica la ricevuta/ })).toHaveCount(
      choice.startsWith('Paga') && heading === 'Pagamento effettuato' ? 1 : 0,
    );
  });

const MOONEY = [
  ['Annulla', 'Pagamento annullato', 'nessun importo addebitato', '302000000900000109'],
  ['Fallisci', 'Pagamento non completato', 'nessun importo addebitato', '302000000900000109'],
  ['Fai scadere', 'Tempo scaduto', 'Se vedi un addebito non pagare di nuovo', '302000000900000109'],
  ['Paga subito', 'Pagamento effettuato', 'Abbiamo la conferma', '302000000900000109'],
  ['Paga due volte', 'Pagamento effettuato', 'chiedi il rimborso', '301000010010100129'],
] as const;

test.describe('one notice that is tried again until it is paid', () => {
  test.describe.configure({ mode: 'serial' });
  for (const [choice, heading, words, numero] of MOONEY)
    test(`a citizen who presses «${choice}» at Mooney comes back to «${heading}»`, { tag: '@scripts' }, async ({
      page,
      accessible,
      javaScriptEnabled,
    }) => {
      await goToMooney(page, numero);
      await page.getByRole('button', { name: choice, exact: true }).click();

      await expectPaymentOutcome(page, heading, javaScriptEnabled !== false);
      await expect(page.locator('#esito')).toContainText(words);
      await accessible(page, `Mooney: ${choice}`);
    });
});

test('a server that dies while a citizen pays shows the true outcome when it is back', async ({
  page,
  house,
  javaScriptEnabled,
}) => {
  await goToPagopa(page);
  const paid = await page.request.post(page.url(), {
    form: { scelta: 'paga' },
    headers: { origin: house.base },
    maxRedirects: 0,
  });
  await house.kill();
  await house.start();
  await page.goto(paid.headers().location ?? '');

  await expectPaymentOutcome(page, 'Pagamento effettuato', javaScriptEnabled !== false);
});
