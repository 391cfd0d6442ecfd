/** reCAPTCHA in place of the portal's own check: only after consent, and never in the way. Its policy of contents holds: see the console. */
import { type RecaptchaServer, startRecaptcha } from '../doubles/recaptcha-server.ts';
import { test as base, expect, newEmail } from './fixtures.ts';
import { fillData, openData, openReadyBozza, pressSend, readProtocollo, SEND_API } from './flow.ts';

const test = base.extend<object, { google: RecaptchaServer }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures a fixture needs
    async ({}, use) => {
      const google = await startRecaptcha();
      await use(google);
      await google.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ google }, use) =>
      use({
        BOT_CHECK: 'recaptcha',
        RECAPTCHA_SITE_KEY: google.siteKey,
        RECAPTCHA_SECRET: google.secret,
        RECAPTCHA_SCRIPT_URL: google.scriptUrl,
        RECAPTCHA_VERIFY_URL: google.verifyUrl,
      }),
    { scope: 'worker' },
  ],
});

test.beforeEach(({ google }) => {
  google.setDown(false);
  google.setAnswer(undefined);
  google.hits.length = 0;
  google.verifications.length = 0;
});

const CONSENT_BUTTON = { name: 'Consenti la verifica Google' };
const NO = { name: 'Non consentire' };
const NOT_STARTED = /^recaptcha not started$/;

test('nothing of Google is touched before consent; after it the token is sent and accepted', async ({
  page,
  house,
  smtp,
  google,
}) => {
  await page.goto('/servizi/segnalazione');
  await page.getByRole('main').getByRole('link', { name: 'Inizia', exact: true }).first().click();
  await expect(page.getByRole('button', CONSENT_BUTTON)).toBeVisible();
  await openReadyBozza(page, { house, smtp }, newEmail('consenso'));
  await expect(page.getByRole('button', CONSENT_BUTTON)).toBeVisible();
  expect(google.hits).toEqual([]);

  await page.getByRole('button', CONSENT_BUTTON).click();
  await expect(page.getByText('Hai consentito la verifica Google.')).toBeVisible();
  await expect.poll(() => google.hits.map((hit) => hit.replace(/\?.*/, ''))).toContain('/recaptcha/api.js');
  const [answer] = await Promise.all([page.waitForResponse(`**${SEND_API}`), pressSend(page)]);
  expect(answer.status()).toBe(201);
  const token: string = answer.request().postDataJSON()['g-recaptcha-response'];
  expect(token.length).toBeGreaterThan(100);
  expect(google.verifications.map((fields) => fields.response)).toEqual([token]);
  await readProtocollo(page);

  const cookie = (await page.context().cookies()).find(({ name }) => name === 'consenso-bot');
  expect(cookie).toMatchObject({ value: 'si', sameSite: 'Lax' });
  expect(cookie?.expires).toBeGreaterThan(0);
  await page.goto('/segnalazione');
  await expect(page.getByText('Hai consentito la verifica Google.')).toBeVisible();
  await expect(page.getByRole('button', CONSENT_BUTTON)).toBeHidden();
});

test('a citizen who refuses sends without a token, and nothing goes to Google', async ({
  page,
  house,
  smtp,
  google,
  expected,
}) => {
  expected.errors.push(NOT_STARTED);
  await openReadyBozza(page, { house, smtp }, newEmail('rifiuto'));
  await page.getByRole('button', NO).click();
  await expect(page.getByText('Non hai consentito la verifica Google')).toBeVisible();
  const [said, answer] = await Promise.all([
    page.waitForEvent('console', (message) => NOT_STARTED.test(message.text())),
    page.waitForResponse(`**${SEND_API}`),
    pressSend(page),
  ]);
  expect(said.type()).toBe('error');
  expect(answer.status()).toBe(201);
  expect(answer.request().postDataJSON()).toHaveProperty('g-recaptcha-response', '');
  await readProtocollo(page);
  expect(google.hits).toEqual([]);
});

