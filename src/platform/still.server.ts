/** Finished pages that are the same for every visitor without a cookie: kept compressed, so that the host answers before a page is rendered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ChangeFollower } from '../store/changes.ts';
import { hasState } from './etag.server.ts';

/** How long a page is kept, in ms: as long as a process keeps what it knows of the enti. */
const STILL_MS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Addresses of which it is remembered that they were asked for once. */
const MOST_ASKED = 2_000;

/** @property route as in the table of routes @property headers of the answer, with its ETag */
type StillPage = { route: string; headers: Readonly<Record<string, string>> };
type PageEncoding = 'br' | 'gzip';
type KeptPage = StillPage & { bodies: Readonly<Record<PageEncoding, Buffer>>; made: number };

export type StillPages = {
  /**
   * Called before a page is made. @param key see {@link stillKey}
   * @returns how to keep it; undefined when it was not asked for twice within ten seconds, or nobody would tell that it has changed
   */
  begin(key: string): ((page: StillPage, html: string) => Promise<void>) | undefined;
  /** Answers a request of a visitor without a cookie. @returns the route, or undefined when the page has to be made */
  answer(req: IncomingMessage, res: ServerResponse): string | undefined;
};

/** What tells one still page from another. */
export const stillKey = (host: string, path: string): string => `${host} ${path}`;

/**
 * @param follow tells when what is public has changed: then nothing that was kept is true any more; undefined while nobody would tell
 * @param now in ms, of a clock that nobody sets: set back, another one would keep pages for too long
 */
export function createStillPages({
  follow,
  now = () => performance.now(),
  mostBytes = MOST_BYTES,
}: {
  follow: (follower: ChangeFollower) => (() => void) | undefined;
  now?: () => number;
  mostBytes?: number;
}): StillPages {
  const times = { ttl: STILL_MS, perf: { now }, ttlResolution: 0 };
  const pages = new LRUCache<string, KeptPage>({
    ...times,
    maxSize: mostBytes,
    sizeCalculation: ({ bodies }, key) => bodies.br.length + bodies.gzip.length + key.length,
  });
  const asked = new LRUCache<string, true>({ ...times, max: MOST_ASKED });
  let isFollowing = false;
  let changeCount = 0;
  const drop = () => {
    changeCount += 1;
    pages.clear();
  };
  const lost = () => {
    isFollowing = false;
    drop();
  };

  return {
    begin(key) {
      const isAgain = asked.has(key);
      asked.set(key, true);
      if (!isAgain) return undefined;
      isFollowing ||= follow({ changed: drop, lost }) !== undefined;
      if (!isFollowing) return undefined;
      const [before, made] = [changeCount, now()];
      return async (page, html) => {
        const bodies = await compressPage(html);
        if (changeCount === before) pages.set(key, { ...page, bodies, made });
      };
    },
    answer(req, res) {
      const { cookie, authorization, host = '' } = req.headers;
      if ((req.method !== 'GET' && req.method !== 'HEAD') || cookie !== undefined || authorization !== undefined)
        return undefined;
      const encoding = encodingFor(req.headers['accept-encoding']);
      const page = encoding && pages.get(stillKey(host, req.url ?? ''));
      if (!encoding || !page) return undefined;
      for (const [name, value] of Object.entries(page.headers)) res.setHeader(name, value);
      res.setHeader('age', Math.floor((now() - page.made) / 1000));
      res.appendHeader('vary', 'Accept-Encoding');
      if (hasState(req.headers['if-none-match'], page.headers.etag ?? '')) {
        res.removeHeader('content-type');
        res.writeHead(304).end();
        return page.route;
      }
      const body = page.bodies[encoding];
      res.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length });
      res.end(req.method === 'HEAD' ? undefined : body);
      return page.route;
    },
  };
}

const compressPage = async (html: string): Promise<KeptPage['bodies']> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(html, { params }), promisify(gzip)(html)]);
  return { br, gzip: zipped };
};

/** @returns the better one that the browser takes; undefined when it takes neither */
function encodingFor(accepted: string | string[] | undefined): PageEncoding | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => names.includes(name));
}
