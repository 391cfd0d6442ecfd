/** The stamp duty on a request, with scripts and without: a paper stamp whose number counts once, or paid with the fee. */
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, expectPaymentOutcome, fillFields, goToSummary, pressSend, typeEmailCode } from './flow.ts';
import { acceptRichiesta, attachIdentity, followRichiesta, richiedente, sendFromSummary } from './richieste-flow.ts';
import { withStore } from './store.ts';

const PARCHEGGI_PATH = '/servizio/abbonamento-parcheggi';
const PAPER = 'Ho una marca da bollo cartacea';
const ONLINE = 'Pago l’imposta online, insieme al dovuto';
/** A number that no other run of the test has used. */
const newNumero = () => `01${String(Date.now()).slice(-12)}`;

type Guest = { email: string; scripted: boolean; code(email: string): Promise<string> };

/** Portolieve asks for the duty, Collelume does not. */
async function chooseEnte(page: Page, ente: 'Portolieve' | 'Collelume', scripted: boolean): Promise<void> {
  await page.locator('#ente').selectOption(ente.toLowerCase());
  if (!scripted) await page.getByRole('button', { name: 'Mostra le zone' }).click();
  await page.locator('#zona').selectOption({ label: ente === 'Portolieve' ? 'Porto vecchio' : 'Zona unica' });
  await page.locator('#tipo').selectOption({ label: 'Residente' });
  await page.locator('#durata').selectOption({ label: 'Un anno' });
}

async function openAbbonamento(page: Page, scripted: boolean): Promise<void> {
  await page.goto(`${PARCHEGGI_PATH}?passo=privacy`);
  await acceptPrivacy(page);
  await chooseEnte(page, 'Portolieve', scripted);
}

/** A guest fills in all of the request but the duty. */
async function fillAbbonamento(page: Page, targa: string, guest: Guest): Promise<void> {
  await openAbbonamento(page, guest.scripted);
  await fillGuest(page, targa, guest);
}

/** The car, and the guest themselves. */
async function fillGuest(page: Page, targa: string, { email, scripted, code }: Guest): Promise<void> {
  await fillFields(page, { targhe_0: targa, ...richiedente(email) });
  await attachIdentity(page, scripted);
  await typeEmailCode(page, { email, code });
}

test('a paper stamp is asked for where the municipality wants it, and its number counts once', async ({
  page,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const numero = newNumero();
  const typed = `${numero.slice(0, 4)} ${numero.slice(4, 9)}-${numero.slice(9)}`;
  await fillAbbonamento(page, 'AB123CD', { email: newEmail('anna'), scripted, code });
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: /^Scegli come paghi l’imposta di bollo/ })).toBeVisible();
  await accessible(page, 'la marca che manca');

  await page.getByLabel(PAPER).check();
  await fillFields(page, { bollo_numero: '0123 4567', bollo_data: '2012-01-10' });
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#bollo_numero-errore')).toContainText('14 cifre');
  await expect(page.locator('#bollo_data-errore')).toContainText('26 giugno 2013');
  await expect(page.locator('#bollo_annullata-errore')).toContainText('dichiara che è annullata');
  await expect(page.locator('#bollo_numero')).toHaveValue('0123 4567');
  await accessible(page, 'una marca sbagliata');
  await fillFields(page, { bollo_numero: typed, bollo_data: '2024-05-13' });
  await page.locator('#bollo_annullata').check();
  await goToSummary(page);
  const words = `Marca cartacea ${numero}, emessa il 13/05/2024, annullata e conservata in originale`;
  await expect(page.getByText(words)).toBeVisible();
  await accessible(page, 'il riepilogo');
  await sendFromSummary(page, scripted);
  await followRichiesta(page);
  await expect(page.getByText(words).first()).toBeAttached();

  await fillAbbonamento(page, 'AB124CD', { email: newEmail('bruno'), scripted, code });
  await page.getByLabel(PAPER).check();
  await fillFields(page, { bollo_numero: numero, bollo_data: '2024-05-13' });
  await page.locator('#bollo_annullata').check();
  await goToSummary(page);
  await pressSend(page, scripted);
  await expect(page.locator('#bollo_numero-errore')).toContainText('ogni marca vale una volta sola');
  await expect(page.locator('#bollo_numero')).toHaveValue(numero);
  await expect(page.getByLabel(PAPER)).toBeChecked();
  await accessible(page, 'la marca usata');
});

test('the duty is paid with the fee, in one notice of which pagoPA gets two parts', { tag: '@scripts' }, async ({
  page,
  house,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('anna');
  await fillAbbonamento(page, 'AB123CD', { email, scripted, code });
  await page.getByLabel(ONLINE).check();
  await fillFields(page, { bollo_provincia: 'rm' });
  await expect(page.locator('#bollo_numero')).toHaveCount(scripted ? 0 : 1);
  await accessible(page, 'la marca online');
  await goToSummary(page);
  await expect(page.getByText(/16,00\s€ online, insieme al dovuto \(provincia di residenza: RM\)/)).toBeVisible();
  const { chat } = await sendFromSummary(page, scripted);
  await acceptRichiesta(house, chat, 'sofia');
  await page.goto(chat);
  await expect(page.getByText(/Paga 106,00\s€, con i 16,00\s€ dell’imposta di bollo, entro il/)).toBeVisible();

  const stored = () =>
    withStore(house, (db) => db.prepare("select dati_json from fornitori_sandbox where cosa = 'posizione'").all());
  await expect.poll(() => stored().length).toBe(1);
  const { paymentOption } = JSON.parse(String(stored()[0]?.dati_json));
  expect(paymentOption).toMatchObject([
    {
      amount: 10_600,
      transfer: [
        { amount: 9000, iban: expect.any(String) },
        { amount: 1600, stamp: { stampType: '01', provincialResidence: 'RM' } },
      ],
    },
  ]);

  await page.getByRole('link', { name: /^Paga / }).click();
  await page.getByLabel('E-mail per la ricevuta').fill(email);
  await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
  await page.getByRole('button', { name: 'Paga', exact: true }).click();
  await expectPaymentOutcome(page, 'Pagamento effettuato', scripted);
  await expect(page.getByRole('heading', { name: /^Hai pagato 106,00/ })).toBeVisible();
});

test('what was said of a stamp to one municipality is not sent to another that asks for none', {
  tag: '@scripts',
}, async ({ page, code, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  await openAbbonamento(page, scripted);
  await page.getByLabel(PAPER).check();
  await chooseEnte(page, 'Collelume', scripted);
  await expect(page.getByLabel(PAPER)).toHaveCount(0);
  await fillGuest(page, 'AB123CD', { email: newEmail('anna'), scripted, code });
  await goToSummary(page);
  await expect(page.getByText('Gratuito')).toBeVisible();
  await expect(page.getByText('Imposta di bollo')).toHaveCount(0);
  await sendFromSummary(page, scripted);
});
