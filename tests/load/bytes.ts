/**
 * `npm run bench -- bytes`: what each page of speed.ts transfers, by kind, as the browser's network counts it: headers and bodies,
 * compressed. Cold is the first visit, warm the same page once more with what the browser has kept.
 */
import type { CDPSession } from 'playwright';
import { openBrowser, openPage } from './browser.ts';
import { measureRows, SPEED_PAGES, visitOf } from './speed.ts';

const KINDS = ['HTML', 'CSS', 'scripts', 'fonts', 'pictures', 'data'] as const;
type TransferKind = (typeof KINDS)[number];
type Transferred = Record<TransferKind, number>;

/** All that a page transfers on its first visit: 14.6 KB in the first flight, React, a font and the map's scripts at most. */
const MAX_COLD_BYTES = 300_000;

export async function benchBytes(): Promise<void> {
  const browser = await openBrowser();
  try {
    const head = ['page', ...KINDS.map((kind) => `${kind}, KB cold / warm`), 'all, KB cold / warm', 'requests', 'goal'];
    await measureRows('bytes', head, SPEED_PAGES, async (page, site) => {
      const visit = await visitOf(page, site);
      const opened = await openPage(browser, site.portal.base, visit);
      try {
        const load = async () => {
          const transfers = await noteTransfers(opened.devtools);
          await opened.page.goto(visit.path, { waitUntil: 'networkidle' });
          return transfers.end();
        };
        const cold = await load();
        await opened.page.goto('about:blank');
        const warm = await load();
        const sizes = KINDS.map((kind) => [cold.bytes[kind], warm.bytes[kind]]);
        const [all = 0] = sumOf(sizes);
        return {
          cells: [...[...sizes, sumOf(sizes)].map(inKb), `${cold.requests} / ${warm.requests}`],
          missed: all > MAX_COLD_BYTES ? [`${all} bytes, ${MAX_COLD_BYTES} allowed`] : [],
        };
      } finally {
        await opened.close();
      }
    });
  } finally {
    await browser.close();
  }
}

const sumOf = (sizes: readonly number[][]) =>
  [0, 1].map((visit) => sizes.reduce((sum, size) => sum + (size[visit] ?? 0), 0));
const inKb = (size: readonly number[]) =>
  size.map((bytes) => (bytes === 0 ? '0' : (bytes / 1000).toFixed(1))).join(' / ');

/** Counts what comes over the line from now on. What the browser has kept costs nothing. */
async function noteTransfers(devtools: CDPSession) {
  const bytes: Transferred = { HTML: 0, CSS: 0, scripts: 0, fonts: 0, pictures: 0, data: 0 };
  const kinds = new Map<string, TransferKind>();
  const counted = new Set<string>();
  const answered = ({ requestId, response }: { requestId: string; response: { mimeType: string; url: string } }) => {
    if (response.url.startsWith('http')) kinds.set(requestId, kindOf(response.mimeType));
  };
  const finished = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    const kind = kinds.get(requestId);
    if (!kind || encodedDataLength === 0) return;
    bytes[kind] += encodedDataLength;
    counted.add(requestId);
  };
  devtools.on('Network.responseReceived', answered);
  devtools.on('Network.loadingFinished', finished);
  await devtools.send('Network.enable');
  return {
    end() {
      devtools.off('Network.responseReceived', answered);
      devtools.off('Network.loadingFinished', finished);
      return { bytes, requests: counted.size };
    },
  };
}

function kindOf(mime: string): TransferKind {
  if (mime === 'text/html') return 'HTML';
  if (mime === 'text/css') return 'CSS';
  if (mime.includes('javascript')) return 'scripts';
  if (mime.startsWith('font/')) return 'fonts';
  return mime.startsWith('image/') ? 'pictures' : 'data';
}
