/**
 * `npm run bench -- slow-line`: when a person sees the first of a page of speed.ts on a slow line, which Chromium itself slows down. Every
 * turn is a first visit: nothing is kept.
 */
import { openBrowser, openPage } from './browser.ts';
import { medianOf } from './measure.ts';
import { measureRows, SPEED_PAGES, SPEED_TURNS, visitOf } from './speed.ts';

/**
 * Chrome's own "Slow 3G" (Slow3GConditions in the source of its devtools): 500 kbit/s of which 400 arrive, and a round trip of 400 ms,
 * which counts five times for each request, as a connection that is new has to be looked up, opened and encrypted.
 */
const BYTES_PER_SECOND = ((500 * 1000) / 8) * 0.8;
const LATENCY_MS = 400 * 5;
const SLOW_3G = {
  offline: false,
  latency: LATENCY_MS,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
};
const MAX_FIRST_PAINT_MS = 2500;

export async function benchSlowLine(): Promise<void> {
  const browser = await openBrowser();
  try {
    const head = ['page', 'first contentful paint, ms', 'from – to', 'goal'];
    await measureRows('slow-line', head, SPEED_PAGES, async (page, site) => {
      const turns: number[] = [];
      for (let n = 0; n < SPEED_TURNS; n++) {
        const visit = await visitOf(page, site);
        const opened = await openPage(browser, site.portal.base, visit);
        await opened.devtools.send('Network.enable');
        await opened.devtools.send('Network.emulateNetworkConditions', SLOW_3G);
        await opened.page.goto(visit.path, { waitUntil: 'commit' });
        const paint = await opened.page.waitForFunction(
          () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        );
        turns.push(Math.round((await paint.jsonValue()) ?? Number.NaN));
        await opened.close();
      }
      const median = medianOf(turns);
      return {
        cells: [median, `${Math.min(...turns)} – ${Math.max(...turns)}`],
        missed: median <= MAX_FIRST_PAINT_MS ? [] : [`${median} ms, ${MAX_FIRST_PAINT_MS} allowed`],
      };
    });
  } finally {
    await browser.close();
  }
}
