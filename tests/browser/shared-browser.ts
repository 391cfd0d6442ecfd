/**
 * One browser for the tests of a worker, which forgets its visitor after each: a new one does twice the work before its first page is there,
 * and reads style and scripts of the portal again. Each test has pages of its own.
 */
import type { Browser, BrowserContext, CDPSession } from '@playwright/test';
import { openContext } from './context.ts';

/** @property forget closes the pages of the last test, and forgets what they and the test have left */
export type SharedBrowser = {
  context(isScripted: boolean): Promise<BrowserContext>;
  forget(): Promise<void>;
  close(): Promise<void>;
};

type OpenBrowser = {
  context: BrowserContext;
  devtools: CDPSession;
  origins: Set<string>;
};

/** What it says or does is that of all later pages: a test that wants it has a browser of its own. */
const LASTING = 'this outlives the test: test.use({ ownBrowser: true })';

export function shareBrowser(browser: Browser, base: string): SharedBrowser {
  let opened: Promise<OpenBrowser> | undefined;
  return {
    context: async (isScripted) => {
      opened ??= open(browser, base, isScripted);
      return (await opened).context;
    },
    forget: async () => {
      if (!opened) return;
      const { context, devtools, origins } = await opened;
      const [, ...pages] = context.pages();
      for (const page of pages) await page.close();
      await context.unrouteAll();
      await context.setGeolocation(null);
      await context.clearPermissions();
      await context.clearCookies();
      for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      origins.clear();
    },
    close: async () => (await opened)?.context.close(),
  };
}

/** Its first page stays: with it stays the process that the pages of the portal have. */
async function open(browser: Browser, base: string, isScripted: boolean): Promise<OpenBrowser> {
  const context = await openContext(browser, isScripted);
  const first = await context.newPage();
  await first.goto(`${base}/robots.txt`);
  const origins = new Set<string>();
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin);
    }),
  );
  const refuse = () => Promise.reject(new Error(LASTING));
  Object.assign(context.clock, { install: refuse, setFixedTime: refuse, setSystemTime: refuse });
  Object.assign(context, { addInitScript: refuse, setOffline: refuse });
  return { context, devtools: await context.newCDPSession(first), origins };
}