test('with consent and Google away, a link is not followed and a form is sent without a token', async ({
  page,
  house,
  smtp,
  google,
  expected,
}) => {
  expected.errors.push(NOT_STARTED, /Failed to load resource: net::ERR_/);
  await page.context().addCookies([{ name: 'consenso-bot', value: 'si', url: house.base }]);
  google.setDown(true);
  await page.goto('/servizi/segnalazione');
  const home = page.url();
  await page.getByRole('main').getByRole('link', { name: 'Inizia', exact: true }).first().click();
  await expect(page.getByRole('alert').filter({ hasText: 'La pagina non si è aperta' })).toBeVisible();
  expect(page.url()).toBe(home);

  await openReadyBozza(page, { house, smtp }, newEmail('lontano'));
  await expect(page.getByText('Verifica non disponibile: riprova.')).toBeVisible();
  const [, answer] = await Promise.all([
    page.waitForEvent('console', (message) => NOT_STARTED.test(message.text())),
    page.waitForResponse(`**${SEND_API}`),
    pressSend(page),
  ]);
  expect(answer.status()).toBe(201);
  expect(answer.request().postDataJSON()).toHaveProperty('g-recaptcha-response', '');
  await readProtocollo(page);
});

test('a token that Google refuses is replaced by another, once', async ({ page, house, smtp, google }) => {
  await page.context().addCookies([{ name: 'consenso-bot', value: 'si', url: house.base }]);
  await openReadyBozza(page, { house, smtp }, newEmail('scaduto'));
  google.setAnswer(JSON.stringify({ success: false, 'error-codes': ['timeout-or-duplicate'] }));
  const tokens: string[] = [];
  await page.route(`**${SEND_API}`, async (route) => {
    tokens.push(route.request().postDataJSON()['g-recaptcha-response']);
    const response = await route.fetch();
    google.setAnswer(undefined);
    await route.fulfill({ response });
  });
  await pressSend(page);
  await readProtocollo(page);
  expect(new Set(tokens).size).toBe(2);
});

test('where Google refuses every token, each button that asks for one says so beside it, and a press after that goes on', async ({
  page,
  house,
  smtp,
  code,
  google,
}) => {
  const email = newEmail('rifiutati');
  const refuse = () => google.setAnswer(JSON.stringify({ success: false, 'error-codes': ['timeout-or-duplicate'] }));
  const accept = () => google.setAnswer(undefined);
  const parole = page.getByRole('alert').filter({ hasText: 'La verifica automatica non è riuscita.' });
  await page.context().addCookies([{ name: 'consenso-bot', value: 'si', url: house.base }]);
  await openData(page);
  await fillData(page, email);

  refuse();
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  await expect(parole).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invia il codice' })).toBeFocused();
  accept();
  await page.getByRole('button', { name: 'Invia il codice' }).click();
  const otp = await code(email);
  await expect(parole).toBeHidden();

  refuse();
  await page.getByLabel('Codice ricevuto per e-mail').fill(otp);
  await expect(parole).toBeVisible();
  accept();
  await page.getByRole('button', { name: 'Verifica' }).click();
  await expect(page.getByText('Indirizzo confermato').first()).toBeVisible();

  await openReadyBozza(page, { house, smtp }, newEmail('rifiutati'));
  refuse();
  await pressSend(page);
  await expect(page.locator('#errori')).toContainText('La verifica automatica non è riuscita.');
  accept();
  await pressSend(page);
  await readProtocollo(page);

  await page.goto('/servizio/paga-online');
  await page.getByLabel('Codice avviso').fill('302000000900000109');
  await page.getByLabel('Codice fiscale dell’ente').fill('80000015554');
  refuse();
  await page.getByRole('button', { name: 'Controlla l’avviso' }).click();
  await expect(page.locator('#errori')).toContainText('La verifica automatica non è riuscita.');
  accept();
  await page.getByRole('button', { name: 'Controlla l’avviso' }).click();
  await expect(page.getByText('Mensa scolastica').first()).toBeVisible();
});
