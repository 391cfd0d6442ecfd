/** Posters, with scripts and without: the position or none, the price before sending, the decision and the fee. */
import type { Page } from '@playwright/test';
import { addDays, dateInWords, todayInRome, withArticle } from '../../src/platform/atoms/date.ts';
import { addGiorniLavorativi } from '../../src/platform/atoms/giorni-lavorativi.ts';
import { demoData } from '../../src/sandbox/demo.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, attachFiles, fillFields, goToSummary, pngFile, typeEmailCode } from './flow.ts';
import {
  acceptRichiesta,
  attachIdentity,
  followRichiesta,
  LETTERA_LUCA,
  LETTERA_MARIO,
  richiedente,
  sendFromSummary,
  typeCodici,
} from './richieste-flow.ts';
import { changeStore } from './store.ts';

const MANIFESTI_PATH = '/servizio/affissione-manifesti';
const TODAY = todayInRome(Date.now());
/** Borgosereno needs two working days; its patron saint’s is 24 June, and its offices are closed on some more. */
const { chiusure } = demoData(TODAY).enti.find(({ id }) => id === 'borgosereno') ?? {};
const PRIMO = addGiorniLavorativi(TODAY, 2, { patrono: '06-24', chiusure });
const ULTIMO = addDays(PRIMO, 6);

async function privacy(page: Page): Promise<void> {
  await expect(page).toHaveURL(/passo=privacy/);
  await acceptPrivacy(page);
}

/** Twenty posters for a week, from the first day that may be: 20 × 7 × 0,40 € at Borgosereno. */
async function manifesto(page: Page, dal = PRIMO): Promise<void> {
  await page.locator('#categoria').selectOption({ label: 'Commerciale' });
  await page.locator('#formato').selectOption({ label: '70 × 100 cm' });
  await fillFields(page, { titolo: 'Sagra', quantita: '20', dal, al: ULTIMO });
}

const stima = (page: Page) => page.locator('#stima');

