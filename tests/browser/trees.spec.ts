/**
 * What a screen reader says of the key screens: each is compared, word by word, with the tree in `tests/browser/trees` that somebody has
 * read from top to bottom. `npm test -- browser trees --update-snapshots` renews the trees of what was changed on purpose: read them again.
 */
import type { Page } from '@playwright/test';
import { AVVISI, numeroAvvisoOf } from '../../src/sandbox/demo/avvisi.ts';
import { ENTI } from '../../src/sandbox/demo/enti.ts';
import { logIn, screensInTurn } from './accesso-flow.ts';
import { FIXED_DAY, fixedDaySettings } from './fixed-day.ts';
import { expect, test } from './fixtures.ts';
import { expectPaymentOutcome, openReadyBozza, pressSend, readProtocollo, sendSegnalazione } from './flow.ts';
import { HEARD_SCREENS } from './screens.ts';

test.use({ ownBrowser: true, settings: fixedDaySettings('sentite') });
test.beforeEach(({ page }) => page.clock.setFixedTime(FIXED_DAY));

/** What is another in every run. */
const CHANGING: readonly [part: RegExp, said: string][] = [
  // Where a link leads is not said, and has the ids of the run.
  [/^ *- \/url:.*\n/gm, ''],
  [/\bore \d+:\d\d/g, 'ore …'],
  [/\btra \d+ secondi/g, 'tra … secondi'],
  [/\b[A-Z\d]{5}-[A-Z\d]{5}\b/g, '…'],
  // The figures of the last audit.
  [/verifica è del \d+ \p{L}+ \d{4}: [\d.]+ stati/gu, 'verifica è del …: … stati'],
  [/soddisfa \d+ dei \d+ criteri/g, 'soddisfa … dei … criteri'],
];

/** All differences of a run are told, not the first one alone. */
async function hear(page: Page, name: string): Promise<void> {
  await expect(page.locator('#avvio')).toBeHidden();
  const tree = await page.locator('body').ariaSnapshot();
  const said = CHANGING.reduce((text, [part, words]) => text.replaceAll(part, words), `${tree}\n`);
  expect.soft(said).toMatchSnapshot(`${name}.yml`);
}

test('every key screen says what was read in its tree', async ({ page, house }) => {
  test.slow();
  for await (const screen of screensInTurn(page, HEARD_SCREENS)) {
    await page.goto(screen.path);
    await hear(page, screen.name);
  }
  await page.goto(house.base.replace('127.0.0.1', 'borgosereno.localhost'));
  await hear(page, 'home-of-an-ente');
});

test('a report says in each step, on its confirmation and in its chat what was read there', async ({
  page,
  house,
  smtp,
}) => {
  await openReadyBozza(page, { house, smtp }, 'anna.bianchi@esempio.it', 'dati');
  await hear(page, 'report-data');
  await page.locator('#email').fill('bruno.verdi@esempio.it');
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await expect(page.locator('#otp')).toBeVisible();
  await hear(page, 'report-code');
  await openReadyBozza(page, { house, smtp }, 'carla.neri@esempio.it');
  await hear(page, 'report-summary');
  await pressSend(page);
  await readProtocollo(page);
  await hear(page, 'report-sent');
  await page.getByRole('link', { name: 'Segui la segnalazione' }).click();
  await expect(page).toHaveURL(/\/chat\//);
  await hear(page, 'report-chat');
});

test('a payment says in the cart and of each outcome what was read there', async ({ page }) => {
  const pay = async () => {
    const avviso = AVVISI.find(({ n }) => n === 1);
    const ente = ENTI.find(({ id }) => id === avviso?.ente);
    if (!avviso || !ente) throw new Error('no notice');
    await page.context().clearCookies();
    await page.goto(`/servizio/paga-online?avviso=${numeroAvvisoOf(avviso)}-${ente.codice_fiscale}`);
    await page.getByLabel('E-mail per la ricevuta').fill('anna.bianchi@esempio.it');
  };
  const choose = async (choice: string, outcome: string) => {
    await page.getByRole('button', { name: /^Paga .*con pagoPA$/ }).click();
    await page.getByRole('button', { name: choice, exact: true }).click();
    await expectPaymentOutcome(page, outcome, true);
  };
  await pay();
  await hear(page, 'pay-cart');
  await choose('Annulla', 'Pagamento annullato');
  await hear(page, 'pay-cancelled');
  await pay();
  await choose('Paga', 'Pagamento effettuato');
  await hear(page, 'pay-paid');
});

test('the case of an operator says what was read there', async ({ page, house, smtp }) => {
  const sent = await sendSegnalazione({ house, smtp }, 'dario.blu@esempio.it');
  await logIn(page, 'olga', new URL(sent.operatorUrl).pathname);
  await hear(page, 'operators-case');
});
