/** The page of a case with a long conversation, and what is in sight after a message; the same with and without JavaScript. */
import type { Locator, Page } from '@playwright/test';
import { nelloStore } from './archivio.ts';
import { expect, someone, test } from './fixtures.ts';
import { COMMENTA, type Inviata, riuscito, segnalazioneInviata } from './passi.ts';

test.use({ settings: { MESSAGES_UNANSWERED: '3' } });

/** So many messages of the office after the sending, numbered from 2. */
function lunga(house: Parameters<typeof nelloStore>[0], { id }: Inviata, quanti: number): void {
  nelloStore(house, (db) => {
    const scrivi = db.prepare(
      "insert into eventi (id, pratica, n, quando, da, chi, tipo, testo) values (?, ?, ?, ?, 'operatore', 'Olga Neri', 'messaggio', ?)",
    );
    db.exec('begin');
    for (let n = 2; n <= quanti + 1; n++) scrivi.run(`evento-${id}-${n}`, id, n, Date.now(), `Messaggio numero ${n}.`);
    db.prepare('update pratiche set versione = ? where id = ?').run(quanti + 1, id);
    db.exec('commit');
  });
}

const primo = (page: Page) => page.locator('.flusso > li').first();
const altezza = async (found: Locator) => (await found.boundingBox())?.y ?? Number.NaN;
const precedenti = (page: Page) => page.getByRole('link', { name: 'Mostra i messaggi precedenti' });