test('a guest asks for posters with the codes of a position: mistakes beside their fields, the price, the decision and the fee', async ({
  page,
  house,
  accessible,
  code,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const email = newEmail('anna');
  await page.goto(MANIFESTI_PATH);
  await accessible(page, 'la posizione');
  await typeCodici(page, { ...LETTERA_LUCA, controllo: 'AAAAAA' });
  await expect(page.getByRole('link', { name: /non corrispondono a nessuna posizione/ })).toBeVisible();
  await accessible(page, 'codici sbagliati');
  await typeCodici(page, LETTERA_MARIO);
  await expect(page.getByRole('link', { name: /non riguarda le affissioni/ })).toBeVisible();
  await typeCodici(page, LETTERA_LUCA);
  await privacy(page);
  await expect(page.getByText('Ente a cui scrivi: Comune di Borgosereno')).toBeVisible();
  await expect(page.getByText(LETTERA_LUCA.utente)).toBeVisible();
  await expect(page.getByText(`Primo giorno utile per affiggere: ${dateInWords(PRIMO)}.`)).toBeVisible();

  await page.getByRole('button', { name: 'Avanti' }).click();
  for (const missing of ['Scegli la categoria del manifesto.', 'Scrivi quanti manifesti: da 1 a 500.'])
    await expect(page.getByRole('link', { name: missing })).toBeVisible();
  await accessible(page, 'gli errori');

  // Tomorrow is too early, unless it is urgent; the price follows.
  await manifesto(page, addDays(TODAY, 1));
  await fillFields(page, richiedente(email));
  await attachFiles(page, pngFile('bozzetto.png'), scripted);
  await expect(page.getByText('bozzetto.png').first()).toBeVisible();
  await expect(page.locator('.allegati img')).toHaveCount(1);
  await attachIdentity(page, scripted, pngFile('carta.png'));
  await typeEmailCode(page, { email, code });
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.locator('#dal-errore')).toContainText('oppure chiedi l’affissione urgente');
  await accessible(page, 'un giorno troppo vicino');
  await page.locator('#dal').fill(PRIMO);
  await page.getByLabel(/^Sì, urgente/).check();
  if (!scripted) await page.getByRole('button', { name: 'Calcola il costo' }).click();
  await expect(stima(page)).toContainText('81,82\u00a0€');
  await page.getByLabel('No, nei tempi normali').check();
  if (!scripted) await page.getByRole('button', { name: 'Calcola il costo' }).click();
  await expect(stima(page)).toContainText('56,00\u00a0€ (20 manifesti × 7 giorni × 0,40\u00a0€)');
  await goToSummary(page);
  const written = [
    'Comune di Borgosereno',
    LETTERA_LUCA.utente,
    'Sagra',
    dateInWords(ULTIMO),
    /Stima: 56,00/,
    /bozzetto\.png/,
  ];
  for (const hasText of written) await expect(page.locator('dd').filter({ hasText }).first()).toBeVisible();
  await accessible(page, 'il riepilogo');
  const { chat } = await sendFromSummary(page, scripted);
  await followRichiesta(page);
  await expect(page.getByText(/^56,00\u00a0€ \(20 manifesti/)).toBeVisible();

  await acceptRichiesta(house, chat);
  await page.goto(chat);
  const giorni = `${withArticle('dal', dateInWords(PRIMO))} ${withArticle('al', dateInWords(ULTIMO))}`;
  await expect(page.getByText(`L’affissione è confermata ${giorni}. Paga 56,00`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Paga Affissione: Sagra' })).toBeVisible();
  await accessible(page, 'la decisione');
});

test('a guest without a position chooses the municipality, whose prices hold, and may choose again', async ({
  page,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto(MANIFESTI_PATH);
  await page.getByRole('link', { name: 'Continua senza posizione' }).click();
  await privacy(page);
  const ente = async (label: string) => {
    await page.locator('#ente').selectOption({ label });
    if (!scripted) await page.getByRole('button', { name: 'Mostra le tariffe' }).click();
    await expect(page.getByText(/^Primo giorno utile/)).toBeVisible();
  };
  await ente('Comune di Borgosereno');
  await manifesto(page);
  if (!scripted) await page.getByRole('button', { name: 'Calcola il costo' }).click();
  await expect(stima(page)).toContainText('56,00\u00a0€');
  await ente('Comune di Collelume');
  await expect(stima(page)).toContainText('35,00\u00a0€');
  await accessible(page, 'i dati');

  await page.getByRole('link', { name: 'Cambia posizione' }).click();
  await expect(page.getByRole('heading', { name: 'Hai una posizione per le affissioni?' })).toBeVisible();
  await typeCodici(page, LETTERA_LUCA);
  // What the draft says is changed by a press, not by an address: the position opened now is chosen already.
  if (scripted) await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.getByText('Ente a cui scrivi: Comune di Borgosereno')).toBeVisible();
  await expect(page.locator('#titolo')).toHaveValue('Sagra');
  await expect(stima(page)).toContainText('56,00\u00a0€');
});

test('when the hour of the codes is over the guest is asked for them again, and what they typed is there', async ({
  page,
  house,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  await page.goto(MANIFESTI_PATH);
  await typeCodici(page, LETTERA_LUCA);
  await privacy(page);
  await manifesto(page);
  changeStore(house, 'update concessioni set scade = 1');
  await page.getByRole('button', { name: 'Avanti' }).click();
  // With scripts the form is still here, and says what else is missing: its draft is kept all the same.
  if (scripted) {
    await expect(page.locator('#nome-errore')).toBeVisible();
    await page.getByRole('link', { name: 'Cambia posizione' }).click();
  } else {
    await expect(page.getByText(/non è più aperta/)).toBeVisible();
  }
  await typeCodici(page, LETTERA_LUCA);
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.locator('#titolo')).toHaveValue('Sagra');
});

test('a citizen who is logged in chooses one of their positions, or none', { tag: '@scripts' }, async ({
  page,
  accessible,
}) => {
  await logIn(page, 'luca', MANIFESTI_PATH);
  await expect(page.getByLabel('Codice utente')).toHaveCount(0);
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByRole('link', { name: 'Scegli una posizione, o «Nessuna posizione».' })).toBeVisible();
  await accessible(page, 'nessuna scelta');
  await page.getByLabel('BS-200202, Comune di Borgosereno').check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await privacy(page);
  await expect(page.getByText('Ente a cui scrivi: Comune di Borgosereno')).toBeVisible();

  await page.goto(`${MANIFESTI_PATH}?scelta=1`);
  await expect(page.getByLabel('BS-200202, Comune di Borgosereno')).toBeChecked();
  await page.getByLabel('Nessuna posizione').check();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page.getByText('Posizione: nessuna')).toBeVisible();
});
