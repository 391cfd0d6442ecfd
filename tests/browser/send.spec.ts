/** One send, one case: whatever happens to the click, the answer, the server or the cookies. */
import { expect, newEmail, test } from './fixtures.ts';
import {
  BOZZE_API,
  countPratiche,
  expectAllWritten,
  goToSummary,
  openReadyBozza,
  pressSend,
  readProtocollo,
  SEND_API,
} from './flow.ts';

const SEND_FAILED = 'Non siamo riusciti a inviare la segnalazione: i tuoi dati sono salvi.';
/** What the browser prints of a connection that breaks and of a server in trouble. */
const BROKEN_LINE = /Failed to load resource: (net::ERR_FAILED|.* status of 50[03])/;

test('a double click sends one case and one receipt', async ({ page, house, smtp }) => {
  const email = newEmail('doppio');
  await openReadyBozza(page, { house, smtp }, email);
  await page.getByRole('button', { name: 'Invia', exact: true }).dblclick();
  await page.getByRole('button', { name: 'Conferma e invia' }).dblclick();
  const sent = await readProtocollo(page);
  expect((await smtp.mailTo(email, /ricevuta/)).subject).toContain(sent);
  expect(countPratiche(house, email)).toBe(1);
});

test('a citizen whose answer is lost on the way sends again and finds the same case', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(BROKEN_LINE);
  const email = newEmail('persa');
  await openReadyBozza(page, { house, smtp }, email);
  await page.route(
    `**${SEND_API}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await pressSend(page);
  await expect(page.getByText(SEND_FAILED)).toBeVisible();
  expect(countPratiche(house, email)).toBe(1);

  await pressSend(page);
  const sent = await readProtocollo(page);
  expect((await smtp.mailTo(email, /ricevuta/)).subject).toContain(sent);
  expect(countPratiche(house, email)).toBe(1);
  expect(smtp.all().filter((mail) => mail.to.includes(email) && /ricevuta/.test(mail.subject))).toHaveLength(1);
});

test('a citizen whose answer is lost and who opens the page anew is shown the case, which is not sent again', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(BROKEN_LINE);
  const email = newEmail('riaperta');
  await openReadyBozza(page, { house, smtp }, email);
  await page.route(`**${SEND_API}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pressSend(page);
  await expect(page.getByText(SEND_FAILED)).toBeVisible();
  const { subject } = await smtp.mailTo(email, /ricevuta/);
  await page.reload();
  const notice = page.getByText(/Hai già inviato la segnalazione/);
  await expect(notice).toBeVisible();
  expect(subject).toContain(/\d{4}\/\d{6}/.exec((await notice.textContent()) ?? '')?.[0]);
});

for (const [what, answer] of Object.entries({
  'an answer that the portal is away': {
    status: 503,
    json: { message: 'Il servizio non è disponibile.', code: 'unavailable' },
  },
  'an error page of a proxy': { status: 500, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
})) {
  test(`after ${what} the citizen is told that nothing is lost, and sends again`, async ({
    page,
    house,
    smtp,
    expected,
  }) => {
    expected.errors.push(BROKEN_LINE);
    const email = newEmail('guasto');
    await openReadyBozza(page, { house, smtp }, email);
    await page.route(`**${SEND_API}`, (route) => route.fulfill(answer), { times: 1 });
    await pressSend(page);
    await expect(page.getByText(SEND_FAILED)).toBeVisible();
    await expect(page.locator('#errori')).toBeFocused();
    await expect(page).toHaveURL(/passo=riepilogo/);
    expect(countPratiche(house, email)).toBe(0);

    await pressSend(page);
    await readProtocollo(page);
    expect(countPratiche(house, email)).toBe(1);
  });
}

for (const how of ['altered', 'gone'] as const) {
  test(`a page whose anti-forgery cookie is ${how} fetches another and sends`, async ({ page, house, smtp }) => {
    const email = newEmail('gettone');
    await openReadyBozza(page, { house, smtp }, email);
    if (how === 'gone') await page.context().clearCookies({ name: 'XSRF-TOKEN' });
    else await page.context().addCookies([{ name: 'XSRF-TOKEN', value: 'guasto', url: house.base }]);
    const statuses: number[] = [];
    const noted = [BOZZE_API, SEND_API];
    page.on('response', (response) => {
      if (noted.some((call) => response.url().endsWith(call))) statuses.push(response.status());
    });
    await pressSend(page);
    await readProtocollo(page);
    // The draft is saved before the form is sent, and meets the cookie first.
    expect(statuses).toEqual(how === 'gone' ? [200, 201] : [419, 200, 201]);
    expect(countPratiche(house, email)).toBe(1);
  });
}

test('a visitor whose cookie is gone confirms the address again, with all that they typed still there', async ({
  page,
  house,
  smtp,
  code,
}) => {
  const email = newEmail('sconosciuta');
  await openReadyBozza(page, { house, smtp }, email);
  await page.context().clearCookies();
  await pressSend(page);
  await expect(page).toHaveURL(/passo=dati/);
  await expect(page.locator('#errori')).toContainText('Conferma il tuo indirizzo');
  await expect(page.getByText('Indirizzo confermato')).toHaveCount(0);
  await expectAllWritten(page, email);

  await page.getByRole('button', { name: /^Invia (il|un altro) codice/ }).click();
  await expect(page.getByLabel('Codice ricevuto per e-mail')).toBeFocused();
  await page.getByLabel('Codice ricevuto per e-mail').fill(await code(email, 1));
  await expect(page.locator('[data-confermata]')).toBeVisible();
  await goToSummary(page);
  await pressSend(page);
  await readProtocollo(page);
  expect(countPratiche(house, email)).toBe(1);
});
