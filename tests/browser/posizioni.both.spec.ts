/** A position is added with the two codes of a letter, and removed; with JavaScript on the same page, without it page by page. */
import type { Page } from '@playwright/test';
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';
import { touchIslands } from './islands.ts';

// The limits of the real portal: five wrong tries.
test.use({ settings: { LIMITS_FACTOR: '1' } });

/** The letter that came to Anna (src/sandbox/demo/posizioni.ts). */
const LETTERA = { utente: 'CL-500505', controllo: 'T9W5KB' };
const NEW_POSIZIONE = 'Aggiungi una posizione';
/** Without the head of the table, which a phone does not show. */
const posizioneRows = (page: Page) =>
  page
    .getByRole('table', { name: 'Le tue posizioni' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const newRow = (page: Page) => posizioneRows(page).filter({ hasText: LETTERA.utente });

/** The form waits behind its name where there are positions already. */
async function openForm(page: Page): Promise<void> {
  if (!(await page.getByLabel('Codice utente').isVisible()))
    await page.locator('summary', { hasText: NEW_POSIZIONE }).click();
}

async function prova(page: Page, utente: string, controllo: string): Promise<void> {
  await openForm(page);
  await page.getByLabel('Codice utente').fill(utente);
  await page.getByLabel('Codice controllo').fill(controllo);
  await page.getByRole('button', { name: 'Aggiungi la posizione' }).click();
}

/** A link of an error summary, which leads to the field. */
const errorLink = (page: Page, words: RegExp) => page.getByRole('link', { name: words });

test('a citizen adds a position with the codes of the letter, only once, and removes it after a question', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await logIn(page, 'anna', '/area-riservata?scheda=posizioni');
  if (scripted) await touchIslands(page);
  let pageCount = 0;
  page.on('framenavigated', (frame) => frame === page.mainFrame() && pageCount++);

  await openForm(page);
  await page.getByRole('button', { name: 'Aggiungi la posizione' }).click();
  await expect(errorLink(page, /^Scrivi il codice utente/)).toBeVisible();
  await expect(page).toHaveTitle(/^Errore: /);
  await accessible(page, 'empty codes');
  await prova(page, LETTERA.utente, 'AAAAAA');
  await expect(errorLink(page, /non corrispondono a nessuna posizione/)).toBeVisible();
  await expect(page.getByLabel('Codice utente')).toHaveValue(LETTERA.utente);
  await accessible(page, 'wrong pair');

  // As people copy it: blanks and small letters.
  await prova(page, LETTERA.utente.toLowerCase(), 't9w5 kb');
  await expect(page.getByText('Posizione aggiunta: la trovi nell’elenco.')).toBeVisible();
  await expect(newRow(page)).toContainText('Comune di Collelume');
  await expect(page.getByRole('heading', { level: 2, name: 'Posizioni 2' })).toBeVisible();
  await expect(page.getByLabel('Codice controllo')).toHaveValue('');
  await accessible(page, 'added');

  await prova(page, LETTERA.utente, LETTERA.controllo);
  await expect(page.getByText('Questa posizione è già tra le tue: la trovi nell’elenco.')).toBeVisible();
  await expect(posizioneRows(page)).toHaveCount(2);
  await accessible(page, 'already there');

  const question = () => page.getByRole(scripted ? 'dialog' : 'region', { name: 'Vuoi togliere questa posizione?' });
  await newRow(page)
    .getByRole('link', { name: /^Togli/ })
    .click();
  await expect(question()).toContainText(LETTERA.utente);
  await accessible(page, 'question');
  await question()
    .getByRole(scripted ? 'button' : 'link', { name: 'Annulla' })
    .click();
  await expect(question()).toBeHidden();
  await expect(newRow(page)).toBeVisible();
  await newRow(page)
    .getByRole('link', { name: /^Togli/ })
    .click();
  await question().getByRole('button', { name: 'Togli la posizione' }).click();
  await expect(page.getByText('Posizione tolta dalla tua area riservata.')).toBeVisible();
  await expect(newRow(page)).toHaveCount(0);
  await expect(posizioneRows(page)).toHaveCount(1);
  await accessible(page, 'removed');
  if (scripted) expect(pageCount).toBe(0);

  // Removed is not forgotten: the codes bring it back.
  await prova(page, LETTERA.utente, LETTERA.controllo);
  await expect(newRow(page)).toBeVisible();
  await newRow(page)
    .getByRole('link', { name: /^Togli/ })
    .click();
  await question().getByRole('button', { name: 'Togli la posizione' }).click();
  await expect(newRow(page)).toHaveCount(0);
});

test('a citizen who types wrong codes six times is told how long to wait, and the right codes have to wait as well', {
  tag: '@scripts',
}, async ({ page, accessible, javaScriptEnabled }) => {
  await logIn(page, 'paolo', '/area-riservata?scheda=posizioni');
  if (javaScriptEnabled !== false) await touchIslands(page);
  for (let tries = 1; tries <= 5; tries++) {
    // Another each time: the answer to be seen is the one to this try.
    await prova(page, LETTERA.utente, `SBAGLIATO${tries}`);
    await expect(errorLink(page, /non corrispondono a nessuna posizione/)).toBeVisible();
    await expect(page.getByLabel('Codice controllo')).toHaveValue(`SBAGLIATO${tries}`);
  }
  await prova(page, LETTERA.utente, LETTERA.controllo);
  await expect(page.getByText(/^Hai fatto troppi tentativi\. Riprova tra (un minuto|\d+ minuti)\.$/)).toBeVisible();
  await expect(page.getByLabel('Codice utente')).toHaveValue(LETTERA.utente);
  await expect(newRow(page)).toHaveCount(0);
  await accessible(page, 'too many');
});
