/** One send, one case: whatever happens to the click, the answer, the server or the cookies. */
import { expect, someone, test } from './fixtures.ts';
import { bozzaPronta, INVIA, invia, numero, quante, tuttoScritto } from './passi.ts';

const NON_RIUSCITO = 'Non siamo riusciti a inviare la segnalazione: i tuoi dati sono salvi.';
/** What the browser prints of a connection that breaks and of a server in trouble. */
const ROTTO = /Failed to load resource: (net::ERR_FAILED|.* status of 50[03])/;

test('a double click sends one case and one receipt', async ({ page, house, smtp }) => {
  const email = someone('doppio');
  await bozzaPronta(page, { house, smtp }, email);
  await page.getByRole('button', { name: 'Invia', exact: true }).dblclick();
  await page.getByRole('button', { name: 'Conferma e invia' }).dblclick();
  const sent = await numero(page);
  expect((await smtp.mailTo(email, /ricevuta/)).subject).toContain(sent);
  expect(quante(house, email)).toBe(1);
});

test('an answer lost on the way: the retry finds the same case', async ({ page, house, smtp, expected }) => {
  expected.errors.push(ROTTO);
  const email = someone('persa');
  await bozzaPronta(page, { house, smtp }, email);
  await page.route(
    `**${INVIA}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await invia(page);
  await expect(page.getByText(NON_RIUSCITO)).toBeVisible();
  expect(quante(house, email)).toBe(1);

  await invia(page);
  const sent = await numero(page);
  expect((await smtp.mailTo(email, /ricevuta/)).subject).toContain(sent);
  expect(quante(house, email)).toBe(1);
  expect(smtp.all().filter((mail) => mail.to.includes(email) && /ricevuta/.test(mail.subject))).toHaveLength(1);
});

test('an answer lost and the page opened anew: the case is shown, not sent again', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(ROTTO);
  const email = someone('riaperta');
  await bozzaPronta(page, { house, smtp }, email);
  await page.route(`**${INVIA}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await invia(page);
  await expect(page.getByText(NON_RIUSCITO)).toBeVisible();
  const { subject } = await smtp.mailTo(email, /ricevuta/);
  await page.reload();
  const notice = page.getByText(/Hai già inviato la segnalazione/);
  await expect(notice).toBeVisible();
  expect(subject).toContain(/\d{4}\/\d{6}/.exec((await notice.textContent()) ?? '')?.[0]);
});

for (const [what, answer] of Object.entries({
  'the portal away': { status: 503, json: { message: 'Il servizio non è disponibile.', code: 'unavailable' } },
  'a proxy’s own page': { status: 500, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
})) {
  test(`${what}: the citizen is told that nothing is lost, and sends again`, async ({
    page,
    house,
    smtp,
    expected,
  }) => {
    expected.errors.push(ROTTO);
    const email = someone('guasto');
    await bozzaPronta(page, { house, smtp }, email);
    await page.route(`**${INVIA}`, (route) => route.fulfill(answer), { times: 1 });
    await invia(page);
    await expect(page.getByText(NON_RIUSCITO)).toBeVisible();
    await expect(page.locator('#errori')).toBeFocused();
    await expect(page).toHaveURL(/passo=riepilogo/);
    expect(quante(house, email)).toBe(0);

    await invia(page);
    await numero(page);
    expect(quante(house, email)).toBe(1);
  });
}

for (const how of ['altered', 'gone'] as const) {
  test(`a page whose anti-forgery cookie is ${how} fetches another and sends`, async ({ page, house, smtp }) => {
    const email = someone('gettone');
    await bozzaPronta(page, { house, smtp }, email);
    if (how === 'gone') await page.context().clearCookies({ name: 'XSRF-TOKEN' });
    else await page.context().addCookies([{ name: 'XSRF-TOKEN', value: 'guasto', url: house.base }]);
    const statuses: number[] = [];
    page.on('response', (response) => response.url().endsWith(INVIA) && statuses.push(response.status()));
    await invia(page);
    await numero(page);
    expect(statuses).toEqual(how === 'gone' ? [201] : [419, 201]);
    expect(quante(house, email)).toBe(1);
  });
}

test('whose visitor cookie is gone confirms the address again, with all that was typed still there', async ({
  page,
  house,
  smtp,
  code,
}) => {
  const email = someone('sconosciuta');
  await bozzaPronta(page, { house, smtp }, email);
  await page.context().clearCookies();
  await invia(page);
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.locator('#errori')).toContainText('Conferma il tuo indirizzo');
  await expect(page.getByText('Indirizzo confermato')).toHaveCount(0);
  await tuttoScritto(page, email);

  await page.getByRole('button', { name: /^Invia (il|un altro) codice/ }).click();
  await expect(page.getByLabel('Codice ricevuto per e-mail')).toBeFocused();
  await page.getByLabel('Codice ricevuto per e-mail').fill(await code(email, 1));
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(page).toHaveURL(/passo=riepilogo/);
  await invia(page);
  await numero(page);
  expect(quante(house, email)).toBe(1);
});
