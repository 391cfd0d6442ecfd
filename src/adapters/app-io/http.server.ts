/** App IO behind its API for public administrations (IO API for Public Administration Services 4.0.0). */
import * as z from 'zod/mini';
import { type AppIoPort, IoError } from '../../platform/app-io.ts';
import { type OutsideAnswer, type OutsideCall, OutsideError } from '../../platform/outside.server.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
const READ_MS = 5_000;
/** Waited for longer: a message of which no answer comes is not sent again. */
const SEND_MS = 18_000;
/** IO counts requests by the five seconds; with 429 it need not say how long to wait. */
const QUOTA_MS = 5_000;
const MAX_QUOTA_MS = 600_000;
const MAX_REASON = 200;

const profileAnswer = z.object({ sender_allowed: z.boolean() });
const createdAnswer = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) });
const statusAnswer = z.object({ status: z.optional(z.string()) });
const problemAnswer = z.object({ detail: z.string() });

/** @param url of the API, with its version @param call how it is reached */
export function httpAppIo({
  url,
  call,
}: {
  url: string;
  call: (asked: OutsideCall) => Promise<OutsideAnswer>;
}): AppIoPort {
  const ask = (key: string, asked: Pick<OutsideCall, 'method' | 'maxMs'> & { path: string; body?: object }) => {
    const body = asked.body && Buffer.from(JSON.stringify(asked.body));
    const headers = {
      'ocp-apim-subscription-key': key,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) }),
    };
    const { method, maxMs } = asked;
    return call({ method, url: url + asked.path, headers, ...(body && { body }), maxBytes: MAX_ANSWER_BYTES, maxMs });
  };
  /** Of a question, which may be asked again whatever became of it. */
  const question = async (...asked: Parameters<typeof ask>): Promise<OutsideAnswer> => {
    try {
      return await ask(...asked);
    } catch (error) {
      if (error instanceof OutsideError) throw new IoError('away', error.message, { cause: error });
      throw error;
    }
  };
  return {
    allows: async (key, fiscalCode) => {
      const answer = await question(key, {
        method: 'POST',
        path: '/profiles',
        body: { fiscal_code: fiscalCode },
        maxMs: READ_MS,
      });
      if (answer.status === 404) return false;
      if (answer.status !== 200) throw faultOf(answer);
      const profile = z.safeParse(profileAnswer, jsonIn(answer));
      if (!profile.success) throw new IoError('away', 'La risposta di IO sul profilo non si capisce.');
      return profile.data.sender_allowed;
    },

    send: async (key, message) => {
      let answer: OutsideAnswer;
      try {
        answer = await ask(key, { method: 'POST', path: '/messages', body: message, maxMs: SEND_MS });
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error;
        throw new IoError(error.isUnsent ? 'away' : 'unknown', error.message, { cause: error });
      }
      if (answer.status !== 201 && answer.status !== 200) throw faultOf(answer, 'unknown');
      const created = z.safeParse(createdAnswer, jsonIn(answer));
      return created.success ? created.data.id : null;
    },

    outcome: async (key, { fiscal_code, id }) => {
      const path = `/messages/${fiscal_code}/${encodeURIComponent(id)}`;
      const answer = await question(key, { method: 'GET', path, maxMs: READ_MS });
      // Right after it was taken a message may not be found yet.
      if (answer.status === 404) return 'waiting';
      if (answer.status !== 200) throw faultOf(answer);
      const found = z.safeParse(statusAnswer, jsonIn(answer));
      return MESSAGE_OUTCOMES[found.data?.status ?? ''] ?? 'waiting';
    },
  };
}

/** `MessageStatusValue`; one that is not here may still change. */
const MESSAGE_OUTCOMES: Readonly<Record<string, 'delivered' | 'rejected'>> = {
  PROCESSED: 'delivered',
  REJECTED: 'rejected',
  FAILED: 'rejected',
};

/**
 * By 500 the contract says "The message cannot be delivered", and by 503 the gateway has not passed the call on: nothing was sent.
 * @param other what an answer means that the contract does not know
 */
function faultOf(answer: OutsideAnswer, other: 'away' | 'unknown' = 'away'): IoError {
  const { status, headers } = answer;
  if (status === 401) return new IoError('key', 'IO non riconosce la chiave (401).');
  if (status === 403)
    return new IoError(
      'key',
      'IO non permette a questa chiave di scrivere: controlla il servizio nel Back-office (403).',
    );
  if (status === 429) return new IoError('quota', 'IO chiede di aspettare (429).', { waitMs: waitOf(headers) });
  if (status === 400) return new IoError('refused', `IO ha rifiutato il messaggio: ${reasonIn(answer)}`);
  const isKnown = status === 404 || status === 500 || status === 503;
  return new IoError(isKnown ? 'away' : other, `IO ha risposto ${status}.`);
}

function waitOf({ 'retry-after': seconds }: OutsideAnswer['headers']): number {
  const ms = Number(seconds) * 1000;
  return ms > 0 ? Math.min(ms, MAX_QUOTA_MS) : QUOTA_MS;
}

/** `ProblemJson` */
function reasonIn(answer: OutsideAnswer): string {
  const problem = z.safeParse(problemAnswer, jsonIn(answer));
  return problem.data?.detail.slice(0, MAX_REASON) ?? 'non dice perché.';
}

function jsonIn({ body }: OutsideAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
