/** The page of a case with a long conversation, and what is in sight after a message; the same with and without JavaScript. */
import type { Locator, Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { COMMENTO_API, expectStatus, type SentPratica, sendSegnalazione } from './flow.ts';
import { withStore } from './store.ts';

test.use({ settings: { MESSAGES_UNANSWERED: '3' } });

/** So many messages of the office after the sending, numbered from 2. */
function writeMessages(house: Parameters<typeof withStore>[0], { id }: SentPratica, howMany: number): void {
  withStore(house, (db) => {
    const insert = db.prepare(
      "insert into eventi (id, pratica, n, quando, da, chi, tipo, testo) values (?, ?, ?, ?, 'operatore', 'Olga Neri', 'messaggio', ?)",
    );
    db.exec('begin');
    for (let n = 2; n <= howMany + 1; n++) insert.run(`evento-${id}-${n}`, id, n, Date.now(), `Messaggio numero ${n}.`);
    db.prepare('update pratiche set versione = ? where id = ?').run(howMany + 1, id);
    db.exec('commit');
  });
}

const firstEvento = (page: Page) => page.locator('.flusso > li').first();
const topOf = async (found: Locator) => (await found.boundingBox())?.y ?? Number.NaN;
const earlierLink = (page: Page) => page.getByRole('link', { name: 'Mostra i messaggi precedenti' });

test('a long conversation opens at its last fifty messages; the earlier ones are a link away, fifty at a time', async ({
  page,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  const scripted = javaScriptEnabled !== false;
  const sent = await sendSegnalazione({ house, smtp }, newEmail('lunga'));
  writeMessages(house, sent, 119);
  await page.goto(sent.chatUrl);
  await expect(page.locator('.flusso > li')).toHaveCount(50);
  await expect(firstEvento(page)).toContainText('Messaggio numero 71.');
  await accessible(page, 'last messages');

  if (scripted) {
    await page.getByLabel('Messaggio', { exact: true }).fill('Quello che scrivevo.');
    await earlierLink(page).scrollIntoViewIfNeeded();
    const anchored = page.locator('.flusso > li', { hasText: 'Messaggio numero 71.' });
    const topBefore = await topOf(anchored);
    await earlierLink(page).click();
    await expect(page.locator('.flusso > li')).toHaveCount(100);
    const neighbour = page.locator('.flusso > li', { hasText: 'Messaggio numero 70.' });
    await expect(neighbour).toBeFocused();
    await expect(neighbour).toBeInViewport({ ratio: 1 });
    // No farther than it takes to show the one above it.
    const height = (await neighbour.boundingBox())?.height ?? 0;
    expect(Math.abs((await topOf(anchored)) - topBefore)).toBeLessThan(height + 40);
    await accessible(page, 'with earlier messages');
    await earlierLink(page).click();
    await expect(page.locator('.flusso > li')).toHaveCount(120);
    await expect(earlierLink(page)).toHaveCount(0);
    await expect(page.getByLabel('Messaggio', { exact: true })).toHaveValue('Quello che scrivevo.');
    return;
  }
  await earlierLink(page).click();
  await expect(page.locator('.flusso > li')).toHaveCount(50);
  await expect(firstEvento(page)).toContainText('Messaggio numero 21.');
  await expect(page.getByLabel('Messaggio', { exact: true })).toHaveCount(0);
  await accessible(page, 'earlier messages');
  await earlierLink(page).click();
  await expect(page.locator('.flusso > li')).toHaveCount(20);
  await expect(earlierLink(page)).toHaveCount(0);
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
    const sent = await sendSegnalazione({ house, smtp }, newEmail('vista'));
    writeMessages(house, sent, 12);
    await page.goto(sent.chatUrl);
    await page.getByLabel('Messaggio', { exact: true }).fill('Il lampione è ancora spento.');
    // The form fills the screen: nothing of the conversation is left above it.
    await page.locator('#scrivi').evaluate((form) => form.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await page.getByRole('button', { name: 'Invia', exact: true }).click();
    const outcome = page.locator('.esito');
    await expect(outcome).toContainText('Messaggio inviato.');
    const own = page.locator('.flusso > li.mio', { hasText: 'Il lampione è ancora spento.' });
    await expect(own).toBeInViewport({ ratio: 1 });
    await expect(outcome).toBeInViewport({ ratio: 1 });
    if (javaScriptEnabled === false) return;
    await expect(outcome).toBeFocused();
    await expect(outcome).toHaveCSS('outline-style', 'solid');
    await expect(outcome).toHaveCSS('outline-width', '3px');
    // Nothing moves it out again.
    await page.waitForResponse((r) => r.url().includes('/segnalazione/detail'));
    await expect(own).toBeInViewport({ ratio: 1 });
    await expect(outcome).toBeInViewport({ ratio: 1 });
  });
}

test('on a phone state, progress and steps come before the messages, and what was sent after the composer', {
  tag: '@scripts',
}, async ({ page, house, smtp, accessible }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const sent = await sendSegnalazione({ house, smtp }, newEmail('ordine'));
  writeMessages(house, sent, 6);
  await page.goto(sent.chatUrl);
  await expect(page.locator('.situazione .stato-pratica')).toHaveText('Inviata');
  await expect(page.locator('.situazione')).toContainText('Avrai risposta entro');
  await expect(page.getByRole('list', { name: 'A che punto è' }).locator('[aria-current=step]')).toHaveText('Inviata');
  await expect(page.locator('.flusso > li').last()).toContainText('Comune di Borgosereno, Olga Neri');
  await accessible(page, 'phone');
  // In the order of reading; on screen the composer may stand at the lower edge.
  const order = await page
    .locator('.situazione, .passi, .flusso, #scrivi, .inviati')
    .evaluateAll((found) => found.map(({ id, className }) => id || className));
  expect(order).toEqual(['situazione', 'passi', 'flusso', 'scrivi', 'inviati']);
  const steps = (await page.locator('.passi').boundingBox())?.height ?? Number.NaN;
  expect(steps).toBeLessThan(320);

  withStore(house, (db) =>
    db
      .prepare("update pratiche set stato = 'conclusa', presa_in_carico_il = inviata_il, chiusa_il = ? where id = ?")
      .run(Date.now(), sent.id),
  );
  await page.goto(sent.chatUrl);
  await expect(page.locator('.situazione .stato-pratica')).toHaveText('Conclusa');
  await expect(page.locator('.callout-title')).toHaveText('Segnalazione conclusa');
  await expect(page.locator('.callout .form-text')).toHaveText('La segnalazione non riceve più messaggi.');
  await page.getByText('2 passi precedenti').click();
  await expect(page.locator('.passi details')).toContainText('Segnalazione ricevuta');
  await accessible(page, 'closed');
});

test('the composer is one line with a paper clip and stays at the lower edge, clear of what has the focus; without scripts it is a plain form', async ({
  page,
  house,
  smtp,
  accessible,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const sent = await sendSegnalazione({ house, smtp }, newEmail('riga'));
  writeMessages(house, sent, 60);
  await page.goto(sent.chatUrl);
  const composer = page.locator('#scrivi');
  const clip = composer.getByRole('button', { name: 'Allega file', exact: true });
  if (javaScriptEnabled === false) {
    await expect(clip).toBeHidden();
    await expect(page.locator('#file')).toBeVisible();
    await expect(composer).toHaveCSS('position', 'static');
    return;
  }
  await earlierLink(page).focus();
  await expect(composer).toBeInViewport({ ratio: 1 });
  expect((await composer.boundingBox())?.height).toBeLessThan(165);
  await accessible(page, 'composer at the edge');
  for (let n = 0; n < 25; n++) {
    await page.keyboard.press(n < 12 ? 'Shift+Tab' : 'Tab');
    const isCovered = () =>
      page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const form = document.querySelector('#scrivi') as HTMLElement;
        if (form.contains(focused) || focused === document.body) return false;
        const [box, cover] = [focused.getBoundingClientRect(), form.getBoundingClientRect()];
        return box.top < cover.bottom - 1 && box.bottom > cover.top + 1;
      });
    // The browser scrolls to what has the focus after it has given it.
    await expect.poll(isCovered).toBe(false);
  }
  await page.getByLabel('Messaggio', { exact: true }).fill('Una riga.\nUn’altra.\nE un’altra ancora.');
  const grown = (await page.getByLabel('Messaggio', { exact: true }).boundingBox())?.height ?? 0;
  expect(grown).toBeGreaterThan(70);
  await clip.click();
  await expect(page.locator('#file')).toBeFocused();
  await expect(composer).toHaveCSS('position', 'static');
  await accessible(page, 'files open');
});

test('a citizen who has written as often as is allowed without an answer is told to wait for the office, and keeps what they typed', async ({
  page,
  house,
  smtp,
}) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('attesa'));
  const { email, id, citizen } = sent;
  for (const text of ['Uno', 'Due', 'Tre'])
    expectStatus(await citizen.post(COMMENTO_API, { email, id, testo: text }), 201);
  await page.goto(sent.chatUrl);
  await page.getByLabel('Messaggio', { exact: true }).fill('Quattro');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.locator('#errori')).toContainText(
    'Hai già scritto 3 messaggi dopo l’ultima risposta dell’ufficio: aspetta che ti risponda, poi puoi scrivere di nuovo.',
  );
  await expect(page.getByLabel('Messaggio', { exact: true })).toHaveValue('Quattro');
  await expect(page.locator('.flusso > li.mio')).toHaveCount(3);
});

