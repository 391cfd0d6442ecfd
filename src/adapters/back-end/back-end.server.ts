/** Asks an existing back end for the calls of the contract, in the words of its profile. */

import {
  type BackEndAnswer,
  type BackEndAsk,
  type BackEndCall,
  type BackEndCaller,
  type BackEndPort,
  isBackEnds,
} from '../../platform/back-end/back-end.ts';
import { browserJar } from '../../platform/back-end/jar.ts';
import type { BackEndProfile, CallProfile, ProfileFields } from '../../platform/back-end/profile.ts';
import { BOT_FIELD } from '../../platform/bot-check/bot-check.ts';
import type { AnswerFacts, ApiOperation } from '../../platform/contract.ts';
import { PortalError } from '../../platform/errors.ts';
import type { WatchCall } from '../../platform/monitoring/outside.server.ts';
import { fillPath } from '../../platform/path-template.ts';
import { parseInput } from '../../platform/run.server.ts';
import { fileOf, readSuccess, refusalOf } from './answers.server.ts';

import {
  type AskBackEnd,
  BackEndFault,
  type BackEndQuestion,
  type BackEndReply,
  backEndAway,
  type ExchangeOptions,
  exchangeWith,
} from './exchange.server.ts';

/**
 * @property report told once an hour for each operation whose answers have another shape
 * @property watch notes how each question ended
 * @property facts what the portal knows by itself
 */
export type BackEndOptions = ExchangeOptions & {
  profile: BackEndProfile;
  report: (fault: Error, operation: string) => void;
  watch: WatchCall;
  now: () => number;
  facts: () => Promise<Omit<AnswerFacts, 'fields'>>;
};

/** A call with what it was asked with. */
type AskedCall = BackEndCall & { fields: ProfileFields };

const HOUR_MS = 3600_000;
const TOKEN_PATH = '/sanctum/csrf-cookie';
/** Answers of the back end's own pages that lead to another place, one after the other. */
const MAX_REDIRECTS = 3;

