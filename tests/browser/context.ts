/** A browser of the tests, as each of them begins: what its visitor has, no other has. */
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { waitForIslands } from './islands.ts';

/** @param waits whether each action, key and expectation in its pages waits until their islands are alive */
export async function openContext(
  browser: Browser,
  waits: boolean,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const { request } = context;
  const [get, head, newPage] = [request.get.bind(request), request.head.bind(request), context.newPage.bind(context)];
  // The portal may just have closed the idle connection of the last one: a browser then asks again by itself, a program has to be told.
  request.get = (url, said) => get(url, { maxRetries: 1, ...said });
  request.head = (url, said) => head(url, { maxRetries: 1, ...said });
  context.newPage = async () => {
    const page = await newPage();
    if (waits) await waitForIslands(page);
    return page;
  };
  return context;
}