test('the title of a chat has the number of the case, and says that something is wrong as long as it is', async ({
  page,
  house,
  smtp,
}) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('titolo'));
  for (const [url, name, send] of [
    [sent.chatUrl, 'La tua segnalazione', 'Invia'],
    [sent.operatorUrl, 'Segnalazione: area operatori', 'Invia la risposta'],
  ] as const) {
    await page.goto(url);
    const titolo = `${sent.protocollo} - ${name}`;
    await expect(page).toHaveTitle(new RegExp(`^${titolo}`));
    await page.getByRole('button', { name: send, exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(`^Errore: ${titolo}`));
    await page.getByLabel('Messaggio', { exact: true }).fill('Ecco.');
    await page.getByRole('button', { name: send, exact: true }).click();
    await expect(page.locator('.esito')).toContainText('Messaggio inviato.');
    await expect(page).toHaveTitle(new RegExp(`^${titolo}`));
  }
});

test('each button that hides part of a chat says what it hides', { tag: '@scripts' }, async ({ page, house, smtp }) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('quale'));
  const { email, id, citizen } = sent;
  for (const text of ['Uno', 'Due']) expectStatus(await citizen.post(COMMENTO_API, { email, id, testo: text }), 201);
  await page.goto(sent.operatorUrl);
  const names = await page.locator('.flusso summary').allTextContents();
  expect(names).toHaveLength(2);
  for (const name of names)
    expect(name).toMatch(/^Nascondi questo messaggio: di Anna Bianchi, cittadino, \d+ \p{L}+ \d{4}/u);
});

test('the office’s link reveals nothing that opens the citizen’s side, and the office’s browser is refused there in words', {
  tag: '@scripts',
}, async ({ page, house, smtp, expected }) => {
  expected.errors.push(/status of 403/);
  const sent = await sendSegnalazione({ house, smtp }, newEmail('lati'));
  expect(sent.operatorUrl).not.toContain(sent.id);
  await page.goto(sent.operatorUrl);
  expect(page.url()).toContain('/segnalazione/chat/operatore/protocollo%40borgosereno.example/');
  await expect(page.getByText(sent.email).first()).toBeVisible();
  expect(await page.content()).not.toContain(sent.id);

  expect((await page.goto(sent.chatUrl))?.status()).toBe(403);
  await expect(page.getByText('Usa un altro browser, o una finestra anonima.')).toBeVisible();
  expect(await page.content()).not.toContain('Lampione');
  await page.context().clearCookies();
  expect((await page.goto(sent.chatUrl))?.status()).toBe(200);
});
