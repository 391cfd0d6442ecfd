/** The page of a case: text stays text, only the right key opens it, news comes by itself. */
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import {
  COMMENTO_API,
  ENTE_MAILBOX,
  expectStatus,
  openAsUfficio,
  operatoreLinkIn,
  pdfFile,
  sendSegnalazione,
  uploadFile,
} from './flow.ts';
import { changeStore } from './store.ts';

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '</script></title></textarea><script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}} #{alert(1)} <%= alert(1) %>',
  '<a href="javascript:alert(1)">qui</a> javascript:alert(1)',
  '[qui](javascript:alert(1)) **grassetto** <!-- -->',
  '\u202Eottesrevni\u202C zero\u200Bwidth 𝕏 👩‍👩‍👧 ﷽',
  '" onmouseover="alert(1)" \' autofocus onfocus=alert(1) x="',
  '&lt;b&gt;non un tag&lt;/b&gt; &amp;amp;',
];
/** As typed, but for the marks that would turn the words around. */
const SHOWN_PAYLOADS = PAYLOADS.map((text) => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, ''));
const OGGETTO = '<img src=x onerror=alert(1)>"\'</title><script>alert(1)</script>';
const EVIL_NAME = '<b onmouseover=alert(1)>Anna</b>';
const EVIL_NOTE = '<svg onload=alert(1)> "nota"';
const FILE = '<img src=x onerror=alert(1)>.pdf';

// The clock of its pages is turned.
test.use({ ownBrowser: true });

test('text that a citizen typed is shown as typed, and is never run', async ({ page, house, smtp }) => {
  const email = newEmail('testo');
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  const sent = await sendSegnalazione({ house, smtp }, email, {
    oggetto: OGGETTO,
    nome: EVIL_NAME,
    descrizione: PAYLOADS.join('\n'),
    indirizzo: PAYLOADS[1],
  });
  const { id, citizen } = sent;
  const office = await openAsUfficio(sent);
  const sides = [
    { caller: citizen, vista: 'cittadino' },
    { caller: office, vista: 'operatore' },
  ];
  const names: string[] = [];
  for (const { caller, vista } of sides) {
    const { data } = await uploadFile(caller, pdfFile(FILE), `/chat/${vista}/${id}`, EVIL_NOTE);
    const { Id, nome } = data as { Id: string; nome: string };
    names.push(nome);
    for (const [at, text] of PAYLOADS.entries()) {
      const filesAllegati = at === 0 ? [{ Id }] : [];
      expectStatus(await caller.post(COMMENTO_API, { email, id, vista, testo: text, filesAllegati }), 201);
    }
  }

  for (const url of [sent.chatUrl, sent.operatorUrl]) {
    await page.goto(url);
    const shown = await page.locator('.parole').allTextContents();
    expect(shown.toSorted()).toEqual([...SHOWN_PAYLOADS, ...SHOWN_PAYLOADS].toSorted());
    for (const text of [OGGETTO, EVIL_NOTE, ...names]) await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByText(`${EVIL_NAME} Bianchi`).first()).toBeVisible();
    await inert(page);
  }

  const toCitizen = await smtp.mailTo(email, /ricevuta/);
  const toOffice = await smtp.mailTo(ENTE_MAILBOX, new RegExp(sent.protocollo));
  for (const mail of [toCitizen, toOffice]) {
    // No policy of contents here: as a mail program shows it.
    await page.goto('about:blank');
    await page.setContent(mail.html);
    await inert(page);
  }
  await page.setContent(toCitizen.html);
  await expect(page.getByText(OGGETTO).first()).toBeVisible();
  expect(dialogs).toEqual([]);
});

/** No element came out of a text, and the pointer finds nothing to set off. */
async function inert(page: Page): Promise<void> {
  const made = 'img[src="x"], svg[onload], [onerror], [onmouseover], [onfocus], [onload], a[href^="javascript:"]';
  await expect(page.locator(made)).toHaveCount(0);
  await expect(page.locator('script', { hasText: /^alert/ })).toHaveCount(0);
}

