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
import type { BackEndProfile, ProfileFields } from '../../platform/back-end/profile.ts';
import { BOT_FIELD } from '../../platform/bot-check/bot-check.ts';
import type { AnswerFacts } from '../../platform/contract.ts';
import type { WatchCall } from '../../platform/monitoring/outside.server.ts';
import { parseInput } from '../../platform/run.server.ts';
import { type AnsweredCall, readSuccess, refusalOf } from './answers.server.ts';
import {
  BackEndFault,
  type BackEndQuestion,
  backEndAway,
  type ExchangeOptions,
  exchangeWith,
} from './exchange.server.ts';
import { addressOf, headersOf, questionOf } from './question.server.ts';
import { redirectsOver } from './redirect.server.ts';
import { tokensOver } from './token.server.ts';

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

const HOUR_MS = 3600_000;

export function httpBackEnd(options: BackEndOptions): BackEndPort {
  const { profile, watch } = options;
  const exchange = exchangeWith(options);
  const tokens = tokensOver(exchange, watch, options.timeoutMs);
  const followRedirect = redirectsOver(exchange, options);
  const toldAt = new Map<string, number>();

  /** @param fields that the call was asked with */
  const callOf = ({ name, operation }: BackEndCall, fields: ProfileFields): AnsweredCall => ({
    name,
    operation,
    facts: async () => ({ ...(await options.facts()), fields }),
    profile: { ...profile.every, ...profile.calls?.[name] },
    onShape: (fault) => {
      if (options.now() - (toldAt.get(name) ?? -HOUR_MS) < HOUR_MS) return;
      toldAt.set(name, options.now());
      options.report(fault, name);
    },
  });

  const answerOf = (
    call: AnsweredCall,
    question: BackEndQuestion,
    caller: BackEndCaller,
    how: BackEndAsk,
  ): Promise<BackEndAnswer> =>
    watch(async () => {
      const reply = await tokens.ask(question, caller, how.token);
      const { status, headers } = reply.response;
      const etag = headers.get('etag') ?? undefined;
      if (status === 304 && how.ifNoneMatch)
        return { output: undefined, etag: etag ?? how.ifNoneMatch, unchanged: true };
      if (status >= 300 && status < 400)
        return { output: await followRedirect(reply, call.operation, question.path, caller) };
      if (status >= 400) {
        const refusal = await refusalOf(reply, call);
        // An upload that is refused before its end would go on to it.
        reply.end();
        throw refusal;
      }
      return { output: await readSuccess(reply, call), etag };
    });

  return {
    takes: isBackEnds,
    answers: (operation) => operation.kept === true || isBackEnds(operation),
    renewToken: (caller) => tokens.renew(caller),

    async ask(named, fields, caller, how) {
      const { operation } = named;
      const call = callOf(named, fields);
      const input = parseInput(operation, fields) as ProfileFields;
      const reads = operation.method !== 'POST';
      // What is read is named by its text as it came, and by nothing that the contract does not know; what is sent has the types of
      // the contract, whatever form it came from.
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in input));
      const own = inOwnWords(call, reads ? known : { ...input, [BOT_FIELD]: fields[BOT_FIELD] ?? '' });
      return answerOf(call, questionOf(named, own, how, profile), caller, how);
    },

    async upload(named, { type, length, parts, fields = {} }, caller, how) {
      const { path } = addressOf(named, {}, profile);
      const headers = { ...headersOf(how), 'content-type': type, ...(length && { 'content-length': length }) };
      return answerOf(callOf(named, fields), { method: 'POST', path, headers, body: parts }, caller, how);
    },

    async check() {
      const nobody = { address: '127.0.0.1', jar: browserJar(null, { own: new Set(), secure: true }) };
      const { ok, status } = await tokens.fetch(nobody);
      if (!ok) throw backEndAway(new BackEndFault(`status ${status}`));
    },
  };
}

/** A profile that stumbles over a call is mended by whoever wrote it: they are told as of an answer of another shape. */
function inOwnWords({ name, profile, onShape }: AnsweredCall, fields: ProfileFields): ProfileFields {
  try {
    return profile.to ? profile.to(fields) : fields;
  } catch {
    const fault = new BackEndFault(`${name}: the profile cannot say it`);
    onShape(fault);
    throw backEndAway(fault);
  }
}
