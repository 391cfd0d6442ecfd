/** One question to the back end over HTTP: the browser's cookies, a limit of time, and no address but its own. */

import type { BackEndCaller } from '../../platform/back-end/back-end.ts';
import { PortalError } from '../../platform/errors.ts';

/**
 * @property url of the back end, without a final slash
 * @property timeoutMs how long one call may take
 * @property publicUrl origin of the portal, as the back end may know it
 */
export type ExchangeOptions = { url: string; timeoutMs: number; publicUrl: string; fetch: typeof fetch };

/**
 * @property path below the back end's address, with its query
 * @property body text of JSON, a form, or an upload that is still arriving
 * @property within ms for its answer, when it is one of several questions of a call; else the whole limit
 */
export type BackEndQuestion = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | FormData | ReadableStream<Uint8Array>;
  within?: number;
};

/**
 * The answer, whose body is broken off when its time is over.
 * @property again begins that time anew
 * @property end breaks off what is still on its way, in either direction
 */
export type BackEndReply = { response: Response; again(): void; end(): void };

export type AskBackEnd = (question: BackEndQuestion, caller: BackEndCaller) => Promise<BackEndReply>;

/** @throws PortalError `unavailable` when there is no answer in time */
export function exchangeWith({ url, timeoutMs, publicUrl, fetch }: ExchangeOptions): AskBackEnd {
  const { origin, protocol, host } = new URL(publicUrl);
  const own = {
    accept: 'application/json',
    // Frameworks know by these that the browser is on a page of the portal, and only then look at its cookies.
    origin,
    referer: `${origin}/`,
    'sec-fetch-site': 'same-origin',
    'x-requested-with': 'XMLHttpRequest',
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
  };

  return async ({ method, path, headers, body, within = timeoutMs }, caller) => {
    const cookie = caller.jar.header;
    const clock = startClock(within, body instanceof ReadableStream);
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      redirect: 'manual',
      signal: clock.signal,
      headers: {
        ...own,
        'x-forwarded-for': caller.address,
        ...(cookie && { cookie }),
        ...headers,
      },
    };
    const sender = body instanceof ReadableStream ? passParts(body, clock) : undefined;
    if (sender) Object.assign(init, { body: sender.parts, duplex: 'half' });
    else if (body !== undefined) init.body = body as string | FormData;
    const once = () => fetch(url + path, init);
    try {
      // What only reads may be asked again when the connection broke before an answer came; what writes may have been done.
      const reads = method === 'GET' || method === 'HEAD';
      const response = await once().catch((error: unknown) => {
        if (!reads || clock.signal.aborted) throw error;
        return once();
      });
      // An upload may be answered before its last byte.
      if (sender) clock.again();
      caller.jar.take(response.headers.getSetCookie());
      return { response, again: clock.again, end: clock.end };
    } catch (error) {
      throw sender?.left() ?? backEndAway(error);
    }
  };
}

/** @returns the time of one call, which begins at once; that of an upload when its last byte has left: its sender may be slow */
function startClock(ms: number, uploads: boolean) {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => late.abort(new DOMException('the answer is late', 'TimeoutError')), ms);
    timer.unref();
  };
  if (!uploads) again();
  return {
    signal: late.signal,
    again,
    end: () => {
      clearTimeout(timer);
      late.abort();
    },
  };
}

/**
 * Passes an upload on as fast as it is taken; the time for its answer begins when its last byte has left.
 * @property left why the sender's side ended it before that, if it did: no fault of the back end
 */
function passParts(
  body: ReadableStream<Uint8Array>,
  { signal, again }: ReturnType<typeof startClock>,
): { parts: ReadableStream<Uint8Array>; left(): PortalError | undefined } {
  const reader = body.getReader();
  let left: PortalError | undefined;
  const parts = new ReadableStream<Uint8Array>(
    {
      // Once an answer is read, fetch lets go of the signal and not of the upload.
      start: (controller) =>
        signal.addEventListener('abort', () => {
          controller.error(signal.reason);
          reader.cancel(signal.reason).catch(() => undefined);
        }),
      pull: async (controller) => {
        const part = await reader.read().catch((error: unknown) => {
          left =
            error instanceof PortalError ? error : new PortalError('invalid', { message: CUT_SHORT, cause: error });
          throw left;
        });
        if (signal.aborted) return;
        if (!part.done) return controller.enqueue(part.value);
        again();
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { parts, left: () => left };
}

const CUT_SHORT = 'L’invio si è interrotto prima della fine. Riprova.';

/** The words for every fault of the back end; its own never reach the citizen. */
const BACK_END_AWAY = 'Il sistema del Comune non risponde in questo momento. Riprova tra poco.';

/** @param cause told in the log, without personal data @param retryAfter seconds */
export const backEndAway = (cause: unknown, retryAfter = 5): PortalError =>
  cause instanceof PortalError ? cause : new PortalError('unavailable', { message: BACK_END_AWAY, retryAfter, cause });

/** An answer that nobody can use: it is a fault of the back end, or of the profile, and not of the citizen. */
export class BackEndFault extends Error {
  override name = 'BackEndFault';
}
