/** A browser as a citizen's telephone, for the parts of the bench that measure what a person sees. */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { chromiumPath } from '../chromium.ts';
import type { SpeedVisit } from './speed.ts';

/** The telephone that Lighthouse takes, too. */
const SCREEN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const DESK_SCREEN = { viewport: { width: 1280, height: 900 } };

export type OpenedPage = { page: Page; devtools: CDPSession; close(): Promise<void> };

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] });
}

/**
 * Opens an empty page that keeps nothing of earlier ones, with the visitor's cookies. What a service worker fetches is out of sight of a
 * page's figures: none is let in.
 * @param base address of the portal
 * @param isDesk a wide screen with a mouse instead of the telephone
 */
export async function openPage(
  browser: Browser,
  base: string,
  { cookies }: Pick<SpeedVisit, 'cookies'>,
  isDesk = false,
): Promise<OpenedPage> {
  const context = await browser.newContext({
    ...(isDesk ? DESK_SCREEN : SCREEN),
    baseURL: base,
    serviceWorkers: 'block',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
  });
  const pairs = cookies.split('; ').flatMap((pair) => {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return name === undefined ? [] : [{ name, value: value ?? '', url: base }];
  });
  await context.addCookies(pairs);
  const page = await context.newPage();
  return { page, devtools: await context.newCDPSession(page), close: () => context.close() };
}
