/** People whose system asks for dark pages get them from the portal, everywhere, and can read them; paper stays white. */
import type { Page } from '@playwright/test';
import { judgeByAxe } from '../audit/axe.ts';
import { screensInTurn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { acceptPrivacy, openReadyBozza, sendSegnalazione } from './flow.ts';
import { DEMO_SCREENS } from './screens.ts';

const LOOKED_AT = [
  'home',
  'start-page',
  'login',
  'public-list',
  'public-map',
  'public-report',
  'figures',
  'developers-calls',
  'pay',
  'not-found',
  'overview',
  'documents',
  'cases',
  'due-dates',
  'profile',
  'operators-list',
  'operators-figures',
  'administration',
];
const AGENDA = '/operatore/agenda';
const SHELL = '/segnalazione/senza-linea';

test.use({ ownBrowser: true, contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'dark' });

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** All that axe finds on a page is told, and of all pages, not of the first alone. */
async function expectReadable(page: Page, name: string): Promise<void> {
  expect.soft(await groundOf(page), name).toBe('rgb(21, 25, 29)');
  const found = await judgeByAxe(page);
  expect.soft(found.map(({ rule, element }) => `${name}: ${rule} ${element}`)).toEqual([]);
}

test('every kind of screen can be read on a dark page', async ({ page }) => {
  test.slow();
  const screens = DEMO_SCREENS.filter(({ name }) => LOOKED_AT.includes(name));
  for await (const { name, path } of screensInTurn(page, screens)) {
    await page.goto(path);
    await expectReadable(page, name);
  }
  await page.goto(AGENDA);
  await expectReadable(page, 'agenda');
});

test('the steps of a report, its errors, its dialog and its conversation can be read on a dark page', async ({
  page,
  house,
  smtp,
}) => {
  const site = { house, smtp };
  await page.goto(SHELL);
  await expectReadable(page, 'shell without a connection');
  await page.goto('/segnalazione');
  await acceptPrivacy(page);
  await page.getByRole('button', { name: 'Avanti' }).click();
  await expect(
    page.getByRole('heading', { name: 'C’è un problema' }).or(page.getByText("C'è un problema")),
  ).toBeVisible();
  await expectReadable(page, 'errors');
  await page.context().clearCookies();
  await openReadyBozza(page, site, newEmail('scura'));
  await expectReadable(page, 'summary');
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectReadable(page, 'dialog');
  const sent = await sendSegnalazione(site, newEmail('scura'));
  await page.goto(sent.chatUrl);
  await expectReadable(page, 'conversation');
});

test('paper is white, and the system’s own colours stand where they are asked for', async ({ page }) => {
  await page.goto('/');
  expect(await groundOf(page)).toBe('rgb(21, 25, 29)');
  await page.emulateMedia({ media: 'print' });
  expect(await groundOf(page)).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  expect(await groundOf(page)).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark', forcedColors: 'active' });
  const canvas = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.backgroundColor = 'Canvas';
    return getComputedStyle(probe).backgroundColor;
  });
  expect(await groundOf(page)).toBe(canvas);
});
