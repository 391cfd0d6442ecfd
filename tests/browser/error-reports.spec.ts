/** The error reporter gets each bug once, without anybody's data, and nothing of what a call answers. */
import type { Page } from '@playwright/test';
import { type SentryDouble, startSentry } from '../doubles/sentry-server.ts';
import { portal } from '../portal.ts';
import { test as base, expect, newEmail } from './fixtures.ts';
import {
  BOZZE_API,
  ENTE_MAILBOX,
  openData,
  openReadyBozza,
  operatoreLinkIn,
  pressSend,
  SEND_API,
  sendSegnalazione,
} from './flow.ts';

const test = base.extend<object, { sentry: SentryDouble }>({
  sentry: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures a fixture needs
    async ({}, use) => {
      const sentry = await startSentry();
      await use(sentry);
      await sentry.close();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ sentry }, use) => use({ SENTRY_DSN: sentry.dsn }), { scope: 'worker' }],
});

/** A bug of ours, in the same place as often as asked. */
const bug = (page: Page, message: string, times = 1) =>
  page.evaluate(
    ([text, n]) => {
      const broken = () => {
        throw new Error(text);
      };
      for (let at = 0; at < n; at++) setTimeout(broken);
    },
    [message, times] as const,
  );

const values = (sentry: SentryDouble) =>
  sentry.events().flatMap((event) => (event.exception as { values: { value: string }[] }).values.map((v) => v.value));

test('a call that is refused or lost is not reported as a bug; a bug is reported once', async ({
  page,
  house,
  smtp,
  sentry,
  expected,
}) => {
  expected.errors.push(/Failed to load resource/, /Primo guasto|Secondo guasto/);
  await page.goto('/non-esiste');
  await openData(page);
  await page.route(`**${BOZZE_API}`, (route) =>
    route.fulfill({ status: 500, json: { code: 'failed', message: 'Rotto' } }),
  );
  await page.getByRole('button', { name: 'Indietro' }).click();
  await expect(page.locator('#errori')).toContainText('Non siamo riusciti a salvare');
  await openReadyBozza(page, { house, smtp }, newEmail('errori'));
  await page.route(`**${SEND_API}`, (route) => route.abort('timedout'));
  await pressSend(page);
  await expect(page.locator('#errori')).toContainText('Non siamo riusciti a inviare');

  await bug(page, 'Primo guasto', 3);
  await expect.poll(() => values(sentry)).toEqual(['Primo guasto']);
  await bug(page, 'Secondo guasto');
  await expect.poll(() => values(sentry)).toEqual(['Primo guasto', 'Secondo guasto']);
});

test('an error report holds no address, no id, no key and no query', async ({
  page,
  house,
  smtp,
  sentry,
  expected,
}) => {
  expected.errors.push(/Guasto per/);
  const email = newEmail('riservata');
  const sent = await sendSegnalazione({ house, smtp }, email);
  const key = new URL(
    operatoreLinkIn((await smtp.mailTo(ENTE_MAILBOX, new RegExp(sent.protocollo))).text),
  ).search.slice(8);
  const before = sentry.events().length;
  let told = 0;
  for (const url of [sent.chatUrl, sent.operatorUrl]) {
    await page.goto(url);
    await bug(page, `Guasto per ${email} in ${url}`);
    // A visitor who leaves the page before the reporter has loaded takes the report along.
    await expect.poll(() => sentry.events().length).toBe(before + ++told);
  }
  await expect.poll(() => sentry.events('transaction').length).toBeGreaterThan(0);

  const raw = sentry.raw.join('\n');
  expect(raw).toContain('/segnalazione/chat/operatore/{email}/{id}');
  const private_ = [email, encodeURIComponent(email), email.split('@')[0], sent.id, key, 'chiave=', 'Lampione'];
  for (const secret of private_) expect(raw).not.toContain(secret);
});

test('without a DSN nothing of the reporter is fetched or sent', async ({ page, smtp, sentry, expected }) => {
  expected.errors.push(/Guasto muto/);
  const reporting = await portal({ SMTP_URL: smtp.url });
  const before = sentry.raw.length;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${reporting.base}/segnalazione`, { waitUntil: 'networkidle' });
  await bug(page, 'Guasto muto');
  await page.waitForEvent('pageerror');
  await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle())));
  expect(asked.filter((url) => !url.startsWith(reporting.base) || /sentry/i.test(url))).toEqual([]);
  expect(sentry.raw).toHaveLength(before);
  await reporting.end();
});
