/** The portal's own bot check: it never loses a citizen, neither on the way to a form nor in it. */
import { expect, newEmail, test } from './fixtures.ts';
import { openReadyBozza, pressSend, readProtocollo, SEND_API } from './flow.ts';

const SOLVER = '**/pow.worker*';
const SCRIPT_MISSING = /Failed to load resource: net::ERR_FAILED/;

test('a link to the form is not followed while the solver does not come, and says so', async ({ page, expected }) => {
  expected.errors.push(SCRIPT_MISSING);
  await page.route(SOLVER, (route) => route.abort());
  await page.goto('/servizi/segnalazione');
  const home = page.url();
  const link = page.getByRole('main').getByRole('link', { name: 'Inizia', exact: true }).first();
  await link.click();
  const alert = page.getByRole('alert').filter({ hasText: 'La pagina non si è aperta' });
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('link', { name: 'Riprova' })).toBeFocused();
  expect(page.url()).toBe(home);

  // The page leaves the click to the browser; whether a tab opens is the browser's own affair.
  const isLeftAlone = page.evaluate(
    () =>
      new Promise<boolean>((resolve) =>
        addEventListener(
          'click',
          (event) => {
            resolve(!event.defaultPrevented);
            event.preventDefault();
          },
          { once: true },
        ),
      ),
  );
  const inFooter = page.getByRole('contentinfo').getByRole('link', { name: 'Segnala disservizio' });
  await inFooter.click({ modifiers: ['Control'] });
  expect(await isLeftAlone).toBe(true);
  expect(page.url()).toBe(home);

  await page.unroute(SOLVER);
  await alert.getByRole('link', { name: 'Riprova' }).click();
  await expect(page).toHaveURL(/\/segnalazione/);
});

test('a form whose solver does not come says so, tries again when asked, and can be sent', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(SCRIPT_MISSING);
  const email = newEmail('verifica');
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.route(SOLVER, (route) => route.abort());
  await openReadyBozza(page, { house, smtp }, email);
  const alert = page.getByRole('alert').filter({ hasText: 'Verifica non disponibile: riprova.' });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'Riprova' }).click();
  await expect(alert.getByRole('button', { name: 'Riprova' })).toBeVisible();

  const [answer] = await Promise.all([page.waitForResponse(`**${SEND_API}`), pressSend(page)]);
  expect(answer.status()).toBe(201);
  expect(answer.request().postDataJSON()).toHaveProperty('g-recaptcha-response', '');
  expect(said).toContain('recaptcha not started');
  await readProtocollo(page);
});

test('the retry in the form fetches the solver, and the send carries a token', async ({
  page,
  house,
  smtp,
  expected,
}) => {
  expected.errors.push(SCRIPT_MISSING);
  await page.route(SOLVER, (route) => route.abort());
  await openReadyBozza(page, { house, smtp }, newEmail('riprova'));
  const alert = page.getByRole('alert').filter({ hasText: 'Verifica non disponibile: riprova.' });
  await expect(alert).toBeVisible();
  await page.unroute(SOLVER);
  await alert.getByRole('button', { name: 'Riprova' }).click();
  await expect(alert).toBeHidden();

  const [answer] = await Promise.all([page.waitForResponse(`**${SEND_API}`), pressSend(page)]);
  expect(answer.status()).toBe(201);
  expect(answer.request().postDataJSON()['g-recaptcha-response']).toMatch(/^ey/);
  await readProtocollo(page);
});
