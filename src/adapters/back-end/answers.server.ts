/** What an answer of the back end means: data of the contract, a file, or a refusal in the portal's own words. */
import * as z from 'zod/mini';
import { partsOf, readLimited } from '../../platform/answer-text.server.ts';
import type { CallProfile } from '../../platform/back-end/profile.ts';
import type { AnswerFacts, ApiOperation, FileAnswer } from '../../platform/contract.ts';
import { type ErrorCode, type FieldErrors, PORTAL_ERRORS, PortalError } from '../../platform/errors.ts';
import { BackEndFault, type BackEndReply, backEndAway } from './exchange.server.ts';

/** Far above the longest list of a citizen. Bytes, after decompression. */
const MAX_JSON = 5 * 1024 * 1024;
const MAX_REFUSAL = 64 * 1024;

/** @throws PortalError `unavailable` for an answer that is cut, too long, late, or no JSON */
async function readJson({ response }: BackEndReply, most: number): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    await response.body?.cancel();
    throw backEndAway(new BackEndFault(`no JSON but ${type.split(';')[0] || 'nothing'}, status ${response.status}`));
  }
  try {
    return JSON.parse(await readLimited(response, most));
  } catch (error) {
    // The message of a parser quotes the text, which may be personal.
    throw backEndAway(error instanceof SyntaxError ? new BackEndFault('broken JSON') : error);
  }
}

/**
 * @property onShape told, without any value, where an answer has other fields than the contract
 * @property facts what the portal knows by itself
 */
export type AnsweredCall = {
  name: string;
  operation: ApiOperation;
  profile: Omit<CallProfile, 'path'>;
  facts: () => Promise<AnswerFacts>;
  onShape: (fault: BackEndFault) => void;
};

/** @returns the data of a success, as the contract has them @throws PortalError */
export async function readSuccess(
  reply: BackEndReply,
  { name, operation, profile, onShape, facts }: AnsweredCall,
): Promise<unknown> {
  const { response } = reply;
  const isEmpty = response.status === 204 || response.headers.get('content-length') === '0';
  if (operation.status === 204) {
    const isPage = !isEmpty && isHtml(response);
    await response.body?.cancel();
    if (isPage) throw backEndAway(new BackEndFault(`a page, status ${response.status}`));
    return undefined;
  }
  const body = isEmpty ? undefined : await readJson(reply, MAX_JSON);
  const translate = profile.from ?? ((whole: unknown) => (whole as { data?: unknown } | null)?.data);
  const found = isEmpty ? undefined : readTranslated(() => translate(body));
  const read = z.safeParse(operation.answer?.(await facts()) ?? operation.output, found);
  if (read.success) return read.data;
  const fault = shapeFault(name, read.error.issues);
  onShape(fault);
  throw backEndAway(fault);
}

/** A profile that stumbles over an answer has met one of another shape: the contract's schema says where. */
function readTranslated(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Names of fields alone: a value, or a key of a table, may be personal. */
function shapeFault(operation: string, issues: readonly { path: readonly PropertyKey[] }[]): BackEndFault {
  const places = issues.map(({ path }) => path.filter((part) => typeof part === 'string').join('.') || 'data');
  return new BackEndFault(`${operation}: unexpected shape at ${[...new Set(places)].slice(0, 5).join(', ')}`);
}

/** A page of the back end, where the contract has none, is that of an error or of a login. */
const isHtml = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

/** A download; bytes that stop coming end it, and so does a reader who leaves. */
export function fileOf({ response, again }: BackEndReply): FileAnswer {
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  if (isHtml(response)) {
    void response.body?.cancel();
    throw backEndAway(new BackEndFault(`a page instead of a file, status ${response.status}`));
  }
  return {
    type,
    disposition: dispositionOf(response.headers.get('content-disposition')),
    bytes: partsOf(response, again),
  };
}

/** Never shown in place unless the back end says so; a name with other signs than those of a header is left out. */
function dispositionOf(given: string | null): string {
  return given && /^(attachment|inline)(;[\x20-\x7e]*)?$/i.test(given) ? given : 'attachment';
}

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid',
  401: 'anonymous',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  413: 'too_large',
  415: 'wrong_type',
  419: 'token',
  422: 'invalid',
  423: 'conflict',
  429: 'too_many',
};

/** What is readable of it counts: frameworks write an empty table as `[]`, and a sentence where others have an object. */
const ifReadable = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const refusalBody = z.object({
  message: ifReadable(z.string()),
  code: ifReadable(z.string()),
  reason: ifReadable(z.string()),
  errors: ifReadable(z.record(z.string(), z.union([z.array(z.string()), z.string()]))),
  error: ifReadable(z.object({ codice: ifReadable(z.string()), messaggio: ifReadable(z.string()) })),
});
type RefusalBody = z.output<typeof refusalBody>;

/** A refusal whose words are about what the citizen sent: for every other the portal has better ones. */
const TOLD_IN_WORDS: ReadonlySet<ErrorCode> = new Set(['conflict', 'invalid', 'forbidden']);

/** @returns the refusal that the citizen reads; `unavailable` for a fault of the back end */
export async function refusalOf(reply: BackEndReply, { operation, profile }: AnsweredCall): Promise<PortalError> {
  const { status, headers } = reply.response;
  const body = await readRefusal(reply);
  const said = body ?? {};
  const wait = retrySeconds(headers.get('retry-after'));
  // The contract has this one for a code that could not be sent; a page with this status is a proxy's.
  const isUnsent = status === 502 && operation.path.endsWith('/otp') && body !== undefined;
  const code = isUnsent ? 'send_failed' : CODE_OF_STATUS[status];
  if (!code) return backEndAway(new BackEndFault(`status ${status}`), wait);
  const fields = fieldsOf(said, profile);
  const words = said.error?.messaggio ?? said.message;
  const told = TOLD_IN_WORDS.has(code) && !fields && isPlain(words);
  return new PortalError(code, {
    ...(told && words && { message: words }),
    fields,
    retryAfter: wait,
    ...reasonOf(said),
  });
}

/** A page of HTML instead of a refusal in JSON has its status all the same. @returns undefined without one */
async function readRefusal(reply: BackEndReply): Promise<RefusalBody | undefined> {
  try {
    return z.safeParse(refusalBody, await readJson(reply, MAX_REFUSAL)).data;
  } catch {
    return undefined;
  }
}

function reasonOf({ reason, error, code }: RefusalBody): { reason?: string } {
  const told = reason ?? error?.codice;
  // The envelope of the payment calls names the code where there is no reason.
  return told && told !== code?.toUpperCase() && !Object.hasOwn(PORTAL_ERRORS, told.toLowerCase())
    ? { reason: told }
    : {};
}

function fieldsOf({ errors }: RefusalBody, { field = (name) => name }: CallProfile): FieldErrors | undefined {
  const entries = Object.entries(errors ?? {}).map(([name, said]) => {
    const plain = [said].flat().filter(isPlain);
    return [field(name), plain.length > 0 ? plain : ['Valore non ammesso.']] as const;
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** A sentence for people: not the trace of a program, not the page of a server. */
const isPlain = (words: string | undefined): boolean =>
  words !== undefined && words.length <= 300 && !/[<>{}\\]|Exception|SQLSTATE/.test(words);

/** @param text seconds, or a date (RFC 9110, 10.2.3) */
function retrySeconds(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 && seconds < 7 * 24 * 3600 ? seconds : undefined;
}
