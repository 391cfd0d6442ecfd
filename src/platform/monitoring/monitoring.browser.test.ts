import { afterEach, expect, test, vi } from 'vitest';
import { type PageMonitoring, watchErrors } from './monitoring.browser.ts';

afterEach(() => vi.unstubAllGlobals());

/** The parts of a page that the queue uses: its meta tag, its events, its idle callback. */
function openPage(meta?: { content: string; dataset: Record<string, string> }) {
  const window = new EventTarget();
  const idle: (() => void)[] = [];
  vi.stubGlobal('document', { querySelector: () => meta ?? null, readyState: 'loading' });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  return {
    fail: (error: unknown) =>
      window.dispatchEvent(Object.assign(new Event('error'), { error, message: String(error) })),
    reject: (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
    finishLoading: () => window.dispatchEvent(new Event('load')),
    rest: () => {
      for (const work of idle.splice(0)) work();
    },
    waitingForRest: () => idle.length,
  };
}

function sdk() {
  const told: unknown[] = [];
  const pages: PageMonitoring[] = [];
  const load = (page: PageMonitoring) => {
    pages.push(page);
    return Promise.resolve((error: unknown) => void told.push(error));
  };
  return { told, pages, load };
}

const meta = { content: 'https://k@sentry.example/1', dataset: { route: '/segnalazione', environment: 'production' } };

test('without a DSN nothing is listened to and nothing is loaded', async () => {
  const page = openPage();
  const { pages, load } = sdk();
  watchErrors(load);
  page.finishLoading();
  expect(page.waitingForRest()).toBe(0);
  expect(pages).toEqual([]);
});

test('the SDK is loaded only when the page has loaded and is idle', async () => {
  const page = openPage(meta);
  const { pages, load } = sdk();
  watchErrors(load);
  page.fail(new Error('early'));
  expect(page.waitingForRest()).toBe(0);
  page.finishLoading();
  expect(pages).toEqual([]);
  page.rest();
  expect(pages).toEqual([{ dsn: meta.content, route: '/segnalazione', environment: 'production', release: undefined }]);
});

test('errors before the SDK has loaded are reported when it is ready, later ones at once', async () => {
  const page = openPage(meta);
  const { told, load } = sdk();
  watchErrors(load);
  const [early, rejected, late] = [new Error('early'), new Error('rejected'), new Error('late')];
  page.fail(early);
  page.reject(rejected);
  page.finishLoading();
  page.rest();
  await expect.poll(() => told).toEqual([early, rejected]);
  page.fail(late);
  expect(told.at(-1)).toBe(late);
});

test('a page that throws without end keeps only twenty errors', async () => {
  const page = openPage(meta);
  const { told, load } = sdk();
  watchErrors(load);
  for (let turn = 0; turn < 1000; turn += 1) page.fail(new Error(String(turn)));
  page.finishLoading();
  page.rest();
  await expect.poll(() => told.length).toBe(20);
});

test('an SDK that cannot be fetched causes no further error', async () => {
  const page = openPage(meta);
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  watchErrors(load);
  page.finishLoading();
  page.rest();
  await load.mock.results[0]?.value.catch(() => undefined);
  page.fail(new Error('after'));
});
