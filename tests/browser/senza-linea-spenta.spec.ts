/** OFFLINE_FORM=0: the shell of the form is not kept, and a browser that has it forgets it. */
import { expect, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow', settings: [{ OFFLINE_FORM: '0' }, { scope: 'worker' }] });

test('a browser that kept the shell forgets it at its next visit', async ({ page }) => {
  await page.goto('/segnalazione');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  // As a browser that has had it: what it asks for in its place takes everything away.
  await page.evaluate(async () => {
    await caches.open('senza-linea:di-prima');
    await navigator.serviceWorker.register('/senza-linea.js', { scope: '/segnalazione' });
  });
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
