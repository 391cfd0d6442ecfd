/** What developers of programs read about the calls: as it comes from the server, and as wide as a phone. */
import { expect, test } from './fixtures.ts';

test('a developer finds a call by what it is about, opens it, and follows a type to its fields', async ({
  page,
  accessible,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const main = page.getByRole('main');
  await page.goto('/segnalazioni?ente=borgosereno');
  await main.getByRole('link', { name: 'Per chi sviluppa programmi' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Per chi sviluppa programmi');
  await expect(main.getByRole('link', { name: 'openapi.json', exact: true })).toHaveAttribute('href', '/openapi.json');
  await accessible(page, 'topics');
  await main.getByRole('link', { name: 'pratiche', exact: true }).click();
  await expect(page.getByText('Needs no login. A program makes it').first()).toBeHidden();
  await accessible(page, 'calls, closed');

  await main.getByRole('heading', { name: 'GET /api/v1/generic/segnalazione/detail' }).click();
  const call = main.getByRole('group').filter({ hasText: '/api/v1/generic/segnalazione/detail' });
  await expect(call.getByText('pratiche:leggi')).toBeVisible();
  await expect(call.getByText('404', { exact: true })).toBeVisible();
  await expect(call.getByText('"protocollo": "2026/000123"')).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await accessible(page, 'a call, open');

  await page.goto('/sviluppatori/pratiche#tipo-Evento');
  await expect(main.getByText('one of cittadino, operatore, sistema')).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test('a developer reads Open311 in the same form, and of what is not there that it is not', async ({ page }) => {
  await page.goto('/sviluppatori/open311');
  await expect(page.getByRole('heading', { name: 'POST /open311/v2/requests.{format}' })).toBeVisible();
  expect((await page.goto('/sviluppatori/niente'))?.status()).toBe(404);
});