test('a wrong pair of address and case, and an operator’s address without its key, get the same 404', async ({
  page,
  house,
  smtp,
}) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('coppia'));
  const other = newEmail('altra');
  const wrong = [
    sent.chatUrl.replace(encodeURIComponent(sent.email), other).replace(sent.email, other),
    sent.chatUrl.replace(sent.id, 'A'.repeat(sent.id.length)),
    sent.operatorUrl.replace(/\?.*/, ''),
    sent.operatorUrl.replace(/chiave=.{6}/, 'chiave=AAAAAA'),
    sent.operatorUrl.replace(/[\w-]{24}\?/, `${'A'.repeat(24)}?`),
  ];
  const seen = { cittadino: new Set<string>(), operatore: new Set<string>() };
  for (const url of wrong) {
    expect([sent.chatUrl, sent.operatorUrl]).not.toContain(url);
    const answer = await page.goto(url);
    expect(answer?.status()).toBe(404);
    const side = url.includes('/operatore/') ? 'operatore' : 'cittadino';
    const heading = side === 'operatore' ? 'Pagina non trovata' : 'Questa pratica non c’è';
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    seen[side].add(await page.getByRole('main').innerText());
  }
  // An operator's address tells how to log in, whether there is a case or not; a citizen's leads to the search by number.
  expect([seen.cittadino.size, seen.operatore.size]).toEqual([1, 1]);
});

test('an operator with an expired key is offered a new link, which goes to the ente’s mailbox and opens the case', async ({
  page,
  house,
  smtp,
  expected,
  accessible,
}) => {
  expected.errors.push(/status of 410/);
  const sent = await sendSegnalazione({ house, smtp }, newEmail('scaduta'));
  changeStore(house, 'update chiavi_operatore set scade = 1 where pratica = ?', sent.id);
  expect((await page.goto(sent.operatorUrl))?.status()).toBe(410);
  await expect(page.getByText('Il collegamento è scaduto')).toBeVisible();
  expect(await page.content()).not.toContain('Lampione');
  await accessible(page, 'the key of an office that is over');
  await page.getByRole('button', { name: 'Manda un nuovo collegamento' }).click();
  await expect(page.getByText(/alla casella dell'ente .*Comune di Borgosereno/)).toBeVisible();

  const mail = await smtp.mailTo(ENTE_MAILBOX, new RegExp(sent.protocollo), 1);
  await page.goto(operatoreLinkIn(mail.text));
  await expect(page.getByText('Lampione spento').first()).toBeVisible();
  expect(page.url()).not.toContain('chiave');
});

test('a message that the office hides leaves a trace for both sides, and its words are gone', async ({
  page,
  house,
  smtp,
}) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('nascosto'));
  const { email, id, citizen } = sent;
  expectStatus(await citizen.post(COMMENTO_API, { email, id, testo: 'Il vicino si chiama Mario Verdi.' }), 201);
  await page.goto(sent.operatorUrl);
  await page.getByText('Nascondi questo messaggio').click();
  await page.getByRole('button', { name: 'Sì, nascondi' }).click();
  await expect(page.getByText('Contenuto nascosto. Nella conversazione resta una traccia.')).toBeVisible();
  await expect(page.getByText('Mario Verdi')).toHaveCount(0);

  // Another browser.
  await page.context().clearCookies();
  await page.goto(sent.chatUrl);
  expect(await page.content()).not.toContain('Mario Verdi');
  await expect(page.locator('.nascoste')).toBeVisible();
});

