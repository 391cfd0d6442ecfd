/** The small map around the point of a report: before the send, and on the pages of its case. */
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { openReadyBozza, sendSegnalazione } from './flow.ts';

const POINT = { lat: '42.49998', lon: '12.4972' };
const ATTRIBUZIONE = 'Mappa di prova di Comuni inventati';

/** The picture is there, with words for those who do not see it, whose map it is, and a link to the place. */
async function expectMap(page: Page, address: RegExp): Promise<void> {
  const picture = page.getByRole('img', { name: 'Mappa con il punto indicato' });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveAttribute('src', address);
  const answer = await page.request.get(new URL((await picture.getAttribute('src')) ?? '', page.url()).href);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
  expect((await answer.body()).length).toBeLessThanOrEqual(15_000);
  await expect(page.getByText(ATTRIBUZIONE)).toBeVisible();
  const link = page.getByRole('link', { name: 'Apri il punto in OpenStreetMap' });
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/\?mlat=42\.49998&mlon=12\.4972#/);
}

test('the summary shows the point of the draft on a small map, to its author alone', async ({
  page,
  house,
  smtp,
  otherBrowser,
  accessible,
}) => {
  await openReadyBozza(page, { house, smtp }, newEmail('mappa'), 'riepilogo', POINT);
  await expectMap(page, /^\/api\/v1\/generic\/segnalazione\/mappa\?lat=42\.49998&lon=12\.4972$/);
  await accessible(page, 'summary with a map');

  const other = await otherBrowser();
  const address = `${house.base}/api/v1/generic/segnalazione/mappa?${new URLSearchParams(POINT)}`;
  expect((await other.request.get(address)).status()).toBe(404);
});

test('the page of the case shows its place on a small map to the citizen and to the office', {
  tag: '@scripts',
}, async ({ page, house, smtp, accessible }) => {
  const sent = await sendSegnalazione({ house, smtp }, newEmail('pratica'), POINT);
  for (const url of [sent.chatUrl, sent.operatorUrl]) {
    // The worker makes the picture after the send.
    await expect(async () => {
      await page.goto(url);
      await expect(page.getByRole('img', { name: 'Mappa con il punto indicato' })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectMap(page, /^\/api\/v1\/portale\/pratiche\/.+\/mappa\?/);
    await accessible(page, 'case with a map');
  }
});
