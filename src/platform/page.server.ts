/** Reads, answers and shows again the forms that a browser without JavaScript posts to a page. */
import type { AstroGlobal } from 'astro';
import { networkOf } from './address.ts';
import { ofPage, type ReceivedFields, readBody, withRoom } from './body.server.ts';
import { PortalError } from './errors.ts';
import { type AttemptLimit, countAttempts } from './limit.server.ts';

/**
 * A form without JavaScript may bring one file. One just above its limit is still read, so that its refusal keeps the other
 * fields. Bytes.
 */
const PAGE_FILE = 10.5 * 1024 * 1024;

/** Forms sent to pages, by network: a visitor without JavaScript sends one for each step and each button. */
const POST_LIMIT: Omit<AttemptLimit, 'who'> = { name: 'pagine:rete', times: 600, minutes: 15 };

/**
 * The form that was posted to a page, or null for a GET. An expired anti-forgery token, a body too large or of another type, and
 * too many forms from one network set `error`: the page shows the same form again with its values, and does nothing.
 */
export type PageForm = {
  fields: Record<string, string>;
  files: Record<string, File>;
  action: string;
  key: string | undefined;
  /** Field `_vista`: what the page had read of what it writes */
  seen?: string | undefined;
  error?: PortalError;
};

/** @param options `unlimited` for a form that must never be refused for its rate; `texts`: bytes of its texts, where they are long */
export async function readForm(
  astro: Pick<AstroGlobal, 'request' | 'locals'>,
  options: { unlimited?: true; texts?: number } = {},
): Promise<PageForm | null> {
  if (astro.request.method !== 'POST') return null;
  const { ctx, takesFile } = astro.locals;
  const from = networkOf(ctx.address);
  const wait = options.unlimited ? 0 : await countAttempts(ctx, [{ ...POST_LIMIT, who: from }]);
  let raw: ReceivedFields = {};
  let error = wait > 0 ? new PortalError('too_many', { retryAfter: wait }) : undefined;
  try {
    // Above the limit the texts are still read, to be shown again, but no file.
    const accepted = ofPage(takesFile ? (error ? 0 : PAGE_FILE) : undefined, options.texts);
    raw = await withRoom(from, (counting) => readBody(astro.request, accepted, counting, options.texts));
  } catch (cause) {
    if (!(cause instanceof PortalError)) throw cause;
    error ??= cause;
  }
  astro.locals.posted = raw;
  error ??= astro.locals.refusal(raw._token) ?? undefined;
  const texts = Object.entries(raw).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const files = Object.entries(raw).filter(
    // A field without a chosen file sends one without a name. An empty file has a name, and is refused in words.
    (entry): entry is [string, File] => entry[1] instanceof File && (entry[1].size > 0 || entry[1].name !== ''),
  );
  const { _token, _chiave, _vista, _azione, ...fields } = Object.fromEntries(texts);
  return {
    fields,
    files: Object.fromEntries(files),
    action: pressedButton(raw._azione),
    key: _chiave,
    seen: _vista,
    ...(error && { error }),
  };
}

/** Lynx names a pressed button once for each of the form that has its name and value. */
function pressedButton(value: unknown): string {
  const [button, ...others] = [value].flat();
  return typeof button === 'string' && others.every((other) => other === button) ? button : '';
}

/** The field of a form for what no page may show again, not even to the person who has typed it. */
export const SECRET_FIELD = 'chiave';

/**
 * The form to be sent again from a page that cannot answer one.
 * @property byBrowser the browser alone can send it: it has files, which no page can hold, or a secret, which none may
 */
export type ResendForm = { fields: [name: string, value: string][]; byBrowser: boolean };

/** The form that was posted, whether the page has read it or not. @returns undefined when nothing was posted */
export async function sentTo({
  request,
  locals,
}: Pick<AstroGlobal, 'request' | 'locals'>): Promise<ResendForm | undefined> {
  if (request.method !== 'POST') return undefined;
  if (!locals.posted && request.headers.get('content-type')?.startsWith('multipart/'))
    return { fields: [], byBrowser: true };
  const raw = locals.posted ?? (await readBody(request, ofPage()).catch((): ReceivedFields => ({})));
  const entries = Object.entries(raw).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  return {
    fields: entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    byBrowser: entries.some(([name, value]) =>
      value instanceof File ? value.size > 0 : name === SECRET_FIELD && value,
    ),
  };
}

export type SendResult<T> = { ok: true; data: T } | { ok: false; error: PortalError };

/**
 * Runs the work of a form, so that the page can show the form again with its values. An error of the portal is reported here and
 * becomes a message as well.
 */
export async function attemptSend<T>(
  astro: Pick<AstroGlobal, 'locals'>,
  route: string,
  work: () => Promise<T>,
): Promise<SendResult<T>> {
  try {
    return { ok: true, data: await work() };
  } catch (cause) {
    if (cause instanceof PortalError) return { ok: false, error: cause };
    astro.locals.ctx.house.monitoring.report(cause, { route });
    return { ok: false, error: new PortalError('failed', { cause }) };
  }
}

/** What a page reads, or that it could not be read: the page says so, and shows the rest. */
export type ReadOrFailed<T> = T | 'failed';

/** Reads a part of a page by the work, as `attemptSend` runs it. */
export async function readOrFailed<T>(
  astro: Pick<AstroGlobal, 'locals'>,
  route: string,
  work: () => Promise<T>,
): Promise<ReadOrFailed<T>> {
  const read = await attemptSend(astro, route, work);
  return read.ok ? read.data : 'failed';
}

const STATUS_TEXT: Record<number, string> = {
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  419: 'Page Expired',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** Gives the page the status of an error, with its own reason phrase. */
export function failWith(astro: Pick<AstroGlobal, 'response'>, error: PortalError): void {
  astro.response.status = error.status;
  astro.response.statusText = STATUS_TEXT[error.status] ?? '';
  if (error.retryAfter) astro.response.headers.set('retry-after', String(error.retryAfter));
}
