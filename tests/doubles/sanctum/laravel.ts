/** The answers that Laravel and nginx give by themselves: JSON as PHP writes it, error pages, refusals. */
import { STATUS_CODES } from 'node:http';

/** @property bare written by nginx: without the headers and cookies of PHP */
export type BackEndReply = {
  status: number;
  body?: string | Buffer;
  type?: string;
  headers?: Record<string, string>;
  bare?: true;
};

/** Thrown by a route: the answer that ends the call. @property plain HTML instead, for a caller that does not want JSON */
export class RouteRefusal extends Error {
  readonly reply: BackEndReply;
  readonly plain: BackEndReply;

  constructor(reply: BackEndReply, plain: BackEndReply = errorPage(reply.status)) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
    this.plain = plain;
  }
}

/** PHP escapes slashes and everything beyond ASCII. */
const phpJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const jsonReply = (status: number, value: unknown, headers: Record<string, string> = {}): BackEndReply => ({
  status,
  headers,
  body: phpJson(value),
  type: 'application/json',
});

/** A result in `data`. */
export const dataReply = (value: unknown, status = 200): BackEndReply => jsonReply(status, { data: value });

/** @param html a page, or a part of one */
export const htmlReply = (status: number, html: string, headers: Record<string, string> = {}): BackEndReply => ({
  status,
  headers,
  body: html,
  type: 'text/html; charset=UTF-8',
});

export const redirectTo = (location: string): BackEndReply =>
  htmlReply(
    302,
    `<!DOCTYPE html><html><head><meta http-equiv="refresh" content="0;url='${location}'" /></head><body>Redirecting to <a href="${location}">${location}</a>.</body></html>`,
    { Location: location },
  );

const TITLES: Readonly<Record<number, string>> = { 419: 'Page Expired', 500: 'Server Error' };

/** Laravel's page of an error, which says nothing but its name. */
export function errorPage(status: number, headers: Record<string, string> = {}): BackEndReply {
  const title = TITLES[status] ?? STATUS_CODES[status] ?? 'Error';
  return htmlReply(
    status,
    `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${title}</title></head>\n<body class="antialiased"><div>${status}</div><div>${title}</div></body>\n</html>\n`,
    headers,
  );
}

/** nginx's page of an error. */
export const nginxPage = (status: number): BackEndReply => ({
  ...htmlReply(
    status,
    `<html>\r\n<head><title>${status} ${nginxTitle(status)}</title></head>\r\n<body>\r\n<center><h1>${status} ${nginxTitle(status)}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
  ),
  type: 'text/html',
  bare: true as const,
});

const nginxTitle = (status: number): string =>
  status === 413 ? 'Request Entity Too Large' : (STATUS_CODES[status] ?? 'Error');

/** A refusal in one sentence: JSON, or for a browser the page of its status. */
export const refuseWith = (status: number, message: string, headers: Record<string, string> = {}): RouteRefusal =>
  new RouteRefusal(jsonReply(status, { message }, headers), errorPage(status, headers));

/** The row is not there, or it is another person's. */
export const notFound = (): RouteRefusal => refuseWith(404, 'Not found.');

export const tooManyAttempts = (seconds: number, limit = 60): RouteRefusal =>
  refuseWith(429, 'Too Many Attempts.', {
    'Retry-After': String(seconds),
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + seconds),
  });

/** Laravel's `expectsJson`: the first type of Accept is JSON, or a script asks and takes anything. */
export function expectsJson(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const first = String(headers.accept ?? '')
    .split(',')[0]
    ?.trim()
    .toLowerCase();
  if (first && /[/+]json\b/.test(first)) return true;
  return headers['x-requested-with'] === 'XMLHttpRequest' && (!first || first === '*/*' || first === '*');
}
