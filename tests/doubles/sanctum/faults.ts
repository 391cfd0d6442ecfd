/** The ways in which a test can make the answers of a path wrong: broken software behind it, or a broken connection. */
import type { ServerResponse } from 'node:http';
import {
  type BackEndReply,
  errorPage,
  htmlReply,
  jsonReply,
  nginxPage,
  redirectTo,
  tooManyAttempts,
} from './laravel.ts';

/** Instead of the call's answer; the call is not carried out. */
const REPLIES = {
  html500: () => errorPage(500),
  html200: () =>
    htmlReply(
      200,
      '<!DOCTYPE html>\n<html><head><title>Manutenzione</title></head><body>Torniamo presto.</body></html>\n',
    ),
  '503': () => jsonReply(503, { message: 'Service Unavailable' }, { 'Retry-After': '60' }),
  '429': () => tooManyAttempts(120).reply,
  '404': () => jsonReply(404, { message: 'No query results for model [App\\Models\\Pratica].' }),
  '409': () => jsonReply(409, { message: 'Conflict.' }),
  '413': () => nginxPage(413),
  shape: () => jsonReply(200, { data: { Id: 7, list: 'seven' }, meta: null }),
  foreign: () => redirectTo('https://evil.example/'),
} satisfies Record<string, () => BackEndReply>;

/** Way in which the true answer is sent: the call is carried out, its caller is not told so. */
const TRANSPORTS = {
  silent: () => {},
  drip: (out, bytes) => {
    out.setHeader('Content-Length', bytes.length);
    out.flushHeaders();
    let sent = 0;
    const timer = setInterval(() => {
      out.write(bytes.subarray(sent, ++sent));
      if (sent < bytes.length) return;
      clearInterval(timer);
      out.end();
    }, 1000);
    out.on('close', () => clearInterval(timer));
  },
  cut: (out, bytes) => {
    out.setHeader('Content-Length', bytes.length);
    out.write(bytes.subarray(0, bytes.length / 2), () => out.destroy());
  },
  long: (out, bytes) => {
    out.setHeader('Content-Length', bytes.length + 100);
    out.write(bytes, () => out.socket?.end());
  },
  short: (out, bytes) => {
    out.setHeader('Content-Length', Math.floor(bytes.length / 2));
    out.end(bytes);
  },
  endless: (out) => {
    out.write('{"data":["');
    const more = () => {
      if (out.destroyed) return;
      while (out.write('{"Id":"a0B000000000000000","nome":"ancora"},'.repeat(200)));
      out.once('drain', more);
    };
    more();
  },
} satisfies Record<string, (out: ServerResponse, bytes: Buffer) => void>;

/**
 * `html500` `html200` pages where JSON is expected · `503` `429` (wait 120 s) `404` `409` `413` (nginx's page) · `shape` JSON of
 * another shape · `foreign` redirects to https://evil.example/ · `silent` never answers · `drip` a byte a second · `cut` breaks the
 * connection in the middle · `long` announces more bytes than come · `short` announces fewer · `endless` never stops
 */
export type BackEndFault = keyof typeof REPLIES | keyof typeof TRANSPORTS;

export const faultReply = (how: BackEndFault): BackEndReply | undefined =>
  how in REPLIES ? REPLIES[how as keyof typeof REPLIES]() : undefined;

/** Sends the true answer wrongly; status and headers are set. */
export function sendWrongly(how: BackEndFault, out: ServerResponse, bytes: Buffer): void {
  TRANSPORTS[how as keyof typeof TRANSPORTS](out, bytes);
}

export type BackEndFaults = {
  /**
   * @param path of the call without query and prefix; with `*` at its end, of all that begin so
   * @param times how many answers, all of them unless said
   */
  break(path: string, how: BackEndFault, times?: number): void;
  /** @param path as given to `break`; all paths unless said */
  mend(path?: string): void;
};

/** @property next takes what is to go wrong with this answer, and counts it */
export function faultTable(): BackEndFaults & { next(path: string): BackEndFault | undefined } {
  const broken = new Map<string, { how: BackEndFault; left: number }>();
  const fits = (pattern: string, path: string) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
  return {
    break: (path, how, times = Number.POSITIVE_INFINITY) => void broken.set(path, { how, left: times }),
    mend: (path) => void (path === undefined ? broken.clear() : broken.delete(path)),
    next: (path) => {
      const found = [...broken].find(([pattern, { left }]) => left > 0 && fits(pattern, path));
      if (found) found[1].left--;
      return found?.[1].how;
    },
  };
}
