/** What the browser has to fetch. */
import { expect, test } from './fixtures.ts';

test('a page without a form brings no React, one with a form does', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (r) => r.request().resourceType() === 'script' && scripts.push(r.text()));
  const react = async () => (await Promise.all(scripts)).filter((text) => text.includes('react.element')).length;
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.length).toBeGreaterThan(0);
  expect(await react()).toBe(0);
  await page.goto('/segnalazione', { waitUntil: 'networkidle' });
  expect(await react()).toBeGreaterThan(0);
});
