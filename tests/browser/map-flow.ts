/** How a test finds its way on a map of points. */
import { expect, type Page } from '@playwright/test';

/** Presses the first report; until single ones can be told, a number comes apart when it is pressed. @param name of the report's sign */
export async function pressFirstReport(page: Page, name: RegExp): Promise<void> {
  const cluster = page.getByRole('button', { name: /segnalazioni vicine: avvicina/ });
  const report = page.getByRole('button', { name });
  while ((await report.count()) === 0) {
    const before = await cluster.count();
    await cluster.first().press('Enter');
    await expect.poll(async () => (await report.count()) > 0 || (await cluster.count()) !== before).toBe(true);
    // Where the number was the keyboard goes on.
    await expect(page.locator('.segno:focus')).toHaveCount(1);
  }
  await report.first().press('Enter');
}
