/** The pages that stand in for another one: each says in words what is the matter, and leads on. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { sendSegnalazione } from './flow.ts';
import { changeStore } from './store.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an address that is not there is told, with ways on', { tag: '@plain' }, async ({ page, accessible }) => {
  expect((await page.goto('/non-esiste'))?.status()).toBe(404);
  await expect(heading(page)).toBeVisible();
  await accessible(page, 'not found');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
});

test('a fault of the portal is told as its own, and the page is there again afterwards', async ({
  page,
  house,
  smtp,
  expected,
  accessible,
}) => {
  expected.errors.push(/status of 500/);
  const sent = await sendSegnalazione({ house, smtp }, newEmail('rotta'));
  changeStore(house, 'alter table eventi rename to eventi_via');
  try {
    expect((await page.goto(sent.chatUrl))?.status()).toBe(500);
    await expect(heading(page)).toHaveText('Qualcosa non ha funzionato');
    await accessible(page, 'a fault of the portal');
  } finally {
    changeStore(house, 'alter table eventi_via rename to eventi');
  }
  await page.reload();
  await expect(page.getByText('Lampione spento').first()).toBeVisible();
});

test('a form that is sent while the store is held comes back in a page that sends it again', async ({
  page,
  house,
  expected,
  accessible,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled !== false, 'with scripts the form stays on the screen, and says so beside its button');
  expected.errors.push(/status of 503/);
  await page.goto('/segnalazione');
  await page.getByLabel(/informativa sulla privacy/).check();
  const store = new DatabaseSync(join(house.dataDir, 'portale.sqlite'));
  store.exec('begin immediate');
  try {
    await page.getByRole('button', { name: 'Avanti' }).click();
    await expect(heading(page)).toHaveText('Il servizio non risponde in questo momento', { timeout: 30_000 });
    await accessible(page, 'not available, with a form');
  } finally {
    store.exec('rollback');
    store.close();
  }
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(/passo=dati/);
});
