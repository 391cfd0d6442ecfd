/** Somebody asks an office to act for another person; the office grants it, refuses it, ends it; with and without JavaScript. */
import type { Page } from '@playwright/test';
import { logIn, logOut } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, fillFields, goToSummary, pdfFile } from './flow.ts';
import { chooseDecisione, openAsOlga, sendDecisione, sendFromSummary } from './richieste-flow.ts';
import { changeStore } from './store.ts';

const FORM = '/servizio/delega-ufficio';
const DELEGHE = '/area-riservata/deleghe';
const MARIO = { persona_nome: 'Mario', persona_cognome: 'Rossi', persona_codice_fiscale: 'RSSMRA80A01Z999Y' };

test.beforeEach(({ house }) => changeStore(house, "delete from deleghe where ente = 'borgosereno'"));

/** Fills in what is asked for, the document included. */
async function fillRequest(page: Page, scripted: boolean, persona: Record<string, string>): Promise<void> {
  await page.locator('#ente').selectOption({ label: 'Comune di Borgosereno' });
  await fillFields(page, persona);
  await page.getByLabel('A che titolo').selectOption({ label: 'Sono amministratore o amministratrice di sostegno' });
  await page.getByLabel('Pagare per questa persona').check();
  await attachFiles(page, pdfFile('decreto.pdf'), scripted);
  await expect(page.getByLabel('Nota per decreto.pdf')).toBeVisible();
}

test('an office grants what was asked for, the person acts, and the office ends it', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await logIn(page, 'anna', DELEGHE);
  await page.getByRole('link', { name: 'Chiedi la delega all’ufficio' }).click();
  await acceptPrivacy(page);
  await accessible(page, 'an empty form');
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scrivi il codice fiscale della persona.' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Allega il documento: la nomina/ })).toBeVisible();
  await accessible(page, 'nothing filled in');
  await fillRequest(page, scripted, { ...MARIO, persona_codice_fiscale: 'BNCNNA85M41Z999R' });
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: /^È il tuo codice fiscale/ })).toBeVisible();
  // What was typed and attached is still there.
  await expect(page.getByLabel('Nota per decreto.pdf')).toBeVisible();
  await fillFields(page, MARIO);
  await goToSummary(page);
  await expect(page.locator('dd').filter({ hasText: 'RSSMRA80A01Z999Y' })).toBeVisible();
  await accessible(page, 'summary');
  const { chat } = await sendFromSummary(page, scripted);

  await logOut(page, javaScriptEnabled);
  await openAsOlga(page, chat);
  await page.getByRole('link', { name: 'La persona e le sue posizioni' }).click();
  await expect(page.getByText(/BS-100101/)).toBeVisible();
  await accessible(page, 'to decide');
  await page.getByRole('link', { name: /^Torna alla pratica/ }).click();
  await chooseDecisione(page, 'Accetta');
  await page.getByLabel(/^Che cosa può fare/).selectOption({ label: 'Vedere e pagare' });
  await page.getByLabel('Motivo della decisione').fill('Il decreto è in regola.');
  await accessible(page, 'form of the decision');
  await sendDecisione(page);
  await page.getByRole('link', { name: 'La persona e le sue posizioni' }).click();
  await expect(page.getByText('La delega vale', { exact: true })).toBeVisible();
  await accessible(page, 'granted');
  const desk = new URL(page.url()).pathname;

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'anna', DELEGHE);
  await expect(
    page.getByText(/Concessa dall’ufficio del Comune di Borgosereno, per agire come amministratore/),
  ).toBeVisible();
  await accessible(page, 'received');
  await page.getByRole('link', { name: 'Vai alle loro posizioni' }).click();
  const row = page.getByRole('row').filter({ hasText: 'BS-100101' });
  await row.getByRole('link', { name: /^Documenti/ }).click();
  await expect(page.getByText('Agisci per Mario Rossi')).toBeVisible();
  await expect(page.getByText(/concessa dall’ufficio, che vale fino/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Paga/ }).first()).toBeVisible();

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'mario', DELEGHE);
  const given = page.getByRole('listitem').filter({ hasText: 'Concessa dall’ufficio del Comune di Borgosereno' });
  await expect(given.getByText('Anna Bianchi').first()).toBeVisible();
  await expect(given.getByRole('link', { name: /^Revoca/ })).toHaveCount(0);
  await accessible(page, 'seen by its holder');

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'olga', desk);
  await page.getByRole('button', { name: 'Chiudi la delega' }).click();
  await expect(page.getByRole('link', { name: /^Scrivi perché la chiudi/ })).toBeVisible();
  await accessible(page, 'no reason');
  await page.getByLabel('Perché la chiudi').fill('L’incarico è finito.');
  await page.getByRole('button', { name: 'Chiudi la delega' }).click();
  await expect(page.getByText('La delega è chiusa: da adesso non vale più.')).toBeVisible();
  await accessible(page, 'ended');

  await logOut(page, javaScriptEnabled);
  await logIn(page, 'anna', DELEGHE);
  await expect(page.getByText('chiusa dall’ufficio che l’ha concessa').first()).toBeVisible();
  await page.goto(chat);
  await expect(page.getByText(/Motivo: L’incarico è finito\./)).toBeVisible();
});

test('an operator is told that a person has no positions, and refuses; the one who asked reads the operator’s words alone', {
  tag: '@scripts',
}, async ({ page, accessible, javaScriptEnabled }) => {
  const scripted = javaScriptEnabled !== false;
  await logIn(page, 'anna', `${FORM}?passo=privacy`);
  await acceptPrivacy(page);
  await fillRequest(page, scripted, { ...MARIO, persona_codice_fiscale: 'CNTPLA55S03Z999I' });
  await goToSummary(page);
  const { chat } = await sendFromSummary(page, scripted);
  await logOut(page, javaScriptEnabled);
  await openAsOlga(page, chat);
  await page.getByRole('link', { name: 'La persona e le sue posizioni' }).click();
  await expect(page.getByText('Non ce ne sono.')).toBeVisible();
  await accessible(page, 'no positions');
  await page.getByRole('link', { name: /^Torna alla pratica/ }).click();
  await chooseDecisione(page, 'Accetta');
  await page.getByLabel('Motivo della decisione').fill('Va bene.');
  await page.getByLabel('Ho ricontrollato: la decisione è definitiva').check();
  await page.getByRole('button', { name: 'Accetta la richiesta' }).click();
  await expect(page.getByText(/non c’è niente da concedere/).first()).toBeVisible();
  await chooseDecisione(page, 'Rifiuta');
  await page.getByLabel('Motivo della decisione').fill('Il decreto non è leggibile.');
  await sendDecisione(page);
  await logOut(page, javaScriptEnabled);
  await logIn(page, 'anna', new URL(chat).pathname);
  await expect(page.getByText('Motivo: Il decreto non è leggibile.')).toBeVisible();
  await expect(page.getByText(/niente da concedere|non ci sono posizioni/)).toHaveCount(0);
});