export function httpBackEnd(options: BackEndOptions): BackEndPort {
  const { profile, watch } = options;
  const base = new URL(options.url);
  /** Path below which the back end answers, without a final slash */
  const below = base.pathname === '/' ? '' : base.pathname;
  const belowBase = ({ pathname, search }: URL) => pathname.slice(below.length) + search;
  const { origin: publicOrigin } = new URL(options.publicUrl);
  const exchange: AskBackEnd = exchangeWith(options);
  const toldAt = new Map<string, number>();

  const callOf = ({ name, operation, fields }: AskedCall) => ({
    name,
    operation,
    facts: async () => ({ ...(await options.facts()), fields }),
    profile: { ...profile.every, ...profile.calls?.[name] } satisfies CallProfile,
    onShape: (fault: BackEndFault) => {
      if (options.now() - (toldAt.get(name) ?? -HOUR_MS) < HOUR_MS) return;
      toldAt.set(name, options.now());
      options.report(fault, name);
    },
  });

  async function renewToken(caller: BackEndCaller, within = options.timeoutMs): Promise<void> {
    const { response } = await watch(() => exchange({ method: 'GET', path: TOKEN_PATH, within }, caller));
    await response.body?.cancel();
    if (!response.ok || caller.jar.token === undefined)
      throw backEndAway(new BackEndFault(`no anti-forgery cookie, status ${response.status}`));
  }

  /** Asks, with the anti-forgery token of this browser; one that has expired is fetched anew, once. */
  async function askWithToken(
    question: BackEndQuestion,
    caller: BackEndCaller,
    given: string | undefined,
  ): Promise<BackEndReply> {
    if (question.method === 'GET') return exchange(question, caller);
    // All of it is one call, which may take as long as one.
    const until = performance.now() + options.timeoutMs;
    const left = () => Math.max(1, until - performance.now());
    if (given === undefined && caller.jar.token === undefined) await renewToken(caller, left());
    const withToken = () => ({
      ...question,
      within: left(),
      headers: { ...question.headers, 'x-xsrf-token': given ?? caller.jar.token ?? '' },
    });
    const reply = await exchange(withToken(), caller);
    // A script has a page to fetch the token for, and a stream can be read once.
    if (reply.response.status !== 419 || given !== undefined || question.body instanceof ReadableStream) return reply;
    await reply.response.body?.cancel();
    await renewToken(caller, left());
    return exchange(withToken(), caller);
  }

  async function answerOf(
    named: AskedCall,
    question: BackEndQuestion,
    caller: BackEndCaller,
    how: BackEndAsk,
  ): Promise<BackEndAnswer> {
    const call = callOf(named);
    return watch(async () => {
      const reply = await askWithToken(question, caller, how.token);
      const { status, headers } = reply.response;
      const etag = headers.get('etag') ?? undefined;
      if (status === 304 && how.ifNoneMatch)
        return { output: undefined, etag: etag ?? how.ifNoneMatch, unchanged: true };
      if (status >= 300 && status < 400)
        return { output: await redirected(reply, named.operation, { question, caller }) };
      if (status >= 400) {
        const refusal = await refusalOf(reply, call);
        // An upload that is refused before its end would go on to it.
        reply.end();
        throw refusal;
      }
      return { output: await readSuccess(reply, call), etag };
    });
  }

  /**
   * Where the back end leads elsewhere: to one of its calls, which the browser asks here; to a file of its own, which is fetched; to
   * its login page, which stands for 401; or to another host, where the portal sends nobody. A call whose answer is no file and no
   * address goes nowhere.
   */
  async function redirected(
    reply: BackEndReply,
    operation: ApiOperation,
    { question, caller }: { question: BackEndQuestion; caller: BackEndCaller },
  ): Promise<unknown> {
    let last = reply;
    let from = new URL(options.url + question.path);
    const leads = operation.status === 302;
    for (let step = 0; step < MAX_REDIRECTS; step++) {
      const { response: leading } = last;
      const target = ownTarget(leading, from);
      await leading.body?.cancel();
      if (target?.origin !== base.origin) throw backEndAway(new BackEndFault('redirect to another host, or nowhere'));
      if (target.pathname.startsWith(`${below}/api/v1/`)) {
        if (leads && target.href !== from.href) return { location: belowBase(target) };
        throw backEndAway(new BackEndFault('redirect to another call'));
      }
      if (!leads || !target.pathname.startsWith(`${below}/`)) throw new PortalError('anonymous');
      from = target;
      const path = belowBase(target);
      last = await exchange({ method: 'GET', path, headers: { accept: '*/*' } }, caller);
      const { response } = last;
      if (response.status >= 300 && response.status < 400) continue;
      if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) {
        await response.body?.cancel();
        throw new PortalError('anonymous');
      }
      if (response.ok) return fileOf(last);
      await response.body?.cancel();
      throw backEndAway(new BackEndFault(`status ${response.status} after a redirect`));
    }
    throw backEndAway(new BackEndFault('too many redirects'));
  }

  /** A framework behind a proxy writes addresses of its own with the host that the proxy tells it: that of the portal. */
  function ownTarget(leading: Response, from: URL): URL | null | undefined {
    const target = targetOf(leading, from);
    return target?.origin === publicOrigin ? new URL(target.pathname + target.search, base.origin) : target;
  }

  const headersOf = ({ key, ifNoneMatch }: BackEndAsk) => ({
    ...(key && { 'idempotency-key': key }),
    ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
  });

  /** Where a call goes, and what is left for its query or body. */
  function addressOf(named: BackEndCall, fields: ProfileFields): { path: string; rest: ProfileFields } {
    const { path = named.operation.path } = profile.calls?.[named.name] ?? {};
    for (const part of path.matchAll(/\{(\w+)\??\}/g)) requirePlainSegment(fields[part[1] as string]);
    return fillPath(path, fields);
  }

  /** A profile that stumbles over a call is mended by whoever wrote it: they are told as of an answer of another shape. */
  function inOwnWords(named: BackEndCall, fields: ProfileFields): ProfileFields {
    const { profile: own, onShape } = callOf({ ...named, fields });
    try {
      return own.to ? own.to(fields) : fields;
    } catch {
      const fault = new BackEndFault(`${named.name}: the profile cannot say it`);
      onShape(fault);
      throw backEndAway(fault);
    }
  }

  return {
    takes: isBackEnds,
    answers: (operation) => operation.kept === true || isBackEnds(operation),
    renewToken: (caller) => renewToken(caller),

    async ask(named, fields, caller, how) {
      const { operation } = named;
      const asked = { ...named, fields };
      const input = parseInput(operation, fields) as ProfileFields;
      const reads = operation.method !== 'POST';
      // What is read is named by its text as it came, and by nothing that the contract does not know; what is sent has the types of
      // the contract, whatever form it came from.
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in input));
      const own = inOwnWords(named, reads ? known : { ...input, [BOT_FIELD]: fields[BOT_FIELD] ?? '' });
      const { path, rest } = addressOf(named, own);
      const headers = headersOf(how);
      if (reads) {
        const query = new URLSearchParams(textsOf(rest)).toString();
        return answerOf(
          asked,
          { method: operation.method, path: query ? `${path}?${query}` : path, headers },
          caller,
          how,
        );
      }
      if (operation.upload) return answerOf(asked, { method: 'POST', path, headers, body: formOf(rest) }, caller, how);
      const sent = { ...headers, 'content-type': 'application/json' };
      return answerOf(asked, { method: 'POST', path, headers: sent, body: JSON.stringify(rest) }, caller, how);
    },

    async upload(named, { type, length, parts, fields = {} }, caller, how) {
      const { path } = addressOf(named, {});
      const headers = { ...headersOf(how), 'content-type': type, ...(length && { 'content-length': length }) };
      return answerOf({ ...named, fields }, { method: 'POST', path, headers, body: parts }, caller, how);
    },

    async check() {
      const nobody = { address: '127.0.0.1', jar: browserJar(null, { own: new Set(), secure: true }) };
      const { response } = await watch(() => exchange({ method: 'GET', path: TOKEN_PATH }, nobody));
      await response.body?.cancel();
      if (!response.ok) throw backEndAway(new BackEndFault(`status ${response.status}`));
    },
  };
}

/** @returns undefined where no place is named */
function targetOf({ headers }: Response, from: URL): URL | null | undefined {
  const location = headers.get('location');
  return location === null ? undefined : URL.parse(location, from);
}

/** @throws PortalError `not_found` for a name that a server would read as a way to another path, or that no path can hold */
function requirePlainSegment(value: unknown): void {
  const text = String(value ?? '');
  const parts = text.split(/[/\\]/);
  if (!text.isWellFormed() || parts.some((part) => part === '.' || part === '..')) throw new PortalError('not_found');
}

const textsOf = (fields: ProfileFields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => (one === undefined ? [] : [[name, String(one)]])),
  );

function formOf(fields: ProfileFields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