test('a citizen’s open page shows what the office reads or hides', async ({ page, house, smtp }) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('aperta'));
  const { email, id, citizen } = sent;
  const { data } = expectStatus(
    await citizen.post(COMMENTO_API, { email, id, testo: 'Il vicino si chiama Mario Verdi.' }),
    201,
  );
  expectStatus(await citizen.post(COMMENTO_API, { email, id, testo: 'Grazie.' }), 201);
  const office = await openAsUfficio(sent);
  await page.clock.install();
  await page.goto(sent.chatUrl);
  await expect(page.getByText('Inviato, non ancora letto')).toHaveCount(2);
  expectStatus(await office.post('/api/v1/portale/pratiche/letto', { email, id, vista: 'operatore' }), 200);
  await page.clock.fastForward(5000);
  await expect(page.getByText('Letto dall’ente')).toHaveCount(2);
  const { id: evento } = data as { id: string };
  expectStatus(await office.post('/api/v1/portale/pratiche/nascondi', { email, id, evento }), 200);
  await page.clock.fastForward(5000);
  await expect(page.locator('.nascoste')).toBeVisible();
  await expect(page.getByText('Mario Verdi')).toHaveCount(0);
  await expect(page.locator('.parole').first()).toHaveClass(/nascoste/);
});

/** Lets time pass in the page until a message is there: what passed before its island was alive made nothing due. */
async function passUntilShown(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5000);
    await expect(page.locator('.parole', { hasText: words })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

test('a new message appears on an open page by itself, and a poll without news gets a 304', async ({
  page,
  house,
  smtp,
}) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('novita'));
  const { email, id } = sent;
  const statuses: number[] = [];
  page.on('response', (r) => r.url().includes('/segnalazione/detail') && statuses.push(r.status()));
  const office = await openAsUfficio(sent);
  await page.clock.install();
  await page.goto(sent.chatUrl);
  expectStatus(
    await office.post(COMMENTO_API, { email, id, vista: 'operatore', testo: 'Domani passa la squadra.' }),
    201,
  );
  // What passes in the page: it asks again before five seconds are over.
  await passUntilShown(page, 'Domani passa la squadra.');
  const later = async () => {
    await page.clock.fastForward(5000);
    return statuses;
  };
  await expect.poll(later).toContain(304);
});

test('what the office writes appears at once, while no time passes in the page', async ({ page, house, smtp }) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('subito'));
  const { email, id } = sent;
  const office = await openAsUfficio(sent);
  await page.clock.install();
  await page.goto(sent.chatUrl);
  const opened = page.waitForResponse((r) => r.url().includes('/pratiche/novita'));
  await page.clock.fastForward(5000);
  await opened;
  // No question that is due any later is asked.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const words of ['Domani passa la squadra.', 'Verso le nove.']) {
    expectStatus(await office.post(COMMENTO_API, { email, id, vista: 'operatore', testo: words }), 201);
    await expect(page.locator('.parole', { hasText: words })).toBeVisible();
  }
});

test('a page to which nobody tells of news goes on asking by itself', async ({ page, house, smtp, expected }) => {
  expected.errors.push(/ERR_FAILED/);
  await page.route(/pratiche\/novita/, (route) => route.abort());
  const sent = await sendSegnalazione({ house, smtp }, newEmail('chiede'));
  const { email, id } = sent;
  const office = await openAsUfficio(sent);
  await page.clock.install();
  await page.goto(sent.chatUrl);
  for (const words of ['Domani passa la squadra.', 'Verso le nove.']) {
    expectStatus(await office.post(COMMENTO_API, { email, id, vista: 'operatore', testo: words }), 201);
    await passUntilShown(page, words);
  }
});

test('while a citizen writes, a message that appears above leaves the form where it is on the screen', async ({
  page,
  house,
  smtp,
}) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('ferma'));
  const { email, id } = sent;
  const office = await openAsUfficio(sent);
  await page.goto(sent.chatUrl);
  // A browser that does not keep the place by itself.
  await page.evaluate(() => document.body.style.setProperty('overflow-anchor', 'none'));
  const box = page.getByLabel('Messaggio', { exact: true });
  await box.fill('Quello che scrivevo.');
  await box.evaluate((el) => el.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const top = () => box.evaluate((el) => Math.round(el.getBoundingClientRect().top));
  const before = await top();
  expectStatus(
    await office.post(COMMENTO_API, { email, id, vista: 'operatore', testo: 'Domani passa la squadra.' }),
    201,
  );
  await expect(page.locator('.parole', { hasText: 'Domani passa la squadra.' })).toBeVisible();
  // The browser moves in the frame after.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
});
