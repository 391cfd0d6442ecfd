/** The typed client of the API in the browser: anti-forgery token, bot-check token, idempotency key, errors in one shape. */

import { botToken, refreshBotToken } from './bot-check/bot-check.browser.ts';
import { BOT_FIELD } from './bot-check/bot-check.ts';
import type { ApiCall, CallInput, CallOutput } from './contract.ts';
import { type ErrorCode, type FieldErrors, PORTAL_ERRORS, PortalError } from './errors.ts';
import { CallError } from './monitoring/call-error.ts';
import { fillPath } from './path-template.ts';
import type { CallAnswer, UploadOptions } from './upload.browser.ts';

/**
 * @property key idempotency key of a send
 * @property keepalive sends the call although the page is being left; browsers allow 64 KB for it
 */
export type SendOptions = UploadOptions & { key?: string; keepalive?: boolean };

/**
 * Calls one operation.
 * @throws PortalError with the words to show when the portal refuses
 * @throws CallError when there was no answer, or the portal failed: nothing typed is lost, and the citizen may try again
 */
export async function sendCall<Call extends ApiCall>(
  call: Call,
  input: CallInput<Call>,
  options: SendOptions = {},
): Promise<CallOutput<Call>> {
  const fields = { ...(input as Record<string, unknown>) };
  if (call.bot) fields[BOT_FIELD] = (await botToken(call.bot)) ?? '';
  try {
    return await attemptCall(call, fields, options);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    // The page's token has expired: fetch a new one, once. The same holds for a refused bot-check token.
    if (error.code === 'token') await fetch('/sanctum/csrf-cookie');
    else if (call.bot && error.fields?.[BOT_FIELD]) fields[BOT_FIELD] = (await refreshBotToken(call.bot)) ?? '';
    else throw error;
    return attemptCall(call, fields, options).catch((again) => {
      throw again instanceof PortalError ? withoutBotField(again) : again;
    });
  }
}

/** No field on screen has the bot check's name: its message becomes the message of the whole form. */
function withoutBotField(error: PortalError): PortalError {
  const { [BOT_FIELD]: said, ...fields } = error.fields ?? {};
  if (!said) return error;
  return new PortalError(error.code, { message: said[0], fields: Object.keys(fields).length > 0 ? fields : undefined });
}

async function attemptCall<Call extends ApiCall>(
  call: Call,
  fields: Record<string, unknown>,
  options: SendOptions,
): Promise<CallOutput<Call>> {
  const answer = await transmitCall(call, fields, options);
  const body = answer.text ? parseAnswer(answer) : {};
  if (answer.status < 400) return body.data as CallOutput<Call>;
  if (answer.status >= 500 && answer.status !== 502) throw new CallError(errorWords('failed'), answer.status);
  const code = (Object.keys(PORTAL_ERRORS) as ErrorCode[]).find((c) => c === body.code) ?? 'failed';
  const message = code === 'send_failed' ? errorWords(code) : body.message;
  throw new PortalError(code, { message, fields: body.errors, reason: body.reason, retryAfter: answer.retryAfter });
}

type AnswerBody = { data?: unknown; message?: string; code?: string; reason?: string; errors?: FieldErrors };

function parseAnswer({ text, status }: CallAnswer): AnswerBody {
  try {
    return JSON.parse(text) as AnswerBody;
  } catch (cause) {
    // Not the portal's words: something between the browser and the portal answered.
    throw new CallError(errorWords('failed'), status, cause);
  }
}

const errorWords = (code: ErrorCode): string => PORTAL_ERRORS[code].message;

async function transmitCall(call: ApiCall, fields: Record<string, unknown>, options: SendOptions): Promise<CallAnswer> {
  const { url, rest } = addressOf(call, fields);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (call.method !== 'GET') headers['x-xsrf-token'] = await readCsrfToken();
  if (options.key) headers['idempotency-key'] = options.key;
  if (call.upload) {
    const { uploadFields } = await import('./upload.browser.ts').catch((cause: unknown) => {
      throw new CallError(errorWords('failed'), 0, cause);
    });
    return uploadFields(url, rest, headers, options);
  }
  const init: RequestInit = { method: call.method, headers, signal: options.signal ?? null };
  if (call.method === 'POST') {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(rest);
    init.keepalive = options.keepalive ?? false;
  }
  try {
    const response = await fetch(url, init);
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: Number(response.headers.get('retry-after')) || undefined,
    };
  } catch (cause) {
    throw new CallError(errorWords('failed'), 0, cause);
  }
}

/** Fills `{names}` of the path; the other fields go into the query of a GET or DELETE, else into the body. */
function addressOf(call: ApiCall, fields: Record<string, unknown>): { url: string; rest: Record<string, unknown> } {
  const { path, rest } = fillPath(call.path, fields);
  if (call.method === 'POST') return { url: path, rest };
  const query = new URLSearchParams(
    Object.entries(rest)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k, String(v)]),
  ).toString();
  return { url: query ? `${path}?${query}` : path, rest: {} };
}

async function readCsrfToken(): Promise<string> {
  const read = () => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (!read())
    await fetch('/sanctum/csrf-cookie').catch((cause: unknown) => {
      throw new CallError(errorWords('failed'), 0, cause);
    });
  // Names the user for whom this page was made: somebody else may have logged in since.
  const { per: madeFor } = document.documentElement.dataset;
  return decodeURIComponent(read() ?? '') + (madeFor ? `.${madeFor}` : '');
}