test('a long conversation opens at its last fifty messages; the earlier ones are a link away, fifty at a time', async ({
  page,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const inviata = await segnalazioneInviata({ house, smtp }, someone('lunga'));
  lunga(house, inviata, 119);
  await page.goto(inviata.chatUrl);
  await expect(page.locator('.flusso > li')).toHaveCount(50);
  await expect(primo(page)).toContainText('Messaggio numero 71.');
  await accessible(page, 'last messages');

  if (scripted) {
    await page.getByLabel('Messaggio', { exact: true }).fill('Quello che scrivevo.');
    await precedenti(page).scrollIntoViewIfNeeded();
    const fermo = page.locator('.flusso > li', { hasText: 'Messaggio numero 71.' });
    const prima = await altezza(fermo);
    await precedenti(page).click();
    await expect(page.locator('.flusso > li')).toHaveCount(100);
    const vicino = page.locator('.flusso > li', { hasText: 'Messaggio numero 70.' });
    await expect(vicino).toBeFocused();
    await expect(vicino).toBeInViewport({ ratio: 1 });
    // No farther than it takes to show the one above it.
    const alto = (await vicino.boundingBox())?.height ?? 0;
    expect(Math.abs((await altezza(fermo)) - prima)).toBeLessThan(alto + 40);
    await accessible(page, 'with earlier messages');
    await precedenti(page).click();
    await expect(page.locator('.flusso > li')).toHaveCount(120);
    await expect(precedenti(page)).toHaveCount(0);
    await expect(page.getByLabel('Messaggio', { exact: true })).toHaveValue('Quello che scrivevo.');
    return;
  }
  await precedenti(page).click();
  await expect(page.locator('.flusso > li')).toHaveCount(50);
  await expect(primo(page)).toContainText('Messaggio numero 21.');
  await expect(page.getByLabel('Messaggio', { exact: true })).toHaveCount(0);
  await accessible(page, 'earlier messages');
  await precedenti(page).click();
  await expect(page.locator('.flusso > li')).toHaveCount(20);
  await expect(precedenti(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Torna agli ultimi messaggi' }).click();
  await expect(page.locator('#ultimo')).toContainText('Messaggio numero 120.');
  await expect(page.getByLabel('Messaggio', { exact: true })).toBeVisible();
});

for (const [width, height] of [
  [360, 740],
  [1280, 900],
] as const) {
  test(`at ${width}x${height}, once a message is sent, it and the words that say so are in sight`, async ({
    page,
    house,
    smtp,
    javaScriptEnabled,
  }) => {
    await page.setViewportSize({ width, height });
    const inviata = await segnalazioneInviata({ house, smtp }, someone('vista'));
    lunga(house, inviata, 12);
    await page.goto(inviata.chatUrl);
    await page.getByLabel('Messaggio', { exact: true }).fill('Il lampione è ancora spento.');
    // The form fills the screen: nothing of the conversation is left above it.
    await page.locator('#scrivi').evaluate((form) => form.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await page.getByRole('button', { name: 'Invia', exact: true }).click();
    const esito = page.locator('.esito');
    await expect(esito).toContainText('Messaggio inviato.');
    const mio = page.locator('.flusso > li.mio', { hasText: 'Il lampione è ancora spento.' });
    await expect(mio).toBeInViewport({ ratio: 1 });
    await expect(esito).toBeInViewport({ ratio: 1 });
    if (javaScriptEnabled === false) return;
    await expect(esito).toBeFocused();
    await expect(esito).toHaveCSS('outline-style', 'solid');
    await expect(esito).toHaveCSS('outline-width', '3px');
    // Nothing moves it out again.
    await page.waitForResponse((r) => r.url().includes('/segnalazione/detail'));
    await expect(mio).toBeInViewport({ ratio: 1 });
    await expect(esito).toBeInViewport({ ratio: 1 });
  });
}

test('who has written as often as one may without an answer is told to wait for the office, and keeps what they typed', async ({
  page,
  house,
  smtp,
}) => {
  const inviata = await segnalazioneInviata({ house, smtp }, someone('attesa'));
  const { email, id, citizen } = inviata;
  for (const testo of ['Uno', 'Due', 'Tre']) riuscito(await citizen.post(COMMENTA, { email, id, testo }), 201);
  await page.goto(inviata.chatUrl);
  await page.getByLabel('Messaggio', { exact: true }).fill('Quattro');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.locator('#errori')).toContainText(
    'Hai già scritto 3 messaggi dopo l’ultima risposta dell’ufficio: aspetta che ti risponda, poi puoi scrivere di nuovo.',
  );
  await expect(page.getByLabel('Messaggio', { exact: true })).toHaveValue('Quattro');
  await expect(page.locator('.flusso > li.mio')).toHaveCount(3);
});

test('the title has the number of the case, and says that something is wrong as long as it is', async ({
  page,
  house,
  smtp,
}) => {
  const inviata = await segnalazioneInviata({ house, smtp }, someone('titolo'));
  for (const [url, nome] of [
    [inviata.chatUrl, 'La tua segnalazione'],
    [inviata.operatorUrl, 'Segnalazione: area operatori'],
  ] as const) {
    await page.goto(url);
    const titolo = `${inviata.protocollo} - ${nome}`;
    await expect(page).toHaveTitle(new RegExp(`^${titolo}`));
    await page.getByRole('button', { name: 'Invia', exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(`^Errore: ${titolo}`));
    await page.getByLabel('Messaggio', { exact: true }).fill('Ecco.');
    await page.getByRole('button', { name: 'Invia', exact: true }).click();
    await expect(page.locator('.esito')).toContainText('Messaggio inviato.');
    await expect(page).toHaveTitle(new RegExp(`^${titolo}`));
  }
});

test('each button that hides something says what', async ({ page, house, smtp }) => {
  const inviata = await segnalazioneInviata({ house, smtp }, someone('quale'));
  const { email, id, citizen } = inviata;
  for (const testo of ['Uno', 'Due']) riuscito(await citizen.post(COMMENTA, { email, id, testo }), 201);
  await page.goto(inviata.operatorUrl);
  const nomi = await page.locator('.flusso summary').allTextContents();
  expect(nomi).toHaveLength(2);
  for (const nome of nomi)
    expect(nome).toMatch(/^Nascondi questo messaggio: di Anna Bianchi, cittadino, \d+ \p{L}+ \d{4}/u);
});

test('the office’s link tells nothing that opens the citizen’s side, and its browser is refused there in words', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(/status of 403/);
  const inviata = await segnalazioneInviata({ house, smtp }, someone('lati'));
  expect(inviata.operatorUrl).not.toContain(inviata.id);
  await page.goto(inviata.operatorUrl);
  expect(page.url()).toContain('/segnalazione/chat/operatore/protocollo%40borgosereno.example/');
  await expect(page.getByText(inviata.email).first()).toBeVisible();
  expect(await page.content()).not.toContain(inviata.id);

  expect((await page.goto(inviata.chatUrl))?.status()).toBe(403);
  await expect(page.getByText('Usa un altro browser, o una finestra anonima.')).toBeVisible();
  expect(await page.content()).not.toContain('Lampione');
  await page.context().clearCookies();
  expect((await page.goto(inviata.chatUrl))?.status()).toBe(200);
});
